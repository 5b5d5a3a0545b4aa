import type { Bridge } from '@plenum/client';
import { type Clock, delay } from '@plenum/machine';
import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import { type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { EventOrigin } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Caller } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import { toRefusal } from './to-refusal.ts';

export interface PassingDeps {
  readonly bridge: Bridge;
  readonly datagrams: () => Datagrams;
  /** Called after a command was carried out. */
  readonly onCommand: (at: number, command: AnyCommand, by: EventOrigin) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the bridge stops. */
  readonly signal: AbortSignal;
}

/** Passes the commands of a caller on to a real bridge, one after another, and answers as the caller wants to wait. */
export type Passing = (caller: Caller, ...commands: readonly AnyCommand[]) => Promise<Result<undefined>>;

/**
 * Milliseconds after the real bridge accepted a command in which its answer waits to be confirmed. Clients give up after 3 s,
 * and an old value that a real bridge shows this early proves nothing.
 */
const confirmTime = 1_500;

/** A command that was passed on. */
interface Passed {
  readonly command: AnyCommand;
  readonly isAccepted: Promise<void>;
  readonly confirmed: Promise<Result<undefined>>;
}

/** The first one that is refused, once that is known; undefined once all are confirmed. */
const firstRefused = async (all: readonly Passed[]) => {
  const first = Promise.withResolvers<{ readonly passed: Passed; readonly result: Result<undefined> }>();
  const each = all.map(async (passed) => {
    const result = await passed.confirmed;
    if (!result.ok) first.resolve({ passed, result });
  });
  return Promise.race([first.promise, Promise.all(each).then(() => undefined)]);
};

/** Ends with a signal of a caller, as long as that waits for an answer. */
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

export const createPassing = (deps: PassingDeps): Passing => {
  const { bridge, datagrams, onCommand, clock, log, signal: stop } = deps;
  /** Reads one component, which updates what is known of it; where that fails, the watch will receive it. */
  const refresh = async ({ kind, index }: ComponentRef) => {
    await bridge.component(kind, index).catch(() => undefined);
  };
  /** Reads what else a command changed, one after another. */
  const refreshFurther = async ({ name }: AnyCommand) => {
    for (const kind of catalogue.get(name)!.alsoChanges)
      for (const each of datagrams()[kind]) await refresh({ kind, index: indexOf(kind, each as never) });
  };

  const pass = (command: AnyCommand, signal: AbortSignal): Passed => {
    const accepted = Promise.withResolvers<void>();
    const confirm = async (): Promise<Result<undefined>> => {
      try {
        const { name, body } = command;
        const options = { signal, onAccepted: accepted.resolve };
        const { verified } = await bridge.command(name, body as never, options);
        // A verified command was read back, and what it set is known. The next query shows what else it changed.
        if (!verified) await refresh(targetOf(command));
      } catch (error) {
        return { ok: false, refusal: toRefusal(error, command.name) };
      }
      // This may be a request for each zone, which the answer does not wait for.
      void refreshFurther(command);
      return ok(undefined);
    };
    return { command, isAccepted: accepted.promise, confirmed: confirm() };
  };

  /** Notes what becomes of a command after its caller was answered. */
  const follow = async ({ command, confirmed }: Passed) => {
    const result = await confirmed;
    if (result.ok || stop.aborted) return;
    const { code, facts } = result.refusal;
    log.warn(
      { command: command.name, code, ...facts },
      'the real bridge accepted a command and did not do it',
    );
  };

  return async ({ by, untilConfirmed = false, signal }, ...commands) => {
    using waiting = whileWaiting(signal?.());
    const sent: Passed[] = [];
    const answer = (refused?: { readonly passed: Passed; readonly result: Result<undefined> }) => {
      for (const passed of sent) {
        if (passed === refused?.passed) continue;
        onCommand(clock.now(), passed.command, by);
        follow(passed).catch((error: unknown) =>
          log.error({ err: error }, 'a command could not be followed'),
        );
      }
      return refused?.result ?? ok(undefined);
    };
    for (const command of commands) {
      const passed = pass(command, waiting.signal);
      sent.push(passed);
      const isAccepted = untilConfirmed ? undefined : passed.isAccepted;
      const result = await Promise.race([passed.confirmed, ...(isAccepted ? [isAccepted] : [])]);
      if (result?.ok === false) return answer({ passed, result });
    }
    if (untilConfirmed) return answer();
    const end = new AbortController();
    try {
      const isLate = delay(clock, confirmTime, AbortSignal.any([end.signal, stop]));
      return answer(await Promise.race([firstRefused(sent), isLate.then(() => undefined)]));
    } finally {
      end.abort();
    }
  };
};
