import type { ExplanationStep } from '@plenum/insight/explain';
import { minute } from '../../comfort/plan-start.ts';
import { comfortable } from '../../comfort/predict-arrival.ts';
import type { ActionRule } from '../rule.ts';
import { needOf, regulated, spilling } from './rooms.ts';

/** Time for which every room has to be satisfied, so that one reading does not end a run. */
const settled = 3 * minute;
/** Rooms that are named. */
const named = 3;

/**
 * Ends a run once every room has reached its setpoint, if the air then goes to rooms that need none. The unit returns
 * when a room needs it.
 */
export const rest: ActionRule = {
  propose: ({ at, datagrams, settings, memory: { run, satisfiedSince } }) => {
    if (datagrams.unit[0]?.SysOn !== 1 || run === undefined || satisfiedSince === undefined) return undefined;
    if (at - run.since < settings.leastRun * minute || at - satisfiedSince < settled) return undefined;
    const spilled = spilling(datagrams, run.way);
    if (spilled.length === 0) return undefined;
    const rooms = spilled
      .toSorted((one, other) => other.share - one.share)
      .slice(0, named)
      .map(({ zone }) => zone.Name?.trim() || `zone ${zone.Index}`);
    return {
      reason: { code: 'may-rest', figures: { rooms: { value: rooms.join(', ') } } },
      given: [{ name: 'SysOn', value: 0 }],
    };
  },
  begin: (_, { current, memory }) => {
    const reason: ExplanationStep = { code: 'rests', figures: {} };
    return {
      reason,
      ...(current?.stop !== undefined && { until: current.stop }),
      ...(memory.run && { way: memory.run.way }),
    };
  },
  ends: (action, input) => {
    const { at, current, settings } = input;
    // The favourite decides about the time after its run.
    if (action.run !== current?.start) return 'replaced';
    if (at - action.since < settings.leastRest * minute) return undefined;
    const rooms = regulated(input);
    const isNeeded = rooms.length === 0 || rooms.some((room) => needOf(room, action.way!) >= comfortable);
    return isNeeded ? 'returned' : undefined;
  },
};
