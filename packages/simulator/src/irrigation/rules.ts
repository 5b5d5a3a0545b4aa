import type { CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type Reason, refuse, type Subject } from '@plenum/protocol/refusal';
import { type Draft, patch } from '../model/draft.ts';
import { installed } from '../model/installed.ts';
import { ifInstalled, type Rule, type Rules, refuseMissing, rulesOf } from '../model/rule.ts';
import { endManualRun, startManualRun } from './manual-run.ts';
import {
  runProgram,
  skipStation,
  startTest,
  stopAll,
  stopProgram,
  stopTest,
  wateringTime,
} from './sequence.ts';
import { moduleOf, switchPump } from './valve.ts';

type Names = CommandTo<'irrigation' | 'station' | 'program'>;
type Controller = DatagramOf<'irrigation'>;

const stationMode = enumerations.stationMode.values;

const setController = (draft: Draft, members: Partial<Controller>) => patch(draft, 'irrigation', 0, members);
const setProgram = (draft: Draft, no: number, members: Partial<DatagramOf<'program'>>) =>
  patch(draft, 'program', no, members);

/** True if two values of the same definition are equal. */
const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

const setRunTime = (draft: Draft, program: number, station: number, t: number) => {
  const { RunTimes } = draft.datagrams.program[program]!;
  if (RunTimes[station]!.t !== t) setProgram(draft, program, { RunTimes: RunTimes.with(station, { t }) });
};

const refuseStation = (draft: Draft, command: Names, No: number) => {
  const stations = installed.station(draft.datagrams);
  return No < stations.length ? undefined : refuseMissing('station', [command, 'No'], No, stations);
};

const notAvailable = <What extends Subject, Why extends Reason>(facts: What & Why) =>
  refuse('not-available', { facts });
const refuseDisabled = <What extends Subject>(draft: Draft, subject: What) =>
  draft.datagrams.irrigation[0]!.Enable
    ? undefined
    : notAvailable({ ...subject, reason: 'irrigation-disabled' });

/**
 * Refuses a program that cannot run now. The days, start times, `Enable` and rain wait apply only to starts by time; a
 * command can always start the program.
 */
const refuseRun = (draft: Draft, No: number) => {
  const refuseFor = (reason: Reason) => notAvailable({ what: 'program', program: No, ...reason });
  if (draft.datagrams.program[No]!.Name === '') return refuseFor({ reason: 'program-unused' });
  const { Enable, Ratio } = draft.datagrams.irrigation[0]!;
  if (!Enable) return refuseFor({ reason: 'irrigation-disabled' });
  if (Ratio === 0) return refuseFor({ reason: 'ratio-zero' });
  const watered = stationsOf(draft, No);
  if (watered.length === 0) return refuseFor({ reason: 'no-run-time' });
  return refuseFaulty(draft, watered);
};

/** Returns the stations that a run of a program, or of the test (null), waters. */
const stationsOf = (draft: Draft, program: number | null): readonly number[] =>
  [...draft.datagrams.station.keys()].filter((station) => wateringTime(draft, program, station) > 0);

/** Refuses a run if no station's controller responds. If only some respond, their stations run without the others. */
const refuseFaulty = (draft: Draft, stations: readonly number[]) => {
  const [first] = stations;
  const { controllerFault } = draft.plant.irrigation!;
  if (first === undefined || stations.some((station) => moduleOf(station) !== controllerFault)) return;
  const why: Reason =
    stations.length > 1 ? { reason: 'drives-every-station' } : { reason: 'drives-station', station: first };
  return refuse('faulty', { facts: { what: 'controller', controller: controllerFault, ...why } });
};

const rules: Rules<Names> = {
  RetEnable: (draft, enable, { at }) => {
    setController(draft, { Enable: enable === 1 });
    if (enable === 1) return;
    stopAll(draft, at);
    for (const { station } of draft.plant.irrigation!.byHand) endManualRun(draft, station);
  },
  RetRatio: (draft, Ratio) => setController(draft, { Ratio }),
  RetRainWait: (draft, RainWait) => setController(draft, { RainWait }),
  RetTestMode: (draft, test, { at }) => {
    if (test === 0) return stopTest(draft, at);
    const { TestMode, TestTime } = draft.datagrams.irrigation[0]!;
    if (TestMode === 1) return undefined;
    if (TestTime === 0) return notAvailable({ what: 'station-test', reason: 'test-time-zero' });
    return (
      refuseDisabled(draft, { what: 'station-test' }) ??
      refuseFaulty(draft, stationsOf(draft, null)) ??
      startTest(draft, at)
    );
  },
  RetSoakIntervals: (draft, SoakPeriods) => setController(draft, { SoakPeriods }),
  RetSoakTime: (draft, SoakTime) => setController(draft, { SoakTime }),
  RetSetManRunTime: (draft, ManualRunTime) => setController(draft, { ManualRunTime }),
  RetTag2: (draft, { Tag }) => setController(draft, { Tag2: Tag }),
  RetStnMode: (draft, { No, Mode }, { at }) => {
    const refused = refuseStation(draft, 'RetStnMode', No);
    if (refused) return refused;
    if (Mode === stationMode.manual) {
      return (
        refuseFaulty(draft, [No]) ??
        refuseDisabled(draft, { what: 'station-by-hand', station: No }) ??
        startManualRun(draft, No, at)
      );
    }
    endManualRun(draft, No);
    patch(draft, 'station', No, { Mode });
    if (Mode === stationMode.disabled) skipStation(draft, No, at);
  },
  RetStSoak: (draft, { No, Soak }) =>
    refuseStation(draft, 'RetStSoak', No) ?? patch(draft, 'station', No, { Soak }),
  RetPrRetStNameogName: (draft, { No, Name }) =>
    refuseStation(draft, 'RetPrRetStNameogName', No) ?? patch(draft, 'station', No, { Name }),
  RetStRunTime: (draft, { Program, No, RunTime }) =>
    refuseStation(draft, 'RetStRunTime', No) ?? setRunTime(draft, Program, No, RunTime),
  RetRunProgram: (draft, { No, Run }, { at }) => {
    if (Run === 0) return stopProgram(draft, No, at);
    if (draft.plant.irrigation!.run?.program === No) return undefined;
    return refuseRun(draft, No) ?? runProgram(draft, No, at);
  },
  RetProgram: (draft, { Index, StartTimes, M, Tu, W, Th, F, Sa, Su }) => {
    const before = draft.datagrams.program[Index]!;
    const Days = { M, T: Tu, W, Th, F, Sa, Su };
    if (!same(before.StartTimes, StartTimes)) setProgram(draft, Index, { StartTimes });
    if (!same(before.Days, Days)) setProgram(draft, Index, { Days });
  },
  RetPrEnable: (draft, { No, Enable }) => setProgram(draft, No, { Enable }),
  RetProgName: (draft, { No, Name }) => {
    setProgram(draft, No, { Name });
    setController(draft, { [`Name${No + 1}`]: Name });
  },
};

const withPump = (name: Names): Rule<Names> => {
  const rule = rules[name] as Rule<Names>;
  return (draft, body, context) => {
    const refused = rule(draft, body, context);
    switchPump(draft, context.model.house);
    return refused;
  };
};

/** The rules of the irrigation commands, for a house that has irrigation. The pump is switched immediately. */
export const irrigationRules: Rules<Names> = ifInstalled(
  'irrigation',
  rulesOf(Object.keys(rules) as Names[], withPump),
);
