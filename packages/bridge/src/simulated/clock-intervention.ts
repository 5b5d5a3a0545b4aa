import { type Clock, changeClock, simulatedAt, stepClock } from './clock.ts';
import type { ClockIntervention } from './deed.ts';

/** What an intervention makes of a clock, and the instant the house has to reach at once, ms UTC. */
export const turnClock = (
  clock: Clock,
  wall: number,
  intervention: ClockIntervention,
): { readonly clock: Clock; readonly toReach: number } => {
  const turned = {
    ClockScale: (body: number) => changeClock(clock, wall, { scale: body }),
    ClockPause: (body: number) => changeClock(clock, wall, { paused: body === 1 }),
    ClockStep: (body: number) => stepClock(clock, wall, body * 1000),
  }[intervention.name](intervention.body);
  return { clock: turned, toReach: simulatedAt(turned, wall) };
};
