import { enumerations } from '@plenum/protocol/field';
import { type Draft, patch } from '../model/draft.ts';
import { skipStation } from './sequence.ts';
import { openValve, shutValve } from './valve.ts';

const { manual } = enumerations.stationMode.values;

/**
 * Waters a station for the manual run time, in parallel with any run, which skips the station meanwhile. At the end the
 * station returns to its previous mode. A station with a fault does not start and keeps its mode.
 */
export function startManualRun(draft: Draft, station: number, at: number): void {
  const { byHand } = draft.plant.irrigation!;
  if (byHand.some((each) => each.station === station)) return;
  skipStation(draft, station, at);
  if (!openValve(draft, station)) return;
  const mode = draft.datagrams.station[station]!.Mode;
  byHand.push({ station, mode, ends: at + draft.datagrams.irrigation[0]!.ManualRunTime * 60_000 });
  patch(draft, 'station', station, { Mode: manual });
}

/** Ends the manual run of a station if there is one. */
export function endManualRun(draft: Draft, station: number): void {
  const plant = draft.plant.irrigation!;
  const ended = plant.byHand.find((each) => each.station === station);
  if (ended === undefined) return;
  plant.byHand = plant.byHand.filter((each) => each !== ended);
  shutValve(draft, station, 'not running');
  patch(draft, 'station', station, { Mode: ended.mode });
}
