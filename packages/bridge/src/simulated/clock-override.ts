import type { ClockOverride } from './deed.ts';
import { changeClock, type HouseClock, simulatedAt, stepClock } from './house-clock.ts';

/** What an override makes of a clock, and the instant the house has to reach at once, ms UTC. */
export const applyClockOverride = (
  clock: HouseClock,
  now: number,
  override: ClockOverride,
): { readonly clock: HouseClock; readonly toReach: number } => {
  const turned = {
    ClockScale: (body: number) => changeClock(clock, now, { scale: body }),
    ClockPause: (body: number) => changeClock(clock, now, { paused: body === 1 }),
    ClockStep: (body: number) => stepClock(clock, now, body * 1000),
  }[override.name](override.body);
  return { clock: turned, toReach: simulatedAt(turned, now) };
};
