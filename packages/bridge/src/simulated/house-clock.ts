/**
 * The clock of a simulated house: from its anchors on, simulated time runs `scale` times as fast as the wall clock,
 * or not at all while paused. Instants are ms UTC.
 */
export interface HouseClock {
  readonly anchorSim: number;
  readonly anchorWall: number;
  readonly scale: number;
  readonly paused: boolean;
}

const day = 86_400_000;
const week = 7 * day;

/** The most a house lives through at once after it stood still. */
export const maxCatchUp = week;

/** How far a wall clock may be set back while the house waits for it; beyond, the clock is anchored anew. */
const maxClockStepBack = 3_600_000;

/** The simulated instant at an instant of the wall clock, a whole number of ms. */
export const simulatedAt = ({ anchorSim, anchorWall, scale, paused }: HouseClock, now: number): number =>
  paused ? anchorSim : anchorSim + Math.floor((now - anchorWall) * scale);

/** The same clock from now on at another scale, paused or running. */
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

/** The same clock put forward by some simulated milliseconds. */
export const stepClock = (clock: HouseClock, now: number, milliseconds: number): HouseClock => ({
  ...clock,
  anchorSim: simulatedAt(clock, now) + milliseconds,
  anchorWall: now,
});

/** The same clock showing an instant now. */
export const setClock = (clock: HouseClock, now: number, at: number): HouseClock => ({
  ...clock,
  anchorSim: at,
  anchorWall: now,
});

/**
 * The clock of a house that stood still, or whose wall clock was set: as it is where the house can live through what
 * it missed. Else, in real time, whole weeks are left out, so that weekday and hour stay what they are outside; at
 * another scale the house goes on where it stopped.
 */
export const boundClock = (clock: HouseClock, now: number, reached: number): HouseClock => {
  const missed = simulatedAt(clock, now) - reached;
  if (missed >= -maxClockStepBack && missed <= maxCatchUp) return clock;
  const lived = clock.scale === 1 ? ((missed % week) + week) % week : 0;
  return setClock(clock, now, reached + lived);
};
