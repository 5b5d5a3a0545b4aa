import { isFilterDue, unitActivity } from '@plenum/insight/status';
import { ways } from '../comfort/learn/observe.ts';
import { minute } from '../comfort/plan-start.ts';
import { followWindows } from './follow-windows.ts';
import type { RuleMemory, SeenHouse } from './rule.ts';
import { needOf, regulated } from './rules/rooms.ts';

/** Longest time between two samples that counts. */
const longestGap = 5 * minute;

/** Advances the memory of the rules by what the house shows now; `since` is the time in ms since the sample before. */
export function remember(before: RuleMemory, input: SeenHouse, since: number): RuleMemory {
  const { datagrams } = input;
  const [unit] = datagrams.unit;
  const isOn = unit?.SysOn === 1;
  const way = unit && ways.find((one) => one === unitActivity(unit, datagrams.zone));
  const isDue = unit !== undefined && isFilterDue(unit);
  const fan = isOn && since > 0 && since <= longestGap ? since / minute : 0;
  // A warning that a person reset belonged to a filter that is clean now.
  const wasReset = before.isFilterDue === true && !isDue;
  const running = way === undefined ? {} : runOf(before, input, way);
  return {
    fanMinutes: wasReset ? 0 : (before.fanMinutes ?? 0) + fan,
    isFilterDue: isDue,
    rooms: followWindows(before.rooms ?? {}, input, running.run),
    ...running,
  };
}

/** Follows the run of the compressor, and for how long every room has been satisfied. */
const runOf = (
  before: RuleMemory,
  { at, datagrams, settings }: SeenHouse,
  way: NonNullable<RuleMemory['run']>['way'],
): Pick<RuleMemory, 'run' | 'satisfiedSince'> => {
  const run = before.run?.way === way ? before.run : { since: at, way };
  const rooms = regulated({ datagrams, settings });
  if (rooms.length === 0 || rooms.some((room) => needOf(room, way) > 0)) return { run };
  return { run, satisfiedSince: before.satisfiedSince ?? at };
};
