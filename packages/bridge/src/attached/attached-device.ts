import { type Bridge, BridgeError, type ReceivedComponent, type WatchState, watch } from '@plenum/client';
import type { Runtime } from '@plenum/platform';
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
import { toOwnCommand } from '../device/decorate.ts';
import type { Changes, Device, DeviceHealth } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import { createCounts } from '../diagnostics/counts.ts';
import type { AttachTo } from './attach-to.ts';
import { followHealth } from './health.ts';
import { createPassUnknown } from './pass-unknown.ts';
import { createPassing } from './passing.ts';
import { allWithoutSecrets, withoutSecrets } from './without-secrets.ts';
import { createWithoutWordLog } from './without-word-log.ts';

export interface AttachedDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly bridge: Bridge;
  readonly identity: Identity;
  readonly datagrams: Datagrams;
  readonly timeZone: () => string;
  readonly to: AttachTo;
  /** Called after a command was carried out. */
  readonly onCommand: (at: number, command: AnyCommand, by: EventOrigin) => void;
}

/** Time without a response after which queries are refused, in ms. */
const defaultMaxAge = 60_000;
/** The same limit for a bridge that sends only unreadable responses: it may be busy for a while. */
const maxUnreadable = 600_000;

/** Follows the state of a real bridge from each `begin` to the next `end`. */
const createFollowing = (
  { bridge, to, log }: Pick<AttachedDeps, 'bridge' | 'to' | 'log'>,
  onComponent: (component: ReceivedComponent) => void,
) => {
  let attempt = new AbortController();
  let done = Promise.resolve();
  let state: WatchState | undefined;
  const follow = async (known: Datagrams | undefined, signal: AbortSignal) => {
    const components = watch(bridge, {
      signal,
      ...(known !== undefined && { known }),
      ...(to.interval !== undefined && { interval: to.interval }),
      ...(to.notifyPort !== undefined && { notifyPort: to.notifyPort }),
      onState: (next) => {
        state = next;
      },
    });
    // Changes carry the time of this bridge's clock, like all other data that it serves.
    for await (const { at: _, ...component } of components) onComponent(component as ReceivedComponent);
  };
  return {
    isStreaming: () => state === 'streaming',
    /** Reads all components first, unless they are known. */
    begin: (known?: Datagrams) => {
      attempt = new AbortController();
      const { signal } = attempt;
      done = done
        .then(() => follow(known, signal))
        .catch((error: unknown) => {
          if (!(error instanceof BridgeError && error.code === 'closed'))
            log.error({ err: error }, 'changes of the real bridge are no longer received');
        });
    },
    end: () => {
      state = undefined;
      attempt.abort();
      return done;
    },
  };
};

/**
 * Creates a device for the real bridge behind ours. It shows the last received state and the fields written since
 * (`Knowledge` of `@plenum/client`). It passes commands on one at a time and verifies each (wire facts 7). A command is
 * durable when the real bridge acknowledges it.
 */
export function createAttachedDevice(deps: AttachedDeps): Device & AsyncDisposable {
  const { bridge, identity, to, clock, log } = deps;
  const listeners = createListeners<Changes>(log);
  const passed = createCounts();
  const stop = new AbortController();
  let datagrams = allWithoutSecrets(deps.datagrams);
  const { maxAge = defaultMaxAge } = to;
  /** Time until which the state was kept current by a live stream, which sends each change. */
  let streamedUntil = Number.NEGATIVE_INFINITY;
  const healthListeners = createListeners<DeviceHealth>(log);
  const startedAt = clock.now();

  const logWithoutWord = createWithoutWordLog(log);
  logWithoutWord(datagrams);

  const update = (components: readonly ReceivedComponent[]) => {
    const before = datagrams;
    const changed = components.map(withoutSecrets).filter((component) => {
      const { kind, index, datagram } = component;
      datagrams = withoutUncounted(replaceChanged(datagrams, component), kind, datagram);
      return isChange(kind, findDatagram(before, kind, index), datagram);
    });
    if (changed.length === 0) return;
    logWithoutWord(datagrams);
    listeners.notify({ at: clock.now(), changed, datagrams });
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

  const following = createFollowing(deps, (component) => {
    if (!isShown(component)) update([component]);
  });
  following.begin(deps.datagrams);

  const health = followHealth({
    bridge,
    clock,
    signal: stop.signal,
    onChange: ({ state, since, why }) => {
      const facts = { state, since: new Date(since).toISOString() };
      if (state === 'silent') {
        log.warn({ ...facts, why }, 'the real bridge does not answer');
        if (following.isStreaming()) streamedUntil = since;
        void following.end();
      } else {
        log.info(facts, 'the real bridge answers again');
        // The values received before the silence do not describe the present state.
        following.begin();
      }
      healthListeners.notify(currentHealth());
    },
  });
  const currentHealth = (): DeviceHealth => {
    const current = health.current();
    const isSilent = current.state === 'silent';
    const lastRead = following.isStreaming() ? clock.now() : (bridge.knowledge.readAt() ?? startedAt);
    const readAt = isSilent ? current.answeredAt : lastRead;
    return { ...current, readAt, isTooOld: clock.now() - readAt > (isSilent ? maxAge : maxUnreadable) };
  };

  return {
    identity,
    timeZone: deps.timeZone,
    advanceTo: () => {},
    at: () => clock.now(),
    datagrams: () => datagrams,
    command: toOwnCommand(passing),
    commandFor: passing,
    subscribe: listeners.add,
    subscribeUnconfirmed: unconfirmed.add,
    passUnknown: to.passUnknown ? createPassUnknown({ bridge, counts: passed, log }) : undefined,
    passed: to.passUnknown ? passed : undefined,
    health: currentHealth,
    followHealth: healthListeners.add,
    readAt: (kind, index) => {
      if (following.isStreaming()) return undefined;
      const all = datagrams[kind].map((each) => indexOf(kind, each));
      const wanted = index === undefined ? all : [index];
      const read = wanted.map((each) => bridge.knowledge.find(kind, each)?.readAt ?? startedAt);
      return read.length === 0 ? undefined : Math.max(streamedUntil, Math.min(...read));
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      unsubscribe();
      bridge.close();
      await following.end();
    },
  };
}
