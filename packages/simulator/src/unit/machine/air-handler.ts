import type { DatagramOf } from '@plenum/protocol/component';
import { burnsGas } from '../../ducted/burner.ts';
import { flowThrough, supplyRooms } from '../../ducted/duct-air.ts';
import type { Ducts } from '../../ducted/ducts.ts';
import type { Draft } from '../../model/draft.ts';
import type { Step } from '../../model/step.ts';
import {
  type Air,
  type EvaporativeOutput,
  type HeatPump,
  type HeatPumpDemand,
  type HeatPumpOutput,
  HOTTEST_SUPPLY,
  runEvaporativeCooler,
  runGasHeater,
  runHeatPump,
  SEA_LEVEL,
  type UnitFlows,
  VAPORISATION,
  type Weather,
} from '../../physics/index.ts';
import { isBrandA } from '../brand.ts';
import { runCompressor } from './compressor.ts';
import { openLimit } from './gas-heat.ts';
import { machinesOf } from './machines.ts';
import { drawReturn } from './return-air.ts';

/** Time constants of the sensor in the supply duct, in s: in moving air and in still air. */
const BLOWN_LAG = 60;
const STILL_LAG = 1200;

/** Scratch of the current step. Every number is written before it is read. */
const outside: Air = { temperature: 0, humidity: 0, co2: 0 };
const mixed: Air = { temperature: 0, humidity: 0, co2: 0 };
const demand: HeatPumpDemand = {
  air: SEA_LEVEL,
  mode: 'fan',
  outdoor: 0,
  outdoorHumidity: 0,
  temperature: 0,
  humidity: 0,
  airflow: 0,
  load: 0,
};
const heatPumpOutput: HeatPumpOutput = {
  temperature: 0,
  humidity: 0,
  sensible: 0,
  moisture: 0,
  coil: 0,
  capacity: 0,
  power: 0,
  fan: 0,
};
const coolerOutput: EvaporativeOutput = { temperature: 0, humidity: 0, power: 0, fan: 0, water: 0 };

const setOutside = (weather: Weather): void => {
  outside.temperature = weather.temperature;
  outside.humidity = weather.humidityRatio;
  outside.co2 = weather.co2;
};

/**
 * Margin by which the load may exceed the share of the rated airflow. A higher load would freeze the coil, or make the
 * unit trip because of the pressure.
 */
const LOAD_MARGIN = 0.1;

/** Highest load of a compressor whose outdoor fan has to be quiet (UnitBrandA.Quiet). */
const QUIET_MAX_LOAD = 0.75;
/** Airflow by static pressure setting (StaticP), relative to the middle setting. */
const staticShares = [0.85, 0.925, 1, 1.075, 1.15];

/**
 * Bisection rounds to find the load at which the supply air reaches its limit, to less than a hundredth of a degree.
 */
const HOLD_ROUNDS = 12;

/** Lowers the load until the supply air is within its limits, as a unit of one brand does (UnitBrandA). */
const holdSupply = (pump: HeatPump, { UnitBrandA }: DatagramOf<'unit'>): void => {
  const [way, limit] =
    demand.mode === 'cool' ? [-1, UnitBrandA.CoolSetpoint / 100] : [1, UnitBrandA.HeatSetpoint / 100];
  const isBeyond = () => way * (heatPumpOutput.temperature - limit) > 0;
  if (demand.mode === 'fan' || demand.load === 0 || !isBeyond()) return;
  let [lowest, highest] = [0, demand.load];
  for (let round = 0; round < HOLD_ROUNDS; round++) {
    demand.load = (lowest + highest) / 2;
    runHeatPump(pump, demand, heatPumpOutput);
    if (isBeyond()) highest = demand.load;
    else lowest = demand.load;
  }
  demand.load = lowest;
  runHeatPump(pump, demand, heatPumpOutput);
};

/** Runs a heat pump, or instead of it a gas burner, on the mixed air, which becomes supply air. */
const condition = (draft: Draft, step: Step, airflow: number, load: number): void => {
  const {
    model: { house, thermal },
    conditions,
  } = step;
  const { running, compressor } = draft.plant.unit!;
  const unit = draft.datagrams.unit[0]!;
  const { weather } = conditions;
  demand.mode = running === 'idle' ? 'fan' : running;
  demand.air = thermal.air;
  demand.outdoor = weather.temperature;
  demand.outdoorHumidity = weather.humidityRatio;
  demand.temperature = mixed.temperature;
  demand.humidity = mixed.humidity;
  demand.airflow = airflow;
  const { pump } = machinesOf(house);
  const burns = running === 'heat' && burnsGas(unit);
  if (burns) {
    demand.load = load;
    runGasHeater(pump, demand, heatPumpOutput);
    if (load > 0 && heatPumpOutput.temperature >= HOTTEST_SUPPLY) openLimit(draft.plant.unit!, step.at);
  } else {
    const most = isBrandA(unit) && unit.UnitBrandA.Quiet === 1 ? QUIET_MAX_LOAD : 1;
    demand.load = Math.min(load, most, airflow / pump.airflow + LOAD_MARGIN);
    runHeatPump(pump, demand, heatPumpOutput);
    if (isBrandA(unit)) holdSupply(pump, unit);
  }
  const share = burns || airflow === 0 || demand.mode === 'fan' ? 0 : demand.load;
  runCompressor(compressor, { pump, demand, share, seconds: step.seconds });
  draft.plant.loads.unit = heatPumpOutput.power - heatPumpOutput.fan;
  draft.plant.loads.fan = heatPumpOutput.fan;
  mixed.temperature = heatPumpOutput.temperature;
  mixed.humidity = heatPumpOutput.humidity;
};

/** Runs an evaporative cooler on outside air, which becomes supply air. */
const evaporate = (
  draft: Draft,
  { model: { house, thermal } }: Step,
  airflow: number,
  wet: boolean,
): void => {
  const { temperature, humidity } = outside;
  const { air } = thermal;
  runEvaporativeCooler(machinesOf(house).cooler, { air, temperature, humidity, airflow, wet }, coolerOutput);
  draft.plant.loads.unit = coolerOutput.power - coolerOutput.fan;
  draft.plant.loads.fan = coolerOutput.fan;
  mixed.temperature = coolerOutput.temperature;
  mixed.humidity = coolerOutput.humidity;
  mixed.co2 = outside.co2;
};

/** Scratch: the air of the roof space, as humid as outside. */
const roof: Air = { temperature: 0, humidity: 0, co2: 0 };

/** Writes the heat and vapour that the unit and the supply ducts gave to the air that they sent to the rooms. */
const keepBooks = (
  { seconds, model: { thermal }, conditions: { supply } }: Step,
  airflow: number,
  { isEvaporative, flows }: { readonly isEvaporative: boolean; readonly flows: UnitFlows },
): void => {
  const { volumeHeat, density } = thermal.air;
  const { fan } = isEvaporative ? coolerOutput : heatPumpOutput;
  flows.fan += seconds * (airflow > 0 ? fan : 0);
  if (isEvaporative) {
    const { water } = coolerOutput;
    flows.coil -= seconds * VAPORISATION * water;
    flows.coilVapour += seconds * water;
  } else {
    const { coil, moisture } = heatPumpOutput;
    flows.coil += seconds * (coil - VAPORISATION * moisture);
    flows.coilVapour += seconds * moisture;
  }
  flows.roofSpace -= seconds * volumeHeat * airflow * mixed.temperature;
  flows.roofSpaceVapour -= seconds * density * airflow * mixed.humidity;
  for (let room = 0; room < thermal.size; room++) {
    const flow = supply.flow[room]!;
    flows.roofSpace += seconds * volumeHeat * flow * supply.temperature[room]!;
    flows.roofSpaceVapour += seconds * density * flow * supply.humidity[room]!;
  }
};

/**
 * Draws return air (`inside`) at the fan's speed, mixes in outside air, heats, cools or wets it at a load of 0..1, and
 * supplies it to the rooms through the `open` share of the ducts. Writes the loads in W: `fan` is the indoor fan and
 * `unit` the rest of the unit, so that their sum is the power of the whole unit.
 */
export function supplyAir(
  draft: Draft,
  step: Step,
  { ducts, open, inside, load }: { ducts: Ducts; open: number; inside: Air; load: number },
): void {
  const plant = draft.plant.unit!;
  const { thermal, house } = step.model;
  const { pump, cooler } = machinesOf(house);
  const { evaporative } = plant;
  const nominal = evaporative === null ? pump.airflow : cooler.airflow;
  const { StaticP } = draft.datagrams.unit[0]!;
  const airflow = nominal * flowThrough(open, (staticShares[StaticP] ?? 1) * plant.fanSpeed);
  setOutside(step.conditions.weather);
  if (airflow > 0) roof.temperature = thermal.roofSpace(step.climate);
  roof.humidity = outside.humidity;
  roof.co2 = outside.co2;
  const freshAir = evaporative === null ? plant.freshAir : 1;
  drawReturn(plant, step, { ducts, inside, roof, outside, airflow, freshAir }, mixed);
  if (evaporative === null) condition(draft, step, airflow, load);
  else evaporate(draft, step, airflow, evaporative.wet);
  if (airflow > 0) {
    const { volumeHeat } = thermal.air;
    supplyRooms(
      ducts,
      draft.plant.zones,
      { airflow, open, air: mixed, roof: roof.temperature, volumeHeat },
      step.conditions.supply,
    );
  }
  if (step.flows !== undefined)
    keepBooks(step, airflow, { isEvaporative: evaporative !== null, flows: step.flows.unit });
  const follow = Math.min(1, step.seconds / (airflow > 0 ? BLOWN_LAG : STILL_LAG));
  plant.supply += ((airflow > 0 ? mixed.temperature : inside.temperature) - plant.supply) * follow;
}
