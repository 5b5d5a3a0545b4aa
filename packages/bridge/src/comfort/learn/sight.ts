import type { Observation, RoomReading } from './observe.ts';

/** The current run of a unit. */
export interface UnitRun {
  /** Start of the compressor; -Infinity if nobody saw it. */
  startedAt: number;
  /** Last time at which the unit was on. */
  stoppedAt: number;
  /** Highest power in this run. */
  highest: number;
}

/** One room at one time, and what was seen before. */
export interface Sight {
  readonly reading: RoomReading;
  readonly now: Observation;
  readonly before: Observation;
  /** The room in the observation before. */
  readonly previous: RoomReading | undefined;
  readonly run: Readonly<UnitRun>;
}

/** Follows one room and adds one kind of its episodes. */
export interface EpisodeFollower {
  see(sight: Sight): void;
  /** Discards an episode that has begun. */
  forget(): void;
}
