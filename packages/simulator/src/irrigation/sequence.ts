import { enumerations } from '@plenum/protocol/field';
import { type Draft, patch } from '../model/draft.ts';
import type { StationRun } from '../model/state.ts';
import { noProgram } from './create.ts';
import { openValve, shutValve } from './valve.ts';

const { auto } = enumerations.stationMode.values;
const minute = 60_000;

/**
 * Returns the watering time of a station in a run, in ms. A program scales it by Ratio, the test does not. Returns 0 if
 * the run skips the station.
 */
export function wateringTime(draft: Draft, program: number | null, station: number): number {
  const { Ratio, TestTime } = draft.datagrams.irrigation[0]!;
  if (draft.datagrams.station[station]!.Mode !== auto) return 0;
  if (program === null) return TestTime * minute;
  return (draft.datagrams.program[program]!.RunTimes[station]!.t * minute * Ratio) / 100;
}

/** Returns the number of parts in which a run waters a station, one more than its soak pauses (cycle and soak). */
const partsOf = (draft: Draft, { program }: StationRun, station: number): number => {
  const { SoakPeriods } = draft.datagrams.irrigation[0]!;
  const soaks = program !== null && draft.datagrams.station[station]!.Soak === 1;
  return soaks ? SoakPeriods + 1 : 1;
};

/** Returns the length of one part in whole ms. All parts together are exactly the watering time. */
const lengthOf = ({ water, parts, part }: StationRun): number =>
  Math.floor((water * part) / parts) - Math.floor((water * (part - 1)) / parts);

const startNextStation = (draft: Draft, at: number): void => {
  const run = draft.plant.irrigation!.run!;
  for (;;) {
    run.station++;
    if (run.station >= draft.datagrams.station.length) break;
    run.water = wateringTime(draft, run.program, run.station);
    if (run.water === 0 || !openValve(draft, run.station)) continue;
    run.parts = partsOf(draft, run, run.station);
    run.part = 1;
    run.soaking = false;
    run.ends = at + lengthOf(run);
    return;
  }
  endRun(draft, at);
};

const startRun = (draft: Draft, program: number | null, at: number): void => {
  draft.plant.irrigation!.run = {
    program,
    station: -1,
    water: 0,
    parts: 1,
    part: 1,
    soaking: false,
    ends: at,
  };
  patch(draft, 'irrigation', 0, { CurrentProgram: program ?? noProgram, TestMode: program === null ? 1 : 0 });
  startNextStation(draft, at);
};

const endRun = (draft: Draft, at: number): void => {
  const plant = draft.plant.irrigation!;
  plant.run = null;
  patch(draft, 'irrigation', 0, { CurrentProgram: noProgram, TestMode: 0 });
  const next = plant.waiting.shift();
  if (next !== undefined) startRun(draft, next, at);
};

/** Ends the current part or pause and starts the next one at the same time. */
export function endPart(draft: Draft): void {
  const run = draft.plant.irrigation!.run!;
  const { ends: at, station } = run;
  if (run.soaking) {
    run.soaking = false;
    run.part++;
    run.ends = at + lengthOf(run);
    if (!openValve(draft, station)) skipStation(draft, station, at);
  } else if (run.part < run.parts) {
    shutValve(draft, station, 'soaking');
    run.soaking = true;
    run.ends = at + draft.datagrams.irrigation[0]!.SoakTime * minute;
  } else {
    skipStation(draft, station, at);
  }
}

/** Ends the watering of a station if the run waters it, and starts the next one. */
export function skipStation(draft: Draft, station: number, at: number): void {
  if (draft.plant.irrigation!.run?.station !== station) return;
  shutValve(draft, station, 'not running');
  startNextStation(draft, at);
}

/** Runs a program now, or queues it until the current run ends. A program is queued only once. */
export function runProgram(draft: Draft, program: number, at: number): void {
  const { run, waiting } = draft.plant.irrigation!;
  if (run === null) startRun(draft, program, at);
  else if (!waiting.includes(program)) waiting.push(program);
}

const stopRun = (draft: Draft, at: number): void => {
  const { run } = draft.plant.irrigation!;
  if (run === null) return;
  shutValve(draft, run.station, 'not running');
  endRun(draft, at);
};

/** Stops a program and removes it from the queue. The next queued program starts. */
export function stopProgram(draft: Draft, program: number, at: number): void {
  const plant = draft.plant.irrigation!;
  plant.waiting = plant.waiting.filter((waits) => waits !== program);
  if (plant.run?.program === program) stopRun(draft, at);
}

/** Stops the run and drops all queued programs. */
export function stopAll(draft: Draft, at: number): void {
  draft.plant.irrigation!.waiting = [];
  stopRun(draft, at);
}

/** Stops all other watering and waters each station in turn for the test time. */
export function startTest(draft: Draft, at: number): void {
  stopAll(draft, at);
  startRun(draft, null, at);
}

/** Ends the test. Programs that became due during the test start. */
export function stopTest(draft: Draft, at: number): void {
  if (draft.plant.irrigation!.run?.program === null) stopRun(draft, at);
}
