import type { DatabaseSync } from 'node:sqlite';
import {
  type AutomaticKind,
  type AutomaticSettings,
  type AutomationAnswer,
  checkAutomatic,
  defaultAutomatic,
} from '@plenum/insight/automation';
import { type ExplanationStep, toStepSentence, writeFigure } from '@plenum/insight/explain';
import { every, type Runtime } from '@plenum/platform';
import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { AnyCommand } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import { minutesInDay, type SetException } from '@plenum/protocol/schedule';
import { createFavouriteRuns } from '../comfort/favourite-runs.ts';
import { followSamples } from '../comfort/follow-samples.ts';
import { observe } from '../comfort/learn/observe.ts';
import type { OwnActs } from '../comfort/own-acts.ts';
import { minute } from '../comfort/plan-start.ts';
import type { Device } from '../device/device.ts';
import type { createListeners } from '../device/listeners.ts';
import { wattsOf } from '../energy/unit-watts.ts';
import { instantOf, localMinuteOf } from '../exceptions/window.ts';
import type { History, SampleListener } from '../history/history.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import {
  type AutomationState,
  advanceAutomation,
  beginAction,
  noAutomation,
  type PastAction,
  returningOf,
} from './advance-automation.ts';
import type { ActiveAction } from './rule.ts';
import { rules } from './rules/index.ts';
import { commandFor, decidesOn } from './settable.ts';
import type { HandCommands } from './with-hands.ts';

/** Suggests what would help a house, and does it if its owner allowed that. */
export interface Automation {
  read(): AutomationAnswer;
  /** Durable when it returns. What an action changed returns before its kind is switched off. */
  set(settings: AutomaticSettings): Promise<Result<undefined>>;
  /** Does what is suggested. */
  accept(kind: AutomaticKind): Promise<Result<undefined>>;
  /** Undoes an action, or dismisses a suggestion, until the end of the day. */
  undo(kind: AutomaticKind): Promise<Result<undefined>>;
  /** Returns what is suggested or under way, for explanations: all of it, or what is about one zone. */
  steps(zone?: number): readonly ExplanationStep[];
}

interface AutomationDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly device: Device;
  readonly history: Pick<History, 'followSamples'>;
  readonly exceptions: () => readonly SetException[];
  /** True while a simulated house catches up on missed time: nothing is done in the past. */
  readonly isBehind: () => boolean;
  /** The commands of people. */
  readonly hands: Pick<ReturnType<typeof createListeners<HandCommands>>, 'add'>;
  readonly acts: OwnActs;
  readonly stack: Pick<DisposableStack, 'defer'>;
  readonly db: DatabaseSync;
  readonly readOnly: boolean;
}

const settingsKey = 'automation';
const stateKey = 'automation-state';
const part = 'automation';
const storeEvery = 10 * minute;
/** Time for which an action is not repeated after the house refused it. */
const refusedFor = 60 * minute;
/** Past actions that are kept and listed. */
const keptPast = 20;

/** Opens the automatic actions of a house. It continues with the actions that were under way. */
export function openAutomation({
  device,
  history,
  exceptions,
  isBehind,
  hands,
  acts,
  stack,
  db,
  clock,
  log,
  readOnly,
}: AutomationDeps): Automation {
  const store = createSettings(db);
  const stored = checkAutomatic(store.read(settingsKey));
  let settings = stored.ok ? stored.value : defaultAutomatic;
  let state: AutomationState = { ...noAutomation, ...(store.read(stateKey) as Partial<AutomationState>) };
  let isDirty = false;
  let outdoor: number | undefined;
  const findRuns = createFavouriteRuns();
  const queue = createSerialQueue();

  const write = (next: AutomationState): Result<undefined> => {
    const written = transact(db, () => store.write(stateKey, next));
    if (!written.ok) return written;
    state = next;
    isDirty = false;
    return written;
  };

  const dayAt = (at: number): number =>
    Math.floor(localMinuteOf(at, device.timeZone()) / minutesInDay) * minutesInDay;

  const advance = (at: number, datagrams = device.datagrams()) => {
    const timeZone = device.timeZone();
    return advanceAutomation(state, {
      at,
      datagrams,
      settings,
      outdoor,
      runs: findRuns(datagrams, { at, timeZone, exceptions: exceptions() }),
      otherActAt: acts.lastOfOthers(part),
      day: instantOf(dayAt(at), timeZone),
      watts: wattsOf(datagrams),
    });
  };

  const send = (action: string, commands: readonly ReturnType<typeof commandFor>[]) => {
    if (commands.length === 0) return Promise.resolve(ok(undefined));
    acts.note(part, device.at());
    return device.commandFor(
      { by: { over: 'automatic', action }, installer: 'allowed', untilConfirmed: true },
      ...commands,
    );
  };

  /** Begins an action. What it has to return to is stored before anything is sent. */
  const begin = async (action: ActiveAction): Promise<Result<undefined>> => {
    const { kind, changed } = action;
    const before = state.active;
    const written = write({ ...state, ownAt: device.at(), active: [...before, action] });
    if (!written.ok) return written;
    const done = await send(
      kind,
      changed.map((one) => commandFor(one, one.value)),
    );
    if (done.ok) log.info({ kind, reason: action.reason }, 'an automatic action began');
    else log.warn({ kind, refusal: done.refusal.code }, 'an automatic action could not begin');
    if (done.ok) return done;
    await end(action, 'replaced');
    // A house that refuses it now would refuse it every minute.
    const until = device.at() + refusedFor;
    state = { ...state, dismissed: [...state.dismissed, { kind, until }] };
    return done;
  };

  /** Ends an action: each setting that still has the value of the action returns to the one before. */
  const end = async (
    action: ActiveAction,
    ending: PastAction['ending'],
    commands: readonly AnyCommand[] = [],
  ): Promise<Result<undefined>> => {
    const { kind, since, reason } = action;
    const returning = returningOf(action, { datagrams: device.datagrams(), ending, commands });
    const done = await send(
      kind,
      returning.map((one) => commandFor(one, one.before)),
    );
    if (!done.ok) {
      log.warn({ kind, refusal: done.refusal.code }, 'an automatic action could not end yet');
      return done;
    }
    log.info({ kind, ending }, 'an automatic action ended');
    const past: PastAction = { kind, since, reason, endedAt: device.at(), ending };
    return write({
      ...state,
      ownAt: returning.length === 0 ? state.ownAt : device.at(),
      active: state.active.filter((one) => one.kind !== kind),
      past: [...state.past, past].slice(-keptPast),
    });
  };

  /** Decides again at the time that the house has reached by then, because a sample may be of missed time. */
  const act = async (): Promise<void> => {
    isActing = false;
    if (isBehind()) return;
    const step = advance(device.at());
    state = step.state;
    if (step.end !== undefined) await end(step.end.action, step.end.ending);
    else if (step.begin !== undefined) await begin(step.begin);
  };
  let isActing = false;

  const see: SampleListener = ({ at, datagrams, outdoor: weather }) => {
    if (datagrams.unit.length === 0) return;
    outdoor = observe(at, datagrams, weather === undefined ? undefined : weather / 100)?.outdoor;
    const step = advance(at, datagrams);
    state = step.state;
    isDirty = true;
    if (readOnly || isActing || (step.begin === undefined && step.end === undefined)) return;
    isActing = true;
    queue(act).catch((error: unknown) => log.error({ err: error }, 'an automatic action failed'));
  };

  stack.defer(followSamples({ history, see, log }));
  stack.defer(
    hands.add(({ commands, at }) => {
      state = { ...state, handAt: at };
      isDirty = true;
      const isOver = ({ changed }: ActiveAction) =>
        changed.some((one) => commands.some((command) => decidesOn(command, one)));
      if (readOnly || !state.active.some(isOver)) return;
      const endAll = async () => {
        for (const action of state.active.filter(isOver)) await end(action, 'by-person', commands);
      };
      queue(endAll).catch((error: unknown) => log.error({ err: error }, 'an automatic action could not end'));
    }),
  );
  const writeIfDirty = () => {
    if (isDirty) write(state);
  };
  stack.defer(every(clock, storeEvery, writeIfDirty));
  stack.defer(writeIfDirty);

  const sentence = (reason: ExplanationStep) => ({
    ...reason,
    sentence: toStepSentence(reason, writeFigure(device.timeZone())),
  });

  const listed = (): AutomationAnswer['actions'] => {
    const { proposals, state: now } = advance(device.at());
    return [
      ...state.active.map(({ kind, since, until, reason, changed }) => ({
        kind,
        state: 'acting' as const,
        since,
        ...(until !== undefined && { until }),
        reason: sentence(reason),
        commands: changed.map((one) => toBody(commandFor(one, one.value))),
      })),
      ...proposals.map(({ kind, proposal }) => ({
        kind,
        state: 'suggested' as const,
        since: now.suggested.find((one) => one.kind === kind)!.since,
        reason: sentence(proposal.reason),
        commands: proposal.given.map((one) => toBody(commandFor(one, one.value))),
      })),
    ];
  };

  return {
    read: () => ({
      settings,
      actions: listed(),
      past: state.past.map(({ reason, ...one }) => ({ ...one, reason: sentence(reason) })),
      spill: state.spill.map(({ energy, ...day }) => ({
        ...day,
        energy: energy === null ? null : energy / 1000,
      })),
    }),
    set: (next) =>
      queue(async () => {
        for (const action of state.active)
          if (next[action.kind] === 'off') {
            const ended = await end(action, 'undone');
            if (!ended.ok) return ended;
          }
        const written = transact(db, () => store.write(settingsKey, next));
        if (written.ok) settings = next;
        return written;
      }),
    accept: (kind) =>
      queue(async () => {
        const { proposals, seen } = advance(device.at());
        const found = proposals.find((one) => one.kind === kind);
        const { accept } = rules[kind];
        if (found !== undefined && accept !== undefined)
          return write({ ...state, memory: accept(seen.memory) });
        const action = found && beginAction(kind, found.proposal, seen);
        return action === undefined ? ok(undefined) : begin(action);
      }),
    undo: (kind) =>
      queue(async () => {
        const at = device.at();
        const until = instantOf(dayAt(at) + minutesInDay, device.timeZone());
        const action = state.active.find((one) => one.kind === kind);
        const ended = action === undefined ? ok(undefined) : await end(action, 'undone');
        if (!ended.ok) return ended;
        const others = state.dismissed.filter((one) => one.kind !== kind);
        return write({ ...state, dismissed: [...others, { kind, until }] });
      }),
    steps: (zone) =>
      [...state.active, ...advance(device.at()).proposals.map(({ proposal }) => proposal)]
        .filter(({ room }) => zone === undefined || room === zone)
        .map(({ reason }) => reason),
  };
}

const toBody = ({ name, body }: ReturnType<typeof commandFor>) => ({ [name]: body });
