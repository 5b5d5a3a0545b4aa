import { isDeepStrictEqual } from 'node:util';
import { type Bridge, BridgeError, type ReceivedComponent, watch } from '@plenum/client';
import type { Clock } from '@plenum/machine';
import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import { type ComponentKind, type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Refusal, type Result, refuse } from '@plenum/protocol/refusal';
import type { Changes, Device } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Log } from '../log/log.ts';
import type { AttachTo } from './attach-to.ts';

export interface AttachedDeps {
  readonly bridge: Bridge;
  readonly identity: Identity;
  readonly datagrams: Datagrams;
  readonly to: AttachTo;
  readonly clock: Clock;
  readonly log: Log;
}

/** A real bridge behind ours as a device. */
export interface AttachedDevice extends Device, AsyncDisposable {
  /** Whether what it shows is of now: false while the real bridge does not answer. */
  isCurrent(): boolean;
}

/** Datagrams with one component as it was received; the same object where it is unchanged. */
const replaceComponent = (datagrams: Datagrams, { kind, index, datagram }: ReceivedComponent): Datagrams => {
  const indexIn = (each: object) => indexOf(kind as ComponentKind, each as never);
  const list: readonly object[] = datagrams[kind];
  const before = list.find((each) => indexIn(each) === index);
  if (isDeepStrictEqual(before, datagram)) return datagrams;
  const others = list.filter((each) => each !== before);
  const all = [...others, datagram].sort((a, b) => indexIn(a) - indexIn(b));
  return { ...datagrams, [kind]: all };
};

/** A failure of the bridge behind ours as a refusal of ours; throws any other error. */
const toRefusal = (error: unknown, what: string): Refusal => {
  if (!(error instanceof BridgeError)) throw error;
  if (error.refusal !== undefined) return error.refusal;
  const reason = error.message.replace(/\.$/, '');
  switch (error.code) {
    case 'refused':
      return refuse('refused-behind', { facts: { why: reason } }).refusal;
    case 'unverified':
    case 'unsupported':
      return refuse('not-available', { facts: { what, why: reason } }).refusal;
    default:
      return refuse('unreachable', { facts: { why: reason } }).refusal;
  }
};

/**
 * A real bridge behind ours. Shows what was last received from it, however slow or silent it is, and passes commands on
 * one at a time, verified (wire facts 7). A command is durable when the real bridge acknowledges it.
 */
export const createAttachedDevice = (deps: AttachedDeps): AttachedDevice => {
  const { bridge, identity, to, clock, log } = deps;
  const listeners = createListeners<Changes>(log);
  const stop = new AbortController();
  let { datagrams } = deps;
  let isCurrent = true;

  const update = (component: ReceivedComponent) => {
    const next = replaceComponent(datagrams, component);
    if (next === datagrams) return;
    datagrams = next;
    listeners.notify({ at: clock.now(), changed: [component], datagrams });
  };

  /** Reads one component; where that fails, the watch will receive it. */
  const refresh = async ({ kind, index }: ComponentRef) => {
    const datagram = await bridge.component(kind, index).catch(() => undefined);
    if (datagram !== undefined) update({ kind, index, datagram } as ReceivedComponent);
  };

  /** Reads what else a command changed, one after another so that nothing older replaces what was read since. */
  const refreshFurther = async ({ name }: AnyCommand) => {
    for (const kind of catalogue.get(name)!.alsoChanges)
      for (const each of datagrams[kind]) await refresh({ kind, index: indexOf(kind, each as never) });
  };

  const pass = async (command: AnyCommand): Promise<Result<undefined>> => {
    try {
      await bridge.command(command.name, command.body as never);
    } catch (error) {
      return { ok: false, refusal: toRefusal(error, command.name) };
    }
    // The next query shows what it changed. The rest may be a request for each zone, which the answer does not wait for.
    await refresh(targetOf(command));
    void refreshFurther(command);
    return ok(undefined);
  };

  const follow = async () => {
    const components = watch(bridge, {
      signal: stop.signal,
      ...(to.interval !== undefined && { interval: to.interval }),
      ...(to.notifyPort !== undefined && { notifyPort: to.notifyPort }),
      onState: (state, error) => {
        isCurrent = state !== 'lost';
        log.info({ state, ...(error && { why: error.message }) }, 'the real bridge');
      },
    });
    for await (const component of components) update(component);
  };
  const following = follow().catch((error: unknown) => {
    if (!(error instanceof BridgeError && error.code === 'closed'))
      log.error({ err: error }, 'the real bridge is no longer followed');
  });

  return {
    identity,
    timeZone: undefined,
    advanceTo: () => {},
    at: () => clock.now(),
    datagrams: () => datagrams,
    command: async (...commands) => {
      for (const command of commands) {
        const result = await pass(command);
        if (!result.ok) return result;
      }
      return ok(undefined);
    },
    subscribe: listeners.add,
    isCurrent: () => isCurrent,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      bridge.close();
      await following;
    },
  };
};
