import { ElectricalPowerMeasurementServer } from '@matter/main/behaviors/electrical-power-measurement';
import { PowerTopologyServer } from '@matter/main/behaviors/power-topology';
import { ElectricalPowerMeasurement } from '@matter/main/clusters/electrical-power-measurement';
import { ElectricalSensorEndpoint } from '@matter/main/endpoints/electrical-sensor';
import { MeasurementType } from '@matter/main/types';
import { channelEntity } from '@plenum/entities';
import { Bridged } from '../behaviour/bridged.ts';
import { Energy } from '../behaviour/energy.ts';
import { type DeviceKind, makes, scaled } from './device.ts';

type Channel = ReturnType<(typeof channelEntity)['list']>[number]['source'];

const makeOf = makes((direction: 'uses' | 'generates') => ({
  type: ElectricalSensorEndpoint.with(
    Bridged,
    PowerTopologyServer.with('TreeTopology'),
    ElectricalPowerMeasurementServer.with('AlternatingCurrent'),
    direction === 'uses' ? Energy.imported : Energy.exported,
  ),
  parts: {},
}));

/** The accuracy of the monitor: 1 W and 1 Wh. */
const accuracyOf = (measurementType: MeasurementType, max: number, min = 0) => ({
  measurementType,
  measured: true,
  minMeasuredValue: min,
  maxMeasuredValue: max,
  accuracyRanges: [{ rangeMin: min, rangeMax: max, fixedMax: 1_000 }],
});
const powerAccuracy = accuracyOf(MeasurementType.ActivePower, 1e9, -1e9);
const energyAccuracy = accuracyOf(MeasurementType.ElectricalEnergy, 1e15);

/** One channel of the power monitor as an electrical sensor of power and energy. */
export const channelDevice: DeviceKind<Channel> = {
  kind: channelEntity,
  make: ({ text }) => makeOf(text('generates') === 'on' ? 'generates' : 'uses'),
  show: ({ text, number }) => {
    const energy = scaled(number('energy'), 1e6);
    const measured = energy === null ? null : { energy };
    return {
      electricalPowerMeasurement: {
        powerMode: ElectricalPowerMeasurement.PowerMode.Ac,
        numberOfMeasurementTypes: 1,
        accuracy: [powerAccuracy],
        activePower: scaled(number('power'), 1_000),
      },
      electricalEnergyMeasurement: {
        accuracy: energyAccuracy,
        [text('generates') === 'on' ? 'cumulativeEnergyExported' : 'cumulativeEnergyImported']: measured,
      },
    };
  },
};
