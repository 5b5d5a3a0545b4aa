import { type Bridge, BridgeError, type ReceivedComponent, type WatchState, watch } from '@plenum/client';
import { type Clock, every } from '@plenum/machine';
import type { AnyCommand } from '@plenum/protocol/command';
import {
  type ComponentRef,
  type Datagrams,
  findDatagram,
  indexOf,
  withoutUncounted,
} from '@plenum/protocol/component';
import type { EventOrigin, UnconfirmedEvent } from '@plenum/protocol/extension';
import type { Identity } from '@plenum/protocol/query';
import { isChange, replaceChanged } from '../device/changes.ts';
import type { Changes, Device, DeviceHealth } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Log } from '../log/log.ts';
import { createCounts } from '../metrics/counts.ts';
import type { AttachTo } from './attach-to.ts';
import { createHealth } from './health.ts';
import { createPassUnknown } from './pass-unknown.ts';
import { createPassing } from './passing.ts';
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

  const unconfirmed = createListeners<UnconfirmedEvent>(log);
  const passing = createPassing({
    ...deps,
    onUnconfirmed: unconfirmed.notify,
    datagrams: () => datagrams,
    signal: stop.signal,
  });

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
    command: (...commands) => passing({ by: { over: 'local' }, untilConfirmed: true }, ...commands),
    commandFor: passing,
    subscribe: listeners.add,
    subscribeUnconfirmed: unconfirmed.add,
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
