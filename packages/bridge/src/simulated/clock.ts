/**
 * The clock of a simulated house: from its anchors on, simulated time runs `scale` times as fast as the wall clock,
 * or not at all while paused. Instants are ms UTC.
 */
export interface Clock {
  readonly anchorSim: number;
  readonly anchorWall: number;
  readonly scale: number;
  readonly paused: boolean;
}

const day = 86_400_000;
const week = 7 * day;

/** The most a house lives through at once after it stood still. */
export const mostToLive = week;

/** How far a wall clock may be set back while the house waits for it; beyond, the clock is anchored anew. */
const mostToWait = 3_600_000;

/** The simulated instant at an instant of the wall clock, a whole number of ms. */
export const simulatedAt = ({ anchorSim, anchorWall, scale, paused }: Clock, wall: number): number =>
  paused ? anchorSim : anchorSim + Math.floor((wall - anchorWall) * scale);

/** The same clock from now on at another scale, paused or running. */
export const changeClock = (
  clock: Clock,
  wall: number,
  change: { scale?: number | undefined; paused?: boolean | undefined },
): Clock => ({
  anchorSim: simulatedAt(clock, wall),
  anchorWall: wall,
  scale: change.scale ?? clock.scale,
  paused: change.paused ?? clock.paused,
});

/** The same clock put forward by some simulated milliseconds. */
export const stepClock = (clock: Clock, wall: number, milliseconds: number): Clock => ({
  ...clock,
  anchorSim: simulatedAt(clock, wall) + milliseconds,
  anchorWall: wall,
});

/** The same clock showing an instant now. */
export const setClock = (clock: Clock, wall: number, at: number): Clock => ({
  ...clock,
  anchorSim: at,
  anchorWall: wall,
});

/**
 * The clock of a house that stood still, or whose wall clock was set: as it is where the house can live through what
 * it missed. Else, in real time, whole weeks are left out, so that weekday and hour stay what they are outside; at
 * another scale the house goes on where it stopped.
 */
export const boundClock = (clock: Clock, wall: number, reached: number): Clock => {
  const missed = simulatedAt(clock, wall) - reached;
  if (missed >= -mostToWait && missed <= mostToLive) return clock;
  const lived = clock.scale === 1 ? ((missed % week) + week) % week : 0;
  return setClock(clock, wall, reached + lived);
};
