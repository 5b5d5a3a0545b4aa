import { CarbonDioxideConcentrationMeasurementServer } from '@matter/main/behaviors/carbon-dioxide-concentration-measurement';
import { TotalVolatileOrganicCompoundsConcentrationMeasurementServer } from '@matter/main/behaviors/total-volatile-organic-compounds-concentration-measurement';
import { AirQuality } from '@matter/main/clusters/air-quality';
import { ConcentrationMeasurement } from '@matter/main/clusters/concentration-measurement';
import { AirQualitySensorDevice } from '@matter/main/devices/air-quality-sensor';
import { unitEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { Bridged } from '../behaviour/bridged.ts';
import { type DeviceKind, makes, type Of } from './device.ts';

type Unit = DatagramOf<'unit'>;
const { AirQualityEnum } = AirQuality;
const { MeasurementUnit, MeasurementMedium } = ConcentrationMeasurement;
const Co2 = CarbonDioxideConcentrationMeasurementServer.with('NumericMeasurement');
const Tvoc = TotalVolatileOrganicCompoundsConcentrationMeasurementServer.with('NumericMeasurement');
const Sensor = AirQualitySensorDevice.with(Bridged);

const makeOf = makes((key: string) => ({
  type: key === 'both' ? Sensor.with(Co2, Tvoc) : key === 'co2' ? Sensor.with(Co2) : Sensor.with(Tvoc),
  parts: {},
}));

/**
 * Poor if CO2 or TVOC is above the limit at which this house starts its ventilation, otherwise good. Unknown if there
 * is no reading with a limit.
 */
const qualityOf = ({ source: { Ventilation }, number }: Of<Unit>): AirQuality.AirQualityEnum => {
  const pairs = [
    [number('co2'), Ventilation?.Eco2Setpoint],
    [number('tvoc'), Ventilation?.VocsSetpoint],
  ] as const;
  const known = pairs.filter(([value, limit]) => value !== undefined && limit !== undefined && limit > 0);
  if (known.length === 0) return AirQualityEnum.Unknown;
  return known.some(([value, limit]) => value! > limit!) ? AirQualityEnum.Poor : AirQualityEnum.Good;
};

const showConcentration = (value: number, measurementUnit: ConcentrationMeasurement.MeasurementUnit) => ({
  measuredValue: value,
  minMeasuredValue: null,
  maxMeasuredValue: null,
  measurementUnit,
  measurementMedium: MeasurementMedium.Air,
});

/** The air quality measured by the unit. */
export const airDevice: DeviceKind<Unit> = {
  kind: unitEntity,
  word: 'air',
  name: () => 'Indoor air',
  isOffered: ({ number }) => number('co2') !== undefined || number('tvoc') !== undefined,
  make: ({ number }) =>
    makeOf(number('tvoc') === undefined ? 'co2' : number('co2') === undefined ? 'tvoc' : 'both'),
  show: (of) => {
    const [co2, tvoc] = [of.number('co2'), of.number('tvoc')];
    return {
      airQuality: { airQuality: qualityOf(of) },
      ...(co2 !== undefined && {
        carbonDioxideConcentrationMeasurement: showConcentration(co2, MeasurementUnit.Ppm),
      }),
      ...(tvoc !== undefined && {
        totalVolatileOrganicCompoundsConcentrationMeasurement: showConcentration(tvoc, MeasurementUnit.Ppb),
      }),
    };
  },
};
