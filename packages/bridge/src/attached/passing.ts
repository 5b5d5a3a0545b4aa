import { type Bridge, BridgeError, confirmTime, maxApplyTime } from '@plenum/client';
import { delay, type Runtime } from '@plenum/platform';
import { type AnyCommand, catalogue, effectOf, targetOf } from '@plenum/protocol/command';
import { type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { EventOrigin, UnconfirmedEvent } from '@plenum/protocol/extension';
import { ok, type Refusal, type Result, toSentence } from '@plenum/protocol/refusal';
import type { Caller } from '../device/device.ts';
import { toRefusal } from './to-refusal.ts';

interface PassingDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly bridge: Bridge;
  readonly datagrams: () => Datagrams;
  /** Called after a command has been carried out. */
  readonly onCommand: (at: number, command: AnyCommand, by: EventOrigin) => void;
  /** Called for a command that the real bridge accepted and then did not show. */
  readonly onUnconfirmed: (event: UnconfirmedEvent) => void;
  /** Aborted when the bridge stops. */
  readonly signal: AbortSignal;
}

/**
 * Passes a caller's commands on to a real bridge, one after another, and responds at the stage that the caller chose.
 */
type Passing = (caller: Caller, ...commands: readonly AnyCommand[]) => Promise<Result<undefined>>;

/**
 * Maximum time until an accepted command gets its response, in ms. It leaves a reserve for clients that give up after
 * 2 s.
 */
const longestAnswer = 1_900;

/**
 * A command that the real bridge refused or did not show. If it was not shown, `difference` has the field that differs.
 */
interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly difference: BridgeError['difference'];
}

type Confirmed = { readonly ok: true } | Refused;

/** A command that has been passed on. */
interface Passed {
  readonly command: AnyCommand;
  readonly isAccepted: Promise<void>;
  readonly confirmed: Promise<Confirmed>;
}

/** Resolves to the first refused command as soon as it is known; undefined once all are confirmed. */
const firstRefused = async (all: readonly Passed[]) => {
  const first = Promise.withResolvers<{ readonly passed: Passed; readonly result: Refused }>();
  const each = all.map(async (passed) => {
    const result = await passed.confirmed;
    if (!result.ok) first.resolve({ passed, result });
  });
  return Promise.race([first.promise, Promise.all(each).then(() => undefined)]);
};

/** Follows the signal of a caller as long as the caller waits for a response. */
const whileWaiting = (signal: AbortSignal | undefined) => {
  const own = new AbortController();
  const abort = () => own.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: own.signal,
    [Symbol.dispose]: () => signal?.removeEventListener('abort', abort),
  };
};

export function createPassing(deps: PassingDeps): Passing {
  const { bridge, datagrams, onCommand, clock, log, signal: stop } = deps;
  /** Reads one component, and so updates its known state. If the read fails, the watch reads the component later. */
  const refresh = async ({ kind, index }: ComponentRef) => {
    await bridge.component(kind, index).catch(() => undefined);
  };
  /** Returns the other components that a command changed. */
  const furtherOf = ({ name }: AnyCommand): readonly ComponentRef[] =>
    catalogue
      .get(name)!
      .alsoChanges.flatMap((kind) => datagrams()[kind].map((each) => ({ kind, index: indexOf(kind, each) })));
  const isOpen = ({ kind, index }: ComponentRef) => bridge.knowledge.isOpen(kind, index);

  /**
   * Reads the other components that a command changed, one after another. If the device does not show the expected
   * values yet, reads them again once it must show them.
   */
  const refreshFurther = async (command: AnyCommand) => {
    const acceptedAt = clock.now();
    for (const each of furtherOf(command)) await refresh(each);
    if (!furtherOf(command).some(isOpen)) return;
    await delay(clock, Math.max(0, acceptedAt + maxApplyTime - clock.now()), stop);
    if (!stop.aborted) for (const each of furtherOf(command).filter(isOpen)) await refresh(each);
  };

  /** Commands that the real bridge has neither accepted nor refused yet. */
  const waiting = new Set<object>();

  const pass = (command: AnyCommand, signal: AbortSignal): Passed => {
    const accepted = Promise.withResolvers<void>();
    const decide = () => void waiting.delete(accepted);
    const onAccepted = () => {
      decide();
      accepted.resolve();
    };
    const confirm = async (): Promise<Confirmed> => {
      try {
        const { name, body } = command;
        const options = { signal, onAccepted };
        const { verified } = await bridge.command(name, body, options);
        // A verified command was read back, so its fields are known. The next query shows its other changes.
        if (!verified) await refresh(targetOf(command));
      } catch (error) {
        const difference = error instanceof BridgeError ? error.difference : undefined;
        return { ok: false, refusal: toRefusal(error, command.name), difference };
      }
      // This may be one request per zone, so the response does not wait for it if the new values are known.
      const further = refreshFurther(command);
      const isKnown = effectOf(command) !== undefined || furtherOf(command).some(isOpen);
      if (!isKnown) await further;
      return { ok: true };
    };
    waiting.add(accepted);
    return { command, isAccepted: accepted.promise, confirmed: confirm().finally(decide) };
  };

  /** Reports a command that is not confirmed although its caller already has a response. */
  const follow = async ({ command, confirmed }: Passed, { by, onUnconfirmed }: Caller) => {
    const result = await confirmed;
    if (result.ok || stop.aborted) return;
    const { refusal, difference } = result;
    const [first] = effectOf(command)?.fields ?? [];
    const { field = first?.path.join('.'), read, sent = first?.value ?? command.body } = difference ?? {};
    log.warn(
      { command: command.name, why: toSentence(refusal) },
      'an accepted command could not be confirmed',
    );
    deps.onUnconfirmed({
      what: 'unconfirmed',
      at: clock.now(),
      ...targetOf(command),
      command: command.name,
      ...(field !== undefined && { field }),
      ...(read !== undefined && { read }),
      sent,
      by,
    });
    onUnconfirmed?.(refusal);
  };

  return async (caller, ...commands) => {
    const { by, untilConfirmed = false } = caller;
    using own = whileWaiting(caller.signal?.());
    const came = clock.now();
    const sent: Passed[] = [];
    const answer = (refused?: { readonly passed: Passed; readonly result: Refused }) => {
      for (const passed of sent) {
        if (passed === refused?.passed) continue;
        onCommand(clock.now(), passed.command, by);
        follow(passed, caller).catch((error: unknown) =>
          log.error({ err: error }, 'it is not known whether a command was done'),
        );
      }
      return refused === undefined ? ok(undefined) : { ok: false as const, refusal: refused.result.refusal };
    };
    for (const command of commands) {
      const passed = pass(command, own.signal);
      sent.push(passed);
      const isAccepted = untilConfirmed ? undefined : passed.isAccepted;
      const result = await Promise.race([passed.confirmed, ...(isAccepted ? [isAccepted] : [])]);
      if (result?.ok === false) return answer({ passed, result });
    }
    // Queued commands are sent before the reads that would confirm the commands of this call, so the response does not
    // wait.
    if (untilConfirmed || waiting.size > 0) return answer();
    const end = new AbortController();
    try {
      const wait = Math.max(0, Math.min(confirmTime, came + longestAnswer - clock.now()));
      const isLate = delay(clock, wait, AbortSignal.any([end.signal, stop]));
      return answer(await Promise.race([firstRefused(sent), isLate.then(() => undefined)]));
    } finally {
      end.abort();
    }
  };
}
