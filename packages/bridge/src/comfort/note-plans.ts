import { minute, type StartPlan } from './plan-start.ts';
import type { Arrival } from './similar-starts.ts';

const day = 86_400_000;

/** The plan of a run as it was at the midnight before. */
export type PlannedRun = Pick<StartPlan, 'favourite' | 'start' | 'startsAt'>;

/** Plans that were noted, in order of their runs. */
export interface NotedPlans {
  /** Midnight at which they were last noted. */
  readonly plannedAt?: number;
  readonly planned: readonly PlannedRun[];
}

interface Plans {
  readonly at: number;
  /** Minute of the local day. */
  readonly minute: number;
  readonly planDay: () => readonly StartPlan[];
}

/** Notes the plan of each day at its beginning, so that it can be compared with what happened. */
export function notePlans<S extends NotedPlans>(state: S, { at, minute: of, planDay }: Plans): S {
  const midnight = Math.floor(at / minute) * minute - of * minute;
  if (state.plannedAt === midnight) return state;
  const noted = planDay().map(({ favourite, start, startsAt }) =>
    startsAt === undefined ? { favourite, start } : { favourite, start, startsAt },
  );
  const earlier = state.planned.filter(({ start }) => start <= at && at - start <= 2 * day);
  return { ...state, plannedAt: midnight, planned: [...earlier, ...noted] };
}

/** A run of yesterday: its plan, and what happened. */
export interface PlanResult extends PlannedRun {
  readonly startedAt?: number;
  readonly arrivedAt?: number;
}

/** Returns the plans of the day before a midnight, with the starts and arrivals of their runs. */
export function resultsOf(
  { planned }: NotedPlans,
  arrivals: readonly Arrival[],
  midnight: number,
): readonly PlanResult[] {
  return planned
    .filter(({ start }) => start < midnight && midnight - start <= day)
    .map((plan) => {
      const found = arrivals.find(
        ({ favourite, start }) => favourite === plan.favourite && start === plan.start,
      );
      if (found === undefined) return plan;
      const { startedAt, arrivedAt } = found;
      return arrivedAt === undefined ? { ...plan, startedAt } : { ...plan, startedAt, arrivedAt };
    });
}
