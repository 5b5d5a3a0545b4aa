import type { AnyOverride } from '@plenum/protocol/simulation';

/**
 * The clock of a simulated house: from its anchors on, simulated time runs `scale` times as fast as the clock of the
 * machine (`anchorWall`), or not at all while paused. Instants are ms UTC. The keys are those of the stored setting.
 */
export interface HouseClock {
  readonly anchorSim: number;
  readonly anchorWall: number;
  readonly scale: number;
  readonly paused: boolean;
}

const day = 86_400_000;
const week = 7 * day;

/** The longest time a house simulates at once after its process was stopped. */
export const maxCatchUp = week;

/** How far the machine's clock may be set back while the house waits for it; beyond, the clock is anchored again. */
const maxClockStepBack = 3_600_000;

/** The simulated instant at an instant of the machine's clock, a whole number of ms. */
export const simulatedAt = ({ anchorSim, anchorWall, scale, paused }: HouseClock, now: number): number =>
  paused ? anchorSim : anchorSim + Math.floor((now - anchorWall) * scale);

/** The same clock, from now on with another scale, paused or running. */
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

/** The same clock, moved forward by some simulated milliseconds. */
export const stepClock = (clock: HouseClock, now: number, milliseconds: number): HouseClock => ({
  ...clock,
  anchorSim: simulatedAt(clock, now) + milliseconds,
  anchorWall: now,
});

/** The same clock, showing an instant now. */
export const setClock = (clock: HouseClock, now: number, at: number): HouseClock => ({
  ...clock,
  anchorSim: at,
  anchorWall: now,
});

/**
 * The clock after its process was stopped, or after the machine's clock was set: unchanged where the house can simulate
 * the time in between. Else, in real time, whole weeks are left out, so that weekday and hour stay those outside; at
 * another scale the house continues where it stopped.
 */
export const boundClock = (clock: HouseClock, now: number, reached: number): HouseClock => {
  const missed = simulatedAt(clock, now) - reached;
  if (missed >= -maxClockStepBack && missed <= maxCatchUp) return clock;
  const kept = clock.scale === 1 ? ((missed % week) + week) % week : 0;
  return setClock(clock, now, reached + kept);
};

/** An override of the clock, which belongs to the bridge and not to the house. */
export type ClockOverride = Extract<AnyOverride, { name: `Clock${string}` }>;

/** The clock after an override, and the instant that the house has to reach at once, ms UTC. */
export const applyClockOverride = (
  clock: HouseClock,
  now: number,
  override: ClockOverride,
): { readonly clock: HouseClock; readonly toReach: number } => {
  const changed = {
    ClockScale: (body: number) => changeClock(clock, now, { scale: body }),
    ClockPause: (body: number) => changeClock(clock, now, { paused: body === 1 }),
    ClockStep: (body: number) => stepClock(clock, now, body * 1000),
  }[override.name](override.body);
  return { clock: changed, toReach: simulatedAt(changed, now) };
};
