import { mixReturnAir } from '../ducted/duct-air.ts';
import { ductsOf } from '../ducted/ducts.ts';
import { type Draft, showReading } from '../model/draft.ts';
import { isDue, TENTH, toReading } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import { type Air, toRelativeHumidity } from '../physics/index.ts';
import { showBrandStatus } from './brand-status.ts';
import { showEvaporative } from './machine/evaporative.ts';
import { machinesOf } from './machine/machines.ts';

/** Interval between readings of the temperature sensors, and of the humidity and gas sensors, in ms. */
const PERIOD = 60_000;
const AIR_PERIOD = 300_000;
/** Hysteresis of supply air in hundredths of a degree, because the value changes constantly while the unit runs. */
const SUPPLY_HYSTERESIS = 50;
/** Resolution of the gas sensors, in ppm or ppb. */
const GAS = 10;
/** Volatile compounds in ppb: emitted by the house itself, and per ppm of CO2 that people exhale. */
const VOC_BASE = 90;
const VOC_PER_CO2 = 0.45;
/** Share of volatile compounds that remains while a purifier cleans the air that the fan moves. */
const PURIFIED = 0.4;

const drawn: Air = { temperature: 0, humidity: 0, co2: 0 };

const readAir = (
  draft: Draft,
  { outdoors, pressure }: { readonly outdoors: number; readonly pressure: number },
): void => {
  const unit = draft.datagrams.unit[0]!;
  const emitted = VOC_BASE + VOC_PER_CO2 * Math.max(0, drawn.co2 - outdoors);
  const purifies = unit.AirPureOn === 1 && draft.plant.unit!.fanSpeed > 0;
  const compounds = purifies ? emitted * PURIFIED : emitted;
  showReading(draft, 'unit', 0, {
    InRh: toReading(unit.InRh, toRelativeHumidity(drawn.temperature, drawn.humidity, pressure), 1),
    IneCO2: toReading(unit.IneCO2, drawn.co2, GAS),
    InTVOC: toReading(unit.InTVOC, compounds, GAS),
  });
};

/** Reads return air and supply air once a minute, humidity and gases every five minutes, after the air has moved. */
export function readUnitSensors(
  draft: Draft,
  { climate, conditions, model: { house, thermal }, from, at }: Step,
): void {
  if (draft.datagrams.unit.length === 0 || !isDue(PERIOD, from, at)) return;
  const unit = draft.datagrams.unit[0]!;
  const { zones, unit: machine } = draft.plant;
  mixReturnAir(ductsOf(house), zones, climate, drawn);
  const Temp = toReading(unit.Temp, drawn.temperature * 100, TENTH);
  const Supply = toReading(unit.Supply, machine!.supply * 100, TENTH, SUPPLY_HYSTERESIS);
  if (Temp !== unit.Temp || Supply !== unit.Supply) showReading(draft, 'unit', 0, { Temp, Supply });
  if (isDue(AIR_PERIOD, from, at))
    readAir(draft, { outdoors: conditions.weather.co2, pressure: thermal.air.pressure });
  showBrandStatus(draft, {
    unit: draft.datagrams.unit[0]!,
    plant: machine!,
    returned: drawn.temperature,
    outdoor: conditions.weather.temperature,
    bypass: machinesOf(house).pump.bypass,
    at,
  });
  if (machine!.evaporative !== null) showEvaporative(draft, draft.datagrams.unit[0]!.InRh);
}
