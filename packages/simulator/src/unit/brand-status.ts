import { type DatagramOf, initialDatagram } from '@plenum/protocol/component';
import type { Draft } from '../model/draft.ts';
import { roundTo, TENTH } from '../model/reading.ts';
import type { UnitPlant } from '../model/state.ts';
import { isBrandA } from './brand.ts';

type Unit = DatagramOf<'unit'>;
type Status = DatagramOf<'brandStatus'>;

/**
 * Temperature difference in K at full capacity between the outdoor coil and the air, and between a coil and its
 * refrigerant.
 */
const OUTDOOR_APPROACH = 12;
const PINCH = 4;
/**
 * Superheat in K: of the suction gas above evaporating temperature, kept by the expansion valve, and of the discharge
 * gas above condensing temperature.
 */
const SUCTION_SUPERHEAT = 5;
const DISCHARGE_SUPERHEAT = 25;
/** Lowest speed of the outdoor fan while the compressor runs, in %. */
const LOWEST_FAN = 40;
/** Number of the simulated board. */
const BOARD = 1;

const FREEZING = 273.15;
const ATMOSPHERE = 101;

/**
 * Pressure of saturated R32 in kPa above atmospheric at a temperature in °C: Clausius-Clapeyron through 813 kPa at 0 °C
 * and 3141 kPa at 50 °C.
 */
export const toSaturationPressure = (temperature: number): number =>
  Math.round(813 * Math.exp(2386 * (1 / FREEZING - 1 / (FREEZING + temperature)))) - ATMOSPHERE;

const toWire = (temperature: number): number => roundTo(temperature * 100, TENTH);

/**
 * The inputs of the status: the unit, its machine, the temperatures of return air and outdoors in °C, the share of the air
 * that bypasses the coil at high fan, and the time in ms UTC.
 */
interface BrandSource {
  readonly unit: Unit;
  readonly plant: UnitPlant;
  readonly returned: number;
  readonly outdoor: number;
  readonly bypass: number;
  readonly at: number;
}

/**
 * Temperature of the indoor coil in °C. Air that touches the coil leaves at the temperature of the coil; bypassed air
 * is unchanged.
 */
const findIndoorCoil = ({ plant, returned, outdoor, bypass }: BrandSource): number => {
  const { compressor, fanSpeed, freshAir, supply } = plant;
  if (compressor.share === 0 || fanSpeed === 0) return supply;
  const entering = returned + (outdoor - returned) * freshAir;
  return entering + (supply - entering) / (1 - bypass ** (1 / fanSpeed));
};

const toRefrigerant = (source: BrandSource) => {
  const { outdoor, plant } = source;
  const { share } = plant.compressor;
  const indoorCoil = findIndoorCoil(source);
  // At rest the refrigerant settles in the coldest part, here the outdoor coil.
  if (share === 0) return { indoorCoil, outdoorCoil: outdoor, evaporating: outdoor, condensing: outdoor };
  const cools = plant.running === 'cool';
  const outdoorCoil = outdoor + (cools ? 1 : -1) * OUTDOOR_APPROACH * share;
  const [cold, warm] = cools ? [indoorCoil, outdoorCoil] : [outdoorCoil, indoorCoil];
  return { indoorCoil, outdoorCoil, evaporating: cold - PINCH * share, condensing: warm + PINCH * share };
};

const toTemps = (source: BrandSource): Pick<Status, 'Temps' | 'Thermostats'> => {
  const { indoorCoil, outdoorCoil, evaporating, condensing } = toRefrigerant(source);
  const runs = source.plant.compressor.share > 0;
  const [suction, discharge] = runs ? [SUCTION_SUPERHEAT, DISCHARGE_SUPERHEAT] : [0, 0];
  const SuctionLine = toWire(evaporating + suction);
  return {
    Temps: {
      OutdoorCoil: toWire(outdoorCoil),
      IndoorCoil: toWire(indoorCoil),
      Ambient: toWire(source.outdoor),
      SuctionLine,
      DischargeLine: toWire(condensing + discharge),
      DeIceSensor: toWire(outdoorCoil),
      Evaporating: toWire(evaporating),
      Condensing: toWire(condensing),
      // The board is not modelled; its temperature is the outdoor temperature.
      Controller: toWire(source.outdoor),
      SuctionSideSuperheat: suction * 100,
      DischargeSideSuperheat: discharge * 100,
      Vacant: 0,
      SuctionLinePressure: toSaturationPressure(evaporating),
      DischargeLinePressure: toSaturationPressure(condensing),
    },
    Thermostats: {
      IndoorUnitCoilTemperature1: toWire(indoorCoil),
      IndoorUnitSuctionLineTemperature1: SuctionLine,
      IndoorUnitCoilTemperature2: 0,
      IndoorUnitSuctionLineTemperature2: 0,
      SupplyAirTemperature: source.unit.Supply,
      ReturnAirTemperature: source.unit.Temp,
    },
  };
};

const toOutputs = ({
  unit,
  plant,
}: BrandSource): Pick<Status, 'Outputs' | 'InputStatus' | 'OutputStatus'> => {
  const { compressor, fanSpeed, running } = plant;
  const UnitCapacity = Math.round(compressor.share * 100);
  const runs = compressor.share > 0;
  const heats = runs && running === 'heat';
  const bits = (runs ? 1 + 2 : 0) + (fanSpeed > 0 ? 4 : 0) + (heats ? 8 : 0);
  return {
    Outputs: {
      OutdoorFanSpeed: runs ? Math.round(LOWEST_FAN + (100 - LOWEST_FAN) * compressor.share) : 0,
      IndoorFanSpeed: Math.round(fanSpeed * 100),
      Exv1Position: UnitCapacity,
      Exv2Position: 0,
      UnitCapacity,
      UnitMode: heats ? 2 : runs ? 1 : 0,
      DigitalOutputs: bits,
    },
    InputStatus: { Inputs: unit.SysOn + 2 * unit.UnitBrandA.Quiet },
    OutputStatus: { Outputs: bits },
  };
};

const toTimers = ({ unit, plant, at }: BrandSource): Status['Timers'] => {
  const { MinRunTime, AnticycleTime } = unit.GasHeat;
  const left = (minutes: number) => Math.max(0, Math.ceil(minutes * 60 - (at - plant.since) / 1000));
  const isIdle = plant.running === 'idle';
  return {
    MinimumOnOffTime: isIdle ? 0 : left(MinRunTime),
    MinimumOffOnTime: isIdle ? left(AnticycleTime) : 0,
    MinimumOnOnTime: left(isIdle ? AnticycleTime : MinRunTime + AnticycleTime),
  };
};

const unused = initialDatagram('brandStatus');

/** Returns the status of a unit of brand A (installer 6). */
const toBrandStatus = (source: BrandSource): Status => {
  const { seconds, cooled, heated, deiced } = source.plant.compressor;
  return {
    ...unused,
    ...toTemps(source),
    ...toOutputs(source),
    UC8: { IdCode: BOARD, SoftwareVersion: BOARD },
    History8: {
      ...unused.History8,
      TotalRunningHours: Math.floor(seconds / 3600),
      TotalRunningMinutes: Math.floor(seconds / 60) % 60,
      TotalCoolingCyclesMade: cooled,
      TotalHeatingCyclesMade: heated,
      TotalDeiceCyclesMade: deiced,
      ModbusAddress: BOARD,
    },
    Timers: toTimers(source),
  };
};

/**
 * Returns the status before the first outdoor measurement, with every temperature equal to that of the return air.
 * Empty if the unit is of another brand.
 */
export function createBrandStatus(unit: Unit, plant: UnitPlant, at: number): Status[] {
  const temperature = unit.Temp / 100;
  const source = { unit, plant, returned: temperature, outdoor: temperature, bypass: 0, at };
  return isBrandA(unit) ? [toBrandStatus(source)] : [];
}

/** Shows a new status if the unit is of brand A and its status has changed. */
export function showBrandStatus(draft: Draft, source: BrandSource): void {
  const shown = draft.datagrams.brandStatus;
  if (!isBrandA(source.unit)) {
    shown.length = 0;
    return;
  }
  const status = toBrandStatus(source);
  if (JSON.stringify(shown[0]) !== JSON.stringify(status)) shown[0] = status;
}
