import type { AnyOverride } from '@plenum/protocol/simulation';

/**
 * The clock of a simulated house: from its anchors on, simulated time runs `scale` times as fast as the clock of the
 * machine (`anchorWall`), or not at all while paused. Times are in ms UTC. The keys are those of the stored setting.
 */
export interface HouseClock {
  readonly anchorSim: number;
  readonly anchorWall: number;
  readonly scale: number;
  readonly paused: boolean;
}

const day = 86_400_000;
const week = 7 * day;

/** The longest time that a house catches up on after its process was stopped, in ms. */
export const maxCatchUp = week;

/**
 * The longest step back of the machine's clock that the house waits out, in ms. After a longer step back, the clock of
 * the house is anchored again.
 */
const maxClockStepBack = 3_600_000;

/** Returns the simulated time for a time of the machine's clock, in whole ms. */
export const simulatedAt = ({ anchorSim, anchorWall, scale, paused }: HouseClock, now: number): number =>
  paused ? anchorSim : anchorSim + Math.floor((now - anchorWall) * scale);

/** Returns the same clock with another scale from now on, paused or running. */
export const changeClock = (
  clock: HouseClock,
  now: number,
  change: { scale?: number | undefined; paused?: boolean | undefined },
): HouseClock => ({
  anchorSim: simulatedAt(clock, now),
  anchorWall: now,
  scale: change.scale ?? clock.scale,
  paused: change.paused ?? clock.paused,
});

/** Returns the same clock, moved forward by some simulated milliseconds. */
export const stepClock = (clock: HouseClock, now: number, milliseconds: number): HouseClock => ({
  ...clock,
  anchorSim: simulatedAt(clock, now) + milliseconds,
  anchorWall: now,
});

/** Returns the same clock, showing the given time now. */
export const setClock = (clock: HouseClock, now: number, at: number): HouseClock => ({
  ...clock,
  anchorSim: at,
  anchorWall: now,
});

/**
 * Returns the clock after its process was stopped, or after the machine's clock was set: unchanged if the house can
 * simulate the time in between. Otherwise, in real time, whole weeks are skipped, so that weekday and hour still match
 * the real ones; at another scale the house continues from the time at which it stopped.
 */
export function boundClock(clock: HouseClock, now: number, reached: number): HouseClock {
  const missed = simulatedAt(clock, now) - reached;
  if (missed >= -maxClockStepBack && missed <= maxCatchUp) return clock;
  const kept = clock.scale === 1 ? ((missed % week) + week) % week : 0;
  return setClock(clock, now, reached + kept);
}

/** An override of the clock, which belongs to the bridge and not to the house. */
export type ClockOverride = Extract<AnyOverride, { name: `Clock${string}` }>;

/** Returns the clock after an override, and the time that the house has to reach immediately, in ms UTC. */
export function applyClockOverride(
  clock: HouseClock,
  now: number,
  override: ClockOverride,
): { readonly clock: HouseClock; readonly toReach: number } {
  const changed = {
    ClockScale: (body: number) => changeClock(clock, now, { scale: body }),
    ClockPause: (body: number) => changeClock(clock, now, { paused: body === 1 }),
    ClockStep: (body: number) => stepClock(clock, now, body * 1000),
  }[override.name](override.body);
  return { clock: changed, toReach: simulatedAt(changed, now) };
}
