import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { burnsGas, coolsDown, PURGED } from '../../ducted/burner.ts';
import { capacityOf } from '../../ducted/ducts.ts';
import { type HouseFile, oncePerHouse } from '../../house-schema/house.ts';
import type { UnitPlant } from '../../model/state.ts';
import { isBrandA } from '../brand.ts';
import { isVentilating } from './ventilation.ts';

const { low, medium, high, top, auto: autoFan, 'non-gas heat': nonGasHeat } = enumerations.sysFan.values;
const { cool, heat, dry, auto } = enumerations.sysMode.values;
const fanType = enumerations.fanAutoType.values;
const brandFanType = enumerations.brandFanType.values;

type Unit = DatagramOf<'unit'>;

const LOW = 0.5;
const MEDIUM = 0.75;
const HIGH = 1;
const TOP = 1.15;
/** Airflow by SysFan_e as a share of that at high. A speed that is not in the table runs at medium. */
const speeds: Readonly<Record<number, number>> = { [low]: LOW, [medium]: MEDIUM, [high]: HIGH, [top]: TOP };
/** Airflow by the ventilation speed of fan auto. While the air is good the fan runs low or is off. */
const ventSpeeds = [LOW, LOW, MEDIUM, HIGH];
/** The speeds of fan auto by FanAutoType_e. A variable fan has a step every 5 %. */
const steps: Readonly<Record<number, readonly number[]>> = {
  [fanType['two-speed']]: [LOW, HIGH],
  [fanType['three-speed']]: [LOW, MEDIUM, HIGH],
  [fanType['four-speed']]: [LOW, MEDIUM, HIGH, TOP],
  [fanType.variable]: Array.from({ length: 15 }, (_, n) => (6 + n) / 20),
};
/** The speeds of a three-speed fan of one unit brand (UnitBrandA.FanType). */
const brandSteps = steps[fanType['three-speed']]!;
/** Margin by which another speed has to be nearer before fan auto changes to it. */
const SPEED_HYSTERESIS = 0.06;
/**
 * Factor that allows up to a sixth of the ducts to be shut, as constant zones often are, before fan auto slows down.
 */
const OPEN_MARGIN = 1.2;
/** Lowest share at which fan auto runs while a gas burner burns: a furnace needs air even if few dampers are open. */
const BURNING = 0.75;
/** Share of the open dampers' airflow at which fan auto runs at no load. */
const IDLE_SHARE = 0.5;

const findNearest = (from: readonly number[], wanted: number, now: number): number => {
  let nearest = from[0]!;
  for (const speed of from) if (Math.abs(wanted - speed) < Math.abs(wanted - nearest)) nearest = speed;
  const gain = Math.abs(wanted - now) - Math.abs(wanted - nearest);
  return from.includes(now) && gain < SPEED_HYSTERESIS ? now : nearest;
};

/** Original airflow in L/s and capacity in kW of a unit, which `FanCapacity` and `FanUnitCapacity` override. */
const ratedOf = oncePerHouse((house) => ({
  airflow: Math.round(capacityOf(house, house.ducted!)),
  capacity: Math.round(house.ducted!.unit.cooling),
}));

const stepsOf = (unit: Unit): readonly number[] =>
  isBrandA(unit) && unit.UnitBrandA.FanType === brandFanType['three-speed']
    ? brandSteps
    : (steps[unit.FanAutoType] ?? steps[fanType['three-speed']]!);

/** The direction in which a unit changes the temperature: 1 heats, -1 cools, 0 neither. */
const wayOf = ({ SysMode }: Unit, { leaning }: UnitPlant): number => {
  if (SysMode === heat || (SysMode === auto && leaning === 'heat')) return 1;
  return SysMode === cool || SysMode === auto ? -1 : 0;
};

/**
 * True if the fan is off while nothing is heated or cooled (CycleFanHeat, CycleFanCool), to avoid a cold draught in
 * winter.
 */
const isOff = ({ GasHeat }: Unit, { running }: UnitPlant, way: number): boolean =>
  running === 'idle' && (way > 0 ? GasHeat.CycleFanHeat === 1 : way < 0 && GasHeat.CycleFanCool === 1);

/**
 * Returns the target airflow of the fan, as a share of that at high: the speed of SysFan; low while drying; in fan auto
 * by the `open` share of the ducts and the load of the machine, or by air quality if air quality is controlled. With
 * non-gas heat the controller chooses as in fan auto. After a run the fan stops once the supply air has the temperature
 * of the return air, `returned` °C.
 */
export function findFanSpeed(
  unit: Unit,
  plant: UnitPlant,
  { open, house, returned }: { open: number; house: HouseFile; returned: number },
): number {
  if (unit.SysOn === 0) return coolsDown(unit, plant) ? LOW : 0;
  const way = wayOf(unit, plant);
  // In a hot or cold roof the air of a machine at rest differs from the return air, but not in the way of its run.
  if (isOff(unit, plant, way))
    return plant.fanSpeed > 0 && way * (plant.supply - returned) > PURGED ? LOW : 0;
  if (unit.SysMode === dry) return LOW;
  if (isVentilating(unit))
    return plant.ventStage === 0 && unit.Ventilation.CycleFanOff === 1 ? 0 : ventSpeeds[plant.ventStage]!;
  if (unit.SysFan !== autoFan && unit.SysFan !== nonGasHeat) return speeds[unit.SysFan] ?? MEDIUM;
  const { airflow, capacity } = ratedOf(house);
  const load = plant.load * (unit.FanUnitCapacity / capacity);
  const demand = plant.running === 'idle' ? IDLE_SHARE : IDLE_SHARE + (1 - IDLE_SHARE) * load;
  const from = stepsOf(unit);
  const taken = Math.min(1, open * OPEN_MARGIN * (unit.FanCapacity / airflow));
  const wanted = plant.running === 'heat' && burnsGas(unit) ? Math.max(BURNING, taken) : taken * demand;
  return findNearest(from, wanted * from.at(-1)!, plant.fanSpeed);
}
