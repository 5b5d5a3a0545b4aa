import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { maxOpening } from '@plenum/protocol/zone';
import type { Ducts } from '../ducted/ducts.ts';
import type { ZonePlant } from '../model/state.ts';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const { constant } = enumerations.zoneType.values;

/** Share of the ducts that has to be open while the unit runs. */
const MIN_OPEN = 0.3;
/** Additional opening required before a constant zone is released again, as a share of the ducts and in m². */
const SHARE_HYSTERESIS = 0.05;
const AREA_HYSTERESIS = 2;
const STEP = 5;

/**
 * Returns the contribution of a zone to the open ducts: its share of the airflow, or its floor area if constants are
 * controlled by area.
 */
const countOpen = (byArea: boolean, zone: Zone, share: number, target: number): number => {
  if (byArea) return target > 0 ? zone.Area : 0;
  return (share * target) / 100;
};

/**
 * Returns the target of a constant zone that is forced open: its highest opening, or for a bypass only the missing
 * share.
 */
const spillTarget = (zone: Zone, target: number, missing: number, share: number): number => {
  const highest = maxOpening(zone);
  if (zone.Bypass === 0) return highest;
  return Math.min(highest, target + Math.ceil((100 * missing) / share / STEP) * STEP);
};

/** Scratch: the indexes of the constant zones by their numbers, in the current step. */
const byNumber = new Int8Array(15);

/**
 * Finds the constant zones that the controller uses, by their numbers 1 to NoOfConst, with -1 for a number without a
 * zone. Returns true if there is any.
 */
const findConstants = ({ NoOfConst }: Unit, zones: readonly Zone[]): boolean => {
  byNumber.fill(-1);
  let found = false;
  for (let place = 0; place < zones.length; place++) {
    const { ZoneType, Const } = zones[place]!;
    if (ZoneType !== constant || Const < 1 || Const > NoOfConst || Const >= byNumber.length) continue;
    byNumber[Const] = place;
    found = true;
  }
  return found;
};

/**
 * Spill protection: while too few ducts are open, forces constant zones open in the order of their constant numbers
 * until enough are open (ConstA; interface 2.3, and CnstCtrlArea of 2.2). Writes `forced` and the targets of those
 * zones.
 */
export function protectSpill(
  unit: Unit,
  zones: readonly Zone[],
  plants: readonly ZonePlant[],
  { shares }: Ducts,
  forced: Uint8Array,
): void {
  if (!findConstants(unit, zones)) return;
  const byArea = unit.CnstCtrlAreaEn === 1;
  let open = 0;
  let held = false;
  for (let place = 0; place < zones.length; place++) {
    open += countOpen(byArea, zones[place]!, shares[place]!, plants[place]!.target);
    held ||= zones[place]!.ConstA === 1;
  }
  const slack = byArea ? AREA_HYSTERESIS : SHARE_HYSTERESIS;
  const needed = (byArea ? unit.CnstCtrlArea : MIN_OPEN) + (held ? slack : 0);
  for (let number = 1; number < byNumber.length && open < needed; number++) {
    const place = byNumber[number]!;
    if (place < 0) continue;
    const zone = zones[place]!;
    if (zone.DamperSkip === 1) continue;
    const plant = plants[place]!;
    const share = shares[place]!;
    const target = spillTarget(zone, plant.target, byArea ? 1 : needed - open, share);
    if (target <= plant.target) continue;
    open -= countOpen(byArea, zone, share, plant.target);
    open += countOpen(byArea, zone, share, target);
    plant.target = target;
    forced[place] = 1;
  }
}
