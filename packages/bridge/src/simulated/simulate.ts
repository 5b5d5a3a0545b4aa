import type { Simulator, State } from '@plenum/simulator';
import type { Recorder } from '../history/history.ts';
import { holidayReading } from '../history/holiday.ts';
import type { SeriesReading } from '../history/series.ts';

const minute = 60_000;

/** Returns the air temperature outside a simulated house, on the scale of the wire. The wire does not carry it. */
const outdoors = (simulator: Simulator, state: State): SeriesReading => ({
  name: 'weather.Temperature',
  value: Math.round(simulator.weather(state).Temperature * 100),
});

interface SimulateOptions {
  readonly recorder: Recorder;
  /** Interval between two samples, in ms; default: a minute. */
  readonly sampleEvery?: number;
  /** Called after each sample; returns true to stop the simulation there. */
  readonly shouldStop?: () => boolean;
}

/** Simulates a house up to a time, with a sample for the recorder at each full minute (`sampleEvery`) on the way. */
export function simulate(
  simulator: Simulator,
  { state, until }: { readonly state: State; readonly until: number },
  { recorder, sampleEvery = minute, shouldStop = () => false }: SimulateOptions,
): { readonly state: State; readonly reached: number } {
  let next = state;
  let at = (Math.floor(recorder.last() / sampleEvery) + 1) * sampleEvery;
  for (; at <= until; at += sampleEvery) {
    next = simulator.advance(next, at);
    const { exceptions } = next.plant;
    const current = next;
    const holiday = holidayReading(at, exceptions, () => simulator.status(current).timeZone);
    recorder.sample(at, next.datagrams, { readings: [outdoors(simulator, next), holiday], exceptions });
    if (shouldStop()) return { state: next, reached: at };
  }
  return { state: simulator.advance(next, until), reached: until };
}
