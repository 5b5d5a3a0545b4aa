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
/** Airflow by SysFan_e as a share of that at high; a speed the table does not know runs at medium. */
const speeds: Readonly<Record<number, number>> = { [low]: LOW, [medium]: MEDIUM, [high]: HIGH, [top]: TOP };
/** Airflow by the ventilation speed of fan auto; while the air is good the fan runs low or is off. */
const ventSpeeds = [LOW, LOW, MEDIUM, HIGH];
/** The speeds of fan auto by FanAutoType_e; a variable fan has a step every 5 %. */
const steps: Readonly<Record<number, readonly number[]>> = {
  [fanType['two-speed']]: [LOW, HIGH],
  [fanType['three-speed']]: [LOW, MEDIUM, HIGH],
  [fanType['four-speed']]: [LOW, MEDIUM, HIGH, TOP],
  [fanType.variable]: Array.from({ length: 15 }, (_, n) => (6 + n) / 20),
};
/** The speeds of a three-speed fan of one unit brand (UnitBrandA.FanType). */
const brandSteps = steps[fanType['three-speed']]!;
/** How much nearer another speed has to be before fan auto changes to it. */
const SPEED_HYSTERESIS = 0.06;
/** Up to a sixth of the ducts may be shut, as constant zones are, before fan auto slows for it. */
const OPEN_MARGIN = 1.2;
/** While a gas burner burns, fan auto runs at no less than this share: a furnace needs air, whatever is open. */
const BURNING = 0.75;
/** At no load, fan auto runs at this share of what the open dampers take. */
const IDLE_SHARE = 0.5;

const findNearest = (from: readonly number[], wanted: number, now: number): number => {
  let nearest = from[0]!;
  for (const speed of from) if (Math.abs(wanted - speed) < Math.abs(wanted - nearest)) nearest = speed;
  const gain = Math.abs(wanted - now) - Math.abs(wanted - nearest);
  return from.includes(now) && gain < SPEED_HYSTERESIS ? now : nearest;
};

/** The airflow in L/s and the capacity in kW of a unit as it was built: what `FanCapacity` and `FanUnitCapacity` replace. */
const ratedOf = oncePerHouse((house) => ({
  airflow: Math.round(capacityOf(house, house.ducted!)),
  capacity: Math.round(house.ducted!.unit.cooling),
}));

const stepsOf = (unit: Unit): readonly number[] =>
  isBrandA(unit) && unit.UnitBrandA.FanType === brandFanType['three-speed']
    ? brandSteps
    : (steps[unit.FanAutoType] ?? steps[fanType['three-speed']]!);

/** Whether the fan is off while nothing is heated or cooled (CycleFanHeat, CycleFanCool): no cold draught in winter. */
const isOff = ({ SysMode, GasHeat }: Unit, { running, leaning }: UnitPlant): boolean => {
  if (running !== 'idle') return false;
  if (SysMode === heat || (SysMode === auto && leaning === 'heat')) return GasHeat.CycleFanHeat === 1;
  return (SysMode === cool || SysMode === auto) && GasHeat.CycleFanCool === 1;
};

/**
 * The airflow that the fan is set to, as a share of that at high: as SysFan says; low while drying; in fan auto from the
 * `open` share of the ducts and the load of the machine, or from the quality of the air where that is controlled. With
 * non-gas heat the controller chooses as in fan auto. After a run the fan stops once the supply air is as the return air,
 * `returned` °C.
 */
export const findFanSpeed = (
  unit: Unit,
  plant: UnitPlant,
  { open, house, returned }: { open: number; house: HouseFile; returned: number },
): number => {
  if (unit.SysOn === 0) return coolsDown(unit, plant) ? LOW : 0;
  if (isOff(unit, plant)) return plant.fanSpeed > 0 && Math.abs(plant.supply - returned) > PURGED ? LOW : 0;
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
};
