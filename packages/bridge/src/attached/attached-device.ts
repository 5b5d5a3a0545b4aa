import { type Bridge, BridgeError, type ReceivedComponent, type WatchState, watch } from '@plenum/client';
import { type Clock, every } from '@plenum/machine';
import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import {
  type ComponentRef,
  type Datagrams,
  findDatagram,
  indexOf,
  withoutUncounted,
} from '@plenum/protocol/component';
import type { EventOrigin } from '@plenum/protocol/extension';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Result } from '@plenum/protocol/refusal';
import { isChange, replaceChanged } from '../device/changes.ts';
import type { Changes, Device, DeviceHealth } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Log } from '../log/log.ts';
import { createCounts } from '../metrics/counts.ts';
import type { AttachTo } from './attach-to.ts';
import { createHealth } from './health.ts';
import { createPassUnknown } from './pass-unknown.ts';
import { toRefusal } from './to-refusal.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface AttachedDeps {
  readonly bridge: Bridge;
  readonly identity: Identity;
  readonly datagrams: Datagrams;
  readonly to: AttachTo;
  /** Called after a command was carried out. */
  readonly onCommand: (at: number, command: AnyCommand, by: EventOrigin) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds between two reads of everything that changes by itself. */
const defaultInterval = 30_000;
/** Milliseconds without an answer after which queries are refused. */
const defaultMaxAge = 600_000;
const minute = 60_000;
const checkEvery = 5_000;

/** Passes commands on to the real bridge, one at a time, and reads what they changed. */
const createPassing = (
  { bridge, onCommand, clock }: Pick<AttachedDeps, 'bridge' | 'onCommand' | 'clock'>,
  datagrams: () => Datagrams,
) => {
  /** Reads one component, which updates what is known of it; where that fails, the watch will receive it. */
  const refresh = async ({ kind, index }: ComponentRef) => {
    await bridge.component(kind, index).catch(() => undefined);
  };
  /** Reads what else a command changed, one after another. */
  const refreshFurther = async ({ name }: AnyCommand) => {
    for (const kind of catalogue.get(name)!.alsoChanges)
      for (const each of datagrams()[kind]) await refresh({ kind, index: indexOf(kind, each as never) });
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
  return async (
    commands: readonly AnyCommand[],
    by: EventOrigin,
    signal?: AbortSignal,
  ): Promise<Result<undefined>> => {
    for (const command of commands) {
      const result = await pass(command, signal);
      if (!result.ok) return result;
      onCommand(clock.now(), command, by);
    }
    return ok(undefined);
  };
};

/**
 * A real bridge behind ours. Shows what is known of it (`Knowledge` of `@plenum/client`): what was last read, and what was
 * written since. Passes commands on one at a time, verified (wire facts 7). A command is durable when the real bridge
 * acknowledges it.
 */
export const createAttachedDevice = (deps: AttachedDeps): Device & AsyncDisposable => {
  const { bridge, identity, to, clock, log } = deps;
  const listeners = createListeners<Changes>(log);
  const passed = createCounts();
  const stop = new AbortController();
  let datagrams = componentsWithoutSecrets(deps.datagrams);
  const { interval = defaultInterval, maxAge = defaultMaxAge } = to;
  const health = createHealth({
    now: clock.now,
    answeredAt: () => bridge.knowledge.readAt() ?? startedAt,
    silentAfter: Math.max(minute, 2 * interval),
    onChange: ({ state, since, why }) =>
      log.info({ state, since: new Date(since).toISOString(), ...(why && { why }) }, 'the real bridge'),
  });
  const startedAt = clock.now();
  const cancelCheck = every(clock, checkEvery, health.check);
  let watchState: WatchState | undefined;
  const currentHealth = (): DeviceHealth => {
    const current = health.current();
    return { ...current, isTooOld: current.state === 'silent' && clock.now() - current.answeredAt > maxAge };
  };

  const update = (components: readonly ReceivedComponent[]) => {
    const before = datagrams;
    const changed = components.map(withoutSecrets).filter((component) => {
      const { kind, index, datagram } = component;
      datagrams = withoutUncounted(replaceChanged(datagrams, component), kind, datagram);
      return isChange(kind, findDatagram(before, kind, index), datagram);
    });
    if (changed.length > 0) listeners.notify({ at: clock.now(), changed, datagrams });
  };
  const isShown = ({ kind, index }: ComponentRef) => findDatagram(datagrams, kind, index) !== undefined;
  const unsubscribe = bridge.knowledge.subscribe((changed) =>
    update((changed as readonly unknown[] as readonly ReceivedComponent[]).filter(isShown)),
  );

  const passAll = createPassing(deps, () => datagrams);

  const follow = async () => {
    const components = watch(bridge, {
      signal: stop.signal,
      known: deps.datagrams,
      ...(to.interval !== undefined && { interval: to.interval }),
      ...(to.notifyPort !== undefined && { notifyPort: to.notifyPort }),
      onState: (state, error) => {
        watchState = state;
        health.follow(state, error?.message);
      },
    });
    // The instant of a change is that of this bridge's clock, as for everything else that it serves.
    for await (const { at: _, ...component } of components)
      if (!isShown(component as ReceivedComponent)) update([component as ReceivedComponent]);
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
    command: (...commands) => passAll(commands, { over: 'local' }),
    commandFor: ({ by, signal }, ...commands) => passAll(commands, by, signal?.()),
    subscribe: listeners.add,
    passUnknown: to.passUnknown ? createPassUnknown({ bridge, counts: passed, log }) : undefined,
    passed: to.passUnknown ? passed : undefined,
    health: currentHealth,
    readAt: (kind, index) => {
      if (watchState === 'streaming') return undefined;
      const all = datagrams[kind].map((each) => indexOf(kind, each as never));
      const wanted = index === undefined ? all : [index];
      const read = wanted.map((each) => bridge.knowledge.find(kind, each)?.readAt ?? startedAt);
      return read.length === 0 ? undefined : Math.min(...read);
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      unsubscribe();
      cancelCheck();
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
