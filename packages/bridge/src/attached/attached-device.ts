import { type Bridge, BridgeError, type ReceivedComponent, watch } from '@plenum/client';
import type { Clock } from '@plenum/machine';
import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import { type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Changes, Device } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Log } from '../log/log.ts';
import type { AttachTo } from './attach-to.ts';
import { toRefusal } from './refusal.ts';
import { replaceComponent } from './replace.ts';

export interface AttachedDeps {
  readonly bridge: Bridge;
  readonly identity: Identity;
  readonly datagrams: Datagrams;
  readonly to: AttachTo;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A real bridge behind ours: shows what was last seen of it, however slow or silent it is, and passes commands on
 * one at a time, verified (wire facts 7). Its own answer makes a command durable.
 */
export const createAttachedDevice = (parts: AttachedDeps): Device & AsyncDisposable => {
  const { bridge, identity, to, clock, log } = parts;
  const listeners = createListeners<Changes>(log);
  const end = new AbortController();
  let { datagrams } = parts;

  const take = (seen: ReceivedComponent) => {
    const next = replaceComponent(datagrams, seen);
    if (next === datagrams) return;
    datagrams = next;
    listeners.notify({ at: clock.now(), changed: [seen], datagrams });
  };

  /** Reads one component; where that fails, the watch will see it. */
  const look = async ({ kind, index }: ComponentRef) => {
    const seen = await bridge.component(kind, index).catch(() => undefined);
    if (seen !== undefined) take({ kind, index, datagram: seen } as ReceivedComponent);
  };

  /** Reads what else a command changed, one after another so that nothing older replaces what was read since. */
  const lookFurther = async ({ name }: AnyCommand) => {
    for (const kind of catalogue.get(name)!.alsoChanges)
      for (const each of datagrams[kind]) await look({ kind, index: indexOf(kind, each as never) });
  };

  const pass = async (command: AnyCommand): Promise<Result<undefined>> => {
    try {
      await bridge.command(command.name, command.body as never);
    } catch (error) {
      return { ok: false, refusal: toRefusal(error, command.name) };
    }
    // The next query shows what it changed; nobody waits for the rest, which may be a request for each zone.
    await look(targetOf(command));
    void lookFurther(command);
    return ok(undefined);
  };

  const follow = async () => {
    const seen = watch(bridge, {
      signal: end.signal,
      ...(to.interval !== undefined && { interval: to.interval }),
      ...(to.notifyPort !== undefined && { notifyPort: to.notifyPort }),
      onState: (state, error) =>
        log.info({ state, ...(error && { why: error.message }) }, 'the bridge behind this one'),
    });
    for await (const each of seen) take(each);
  };
  const following = follow().catch((error: unknown) => {
    if (!(error instanceof BridgeError && error.code === 'closed'))
      log.error({ err: error }, 'the bridge behind this one is not followed any more');
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
    [Symbol.asyncDispose]: async () => {
      end.abort();
      bridge.close();
      await following;
    },
  };
};
