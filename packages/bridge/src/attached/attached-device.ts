import { type Bridge, BridgeError, type ReceivedComponent, watch } from '@plenum/client';
import type { Clock } from '@plenum/machine';
import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import { type ComponentRef, type Datagrams, findDatagram, indexOf } from '@plenum/protocol/component';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Refusal, type Result, refuse } from '@plenum/protocol/refusal';
import type { Changes, Device } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import { replaceComponent } from '../device/replace-component.ts';
import type { Log } from '../log/log.ts';
import type { AttachTo } from './attach-to.ts';
import { withoutSecrets } from './without-secrets.ts';

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

/** A failure of the bridge behind ours as a refusal of ours; throws any other error. */
const toRefusal = (error: unknown, what: string): Refusal => {
  if (!(error instanceof BridgeError)) throw error;
  if (error.refusal !== undefined) return error.refusal;
  const reason = error.message.replace(/\.$/, '');
  switch (error.code) {
    case 'refused':
      return refuse('refused-behind', { facts: { why: reason } }).refusal;
    case 'busy':
      return refuse('busy-behind', { facts: { why: reason } }).refusal;
    case 'unverified':
    case 'unsupported':
      return refuse('not-available', { facts: { what, why: reason } }).refusal;
    default:
      return refuse('unreachable', { facts: { why: reason } }).refusal;
  }
};

/**
 * A real bridge behind ours. Shows what is known of it (`Knowledge` of `@plenum/client`): what was last read, and what was
 * written since. Passes commands on one at a time, verified (wire facts 7). A command is durable when the real bridge
 * acknowledges it.
 */
export const createAttachedDevice = (deps: AttachedDeps): AttachedDevice => {
  const { bridge, identity, to, clock, log } = deps;
  const listeners = createListeners<Changes>(log);
  const stop = new AbortController();
  let datagrams = componentsWithoutSecrets(deps.datagrams);
  let isCurrent = true;

  const update = (components: readonly ReceivedComponent[]) => {
    const before = datagrams;
    const changed = components.map(withoutSecrets).filter((component) => {
      const next = replaceComponent(datagrams, component);
      const isChange = next !== datagrams;
      datagrams = next;
      return isChange;
    });
    if (datagrams !== before) listeners.notify({ at: clock.now(), changed, datagrams });
  };
  const isShown = ({ kind, index }: ComponentRef) => findDatagram(datagrams, kind, index) !== undefined;
  const unsubscribe = bridge.knowledge.subscribe((changed) =>
    update((changed as readonly unknown[] as readonly ReceivedComponent[]).filter(isShown)),
  );

  /** Reads one component, which updates what is known of it; where that fails, the watch will receive it. */
  const refresh = async ({ kind, index }: ComponentRef) => {
    await bridge.component(kind, index).catch(() => undefined);
  };
  /** Reads what else a command changed, one after another. */
  const refreshFurther = async ({ name }: AnyCommand) => {
    for (const kind of catalogue.get(name)!.alsoChanges)
      for (const each of datagrams[kind]) await refresh({ kind, index: indexOf(kind, each as never) });
  };

  const pass = async (command: AnyCommand, signal?: AbortSignal): Promise<Result<undefined>> => {
    try {
      const { verified } = await bridge.command(command.name, command.body as never, { signal });
      // A verified command was read back, and what it set is known. The next query shows what else it changed.
      if (!verified) await refresh(targetOf(command));
    } catch (error) {
      return { ok: false, refusal: toRefusal(error, command.name) };
    }
    // This may be a request for each zone, which the answer does not wait for.
    void refreshFurther(command);
    return ok(undefined);
  };
  const passAll = async (commands: readonly AnyCommand[], signal?: AbortSignal) => {
    for (const command of commands) {
      const result = await pass(command, signal);
      if (!result.ok) return result;
    }
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
    for await (const component of components) if (!isShown(component)) update([component]);
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
    command: (...commands) => passAll(commands),
    commandFor: (caller, ...commands) => passAll(commands, caller()),
    subscribe: listeners.add,
    isCurrent: () => isCurrent,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      unsubscribe();
      bridge.close();
      await following;
    },
  };
};

/** All components without the codes that protect the device. */
const componentsWithoutSecrets = (datagrams: Datagrams): Datagrams =>
  ({
    ...datagrams,
    unit: datagrams.unit.map((datagram) => withoutSecrets({ kind: 'unit', index: 0, datagram }).datagram),
  }) as Datagrams;
