/** What the sequence is doing: one station of one program, or of the test. */
export interface Run {
  /** Program 0..8, or null in test mode. */
  program: number | null;
  /** Station being served; -1 before the first. */
  station: number;
  /** Watering of that station in all, ms, and in how many parts it comes with soak pauses between. */
  water: number;
  parts: number;
  /** Parts begun, counted from 1. */
  part: number;
  soaking: boolean;
  /** Instant at which this part or pause ends, ms UTC. */
  ends: number;
}

/** A station that waters because its mode was set to manual: the mode it had, and the instant it ends, ms UTC. */
export interface ByHand {
  station: number;
  mode: number;
  ends: number;
}

/**
 * What the wire does not show of the irrigation controller: plain data that survives JSON.
 *
 * The simulator sets `faults` (StationError of each station's wire: 0 none, 1 open, 2 short) and `controllerFault`
 * (0 none, 1..3 the output module that does not answer; each has eight stations); the controller finds a wire's
 * fault when it next tries the station.
 */
export interface IrrigationPlant {
  run: Run | null;
  /** Programs that wait for the run to end, first come first served. */
  waiting: number[];
  byHand: ByHand[];
  faults: number[];
  controllerFault: number;
}

/** Nothing runs and nothing is wrong. */
export const createIrrigationPlant = (stations: number): IrrigationPlant => ({
  run: null,
  waiting: [],
  byHand: [],
  faults: Array.from({ length: stations }, () => 0),
  controllerFault: 0,
});
