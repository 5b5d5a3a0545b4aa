import type { Datagrams } from '@plenum/protocol/component';
import type { Way } from '../comfort/learn/observe.ts';
import { comfortable } from '../comfort/predict-arrival.ts';
import { isMeasured, needOf, spilling } from './rules/rooms.ts';

/** Surplus air in one local day: Wh of the unit for it, null if unmeasured, and K·h of the rooms that got it. */
export interface SpillDay {
  readonly from: number;
  readonly energy: number | null;
  readonly discomfort: number;
}

/** Days that are kept. */
const keptDays = 8;

interface SpilledMinute {
  readonly datagrams: Datagrams;
  readonly way: Way;
  /** Midnight of its local day. */
  readonly day: number;
  /** Hours since the sample before. */
  readonly hours: number;
  /** Power of the unit in W, if it is measured. */
  readonly watts: number | undefined;
}

/** Adds the surplus air of one sample to the days. */
export function addSpill(
  days: readonly SpillDay[],
  { datagrams, way, day, hours, watts }: SpilledMinute,
): readonly SpillDay[] {
  const spilled = spilling(datagrams, way);
  if (spilled.length === 0) return days;
  const share = spilled.reduce((sum, one) => sum + one.share, 0);
  const beyond = spilled
    .filter(({ zone }) => isMeasured(zone))
    .reduce((sum, { zone }) => sum + Math.max(0, -needOf(zone, way) - comfortable), 0);
  const last = days.at(-1);
  const today = last?.from === day ? last : { from: day, energy: null, discomfort: 0 };
  const added = {
    from: day,
    energy: watts === undefined ? today.energy : (today.energy ?? 0) + watts * share * hours,
    discomfort: today.discomfort + beyond * hours,
  };
  return [...days.filter(({ from }) => from !== day), added].slice(-keptDays);
}
