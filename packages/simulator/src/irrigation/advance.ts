import { enumerations, type Weekday } from '@plenum/protocol/field';
import type { CivilMinute } from '../calendar/calendar.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { endManualRun } from './manual-run.ts';
import { endPart, runProgram, skipStation } from './sequence.ts';
import { checkValve, switchPump } from './valve.ts';

const { 'not running': idle, watering: open } = enumerations.stationState.values;
const { manual } = enumerations.stationMode.values;
/** Program days have keys that differ from those of favourites: Tuesday is `T` (interface 2.8). */
const dayKeys = { M: 'M', Tu: 'T', W: 'W', Th: 'Th', F: 'F', Sa: 'Sa', Su: 'Su' } as const satisfies Record<
  Weekday,
  string
>;
/** The highest value of `LastRun` (interface 2.8). */
const weekOrMore = 7;

/** Ends the parts, soak pauses and manual runs that are over at a given time, in order of time. */
const endDueParts = (draft: Draft, until: number): void => {
  const plant = draft.plant.irrigation!;
  for (;;) {
    const first = plant.byHand.reduce<(typeof plant.byHand)[number] | undefined>(
      (soonest, each) => (soonest === undefined || each.ends < soonest.ends ? each : soonest),
      undefined,
    );
    if (first !== undefined && first.ends <= until && first.ends <= (plant.run?.ends ?? until))
      endManualRun(draft, first.station);
    else if (plant.run !== null && plant.run.ends <= until) endPart(draft);
    else return;
  }
};

/**
 * Shuts watering stations whose wire or output module fails at a given time. A run continues with its next station.
 */
const endFailed = (draft: Draft, at: number): void => {
  for (const station of draft.datagrams.station.keys()) {
    if (draft.datagrams.station[station]!.State !== open || checkValve(draft, station)) continue;
    if (draft.datagrams.station[station]!.Mode === manual) endManualRun(draft, station);
    else skipStation(draft, station, at);
  }
};

const countDays = (draft: Draft): void => {
  const { RainWait } = draft.datagrams.irrigation[0]!;
  if (RainWait > 0) patch(draft, 'irrigation', 0, { RainWait: RainWait - 1 });
  for (const [no, { State, LastRun }] of draft.datagrams.station.entries())
    if (State === idle && LastRun < weekOrMore) patch(draft, 'station', no, { LastRun: LastRun + 1 });
};

const startPrograms = (draft: Draft, { weekday, minute, at }: CivilMinute): void => {
  const { Enable, RainWait } = draft.datagrams.irrigation[0]!;
  if (!Enable || RainWait > 0) return;
  for (const program of draft.datagrams.program) {
    if (program.Enable !== 1 || program.Name === '' || program.Days[dayKeys[weekday]] !== 1) continue;
    for (const { h, m } of program.StartTimes) {
      if (h <= 23 && m <= 59 && h * 60 + m === minute) {
        runProgram(draft, program.Index, at);
        break;
      }
    }
  }
};

/**
 * Advances the irrigation by one step. Every event happens at its exact time, so the length of a step makes no
 * difference. At local midnight the rain wait and the days since the last run are counted, before the programs that
 * start at midnight. A program that is due while another runs waits until the other ends; a program that is due during
 * the rain wait is skipped.
 */
export function advanceIrrigation(draft: Draft, { minutes, from, at, model: { house } }: Step): void {
  const plant = draft.plant.irrigation;
  if (plant === undefined) return;
  const { CtrlErr } = draft.datagrams.irrigation[0]!;
  if (plant.controllerFault !== CtrlErr) patch(draft, 'irrigation', 0, { CtrlErr: plant.controllerFault });
  if (minutes.length === 0 && plant.run === null && plant.byHand.length === 0) return;
  endFailed(draft, from);
  for (const minute of minutes) {
    endDueParts(draft, minute.at);
    if (minute.minute === 0) countDays(draft);
    startPrograms(draft, minute);
  }
  endDueParts(draft, at);
  switchPump(draft, house);
}
