import { delay } from '@plenum/machine';
import { type Backoff, equalJitter } from '@plenum/machine/backoff';
import type { Clock } from '@plenum/machine/clock';
import type { CommandName } from '@plenum/protocol/command';
import { type Datagrams, replaceComponent, withoutUncounted } from '@plenum/protocol/component';
import { allEnergy } from '@plenum/protocol/energy';
import { isInstalled, readUid, subsystemNames } from '@plenum/protocol/query';
import { type Bridge, connectBridge } from '../bridge/connect.ts';
import type { BridgeOptions } from '../bridge/options.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { ChangedComponent } from '../watch/received-state.ts';
import { watch } from '../watch/watch.ts';
import type { House, Outcome } from './house.ts';

export interface ConnectHouseDeps {
  readonly bridge: BridgeOptions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Called with a sentence whenever the bridge is lost or answers again. */
  readonly onState: (sentence: string) => void;
}

const backoff: Backoff = { first: 1_000, max: 60_000 };

/** How often everything is read again, ms: what a house no longer has is in no change. */
const readInterval = 600_000;
/** The changes that are applied again to what was read meanwhile. */
const maxChangedSince = 500;

/** The system id of a bridge, which every answer carries. */
const querySystemId = async (bridge: Bridge, datagrams: Datagrams): Promise<string> => {
  const subsystem = subsystemNames.find((name) => isInstalled(datagrams, name)) ?? 'ac';
  const envelope = (await bridge.query(subsystem, 1)) as Readonly<Record<string, unknown>>;
  return readUid(envelope.HvacDeviceUId);
};

/** Reads everything, for as long as it takes until the bridge answers; undefined once aborted. */
const readFirst = async (bridge: Bridge, { clock, random, signal, onState }: ConnectHouseDeps) => {
  for (let failures = 0; !signal.aborted; failures++)
    try {
      const datagrams = await bridge.datagrams();
      return { datagrams, uid: await querySystemId(bridge, datagrams) };
    } catch (error) {
      if (!(error instanceof BridgeError) || error.code === 'invalid') throw error;
      if (signal.aborted) break;
      if (failures === 0) onState(`${error.message} Trying again.`);
      await delay(clock, equalJitter(backoff, failures, random), signal);
    }
  return undefined;
};

/** The datagrams with one of them replaced, without what it does not count any more. */
const withComponent = (all: Datagrams, changed: ChangedComponent): Datagrams =>
  withoutUncounted(replaceComponent(all, changed), changed.kind, changed.datagram);

const toUrl = ({ host, port, trust }: Bridge): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${trust === undefined ? 'http' : 'https'}://${name}:${port}`;
};

const toOutcome = (error: unknown): Outcome => {
  if (!(error instanceof BridgeError)) throw error;
  return { ok: false, code: error.refusal?.code ?? error.code, sentence: error.message };
};

/** The state of a bridge, up to date by its changes and by reading everything again now and then, until aborted. */
const followBridge = (
  bridge: Bridge,
  first: Datagrams,
  { clock, signal, onState }: Pick<ConnectHouseDeps, 'clock' | 'signal' | 'onState'>,
): Pick<House, 'datagrams' | 'isReachable' | 'subscribe'> => {
  let datagrams = first;
  let isReachable = true;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  /** What changed since the bridge began to answer with everything: the answer may be older. */
  let changedSince: ChangedComponent[] = [];

  const readAll = async () => {
    changedSince = [];
    try {
      const read = await bridge.datagrams();
      datagrams = changedSince.reduce(withComponent, read);
      notify();
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
    }
  };

  let reading: Promise<void> = Promise.resolve();
  /** One after another: an older answer would take the place of a newer one. */
  const readAgain = () => {
    reading = reading.then(readAll);
    return reading;
  };

  const followChanges = async () => {
    const changes = watch(bridge, {
      signal,
      onState: (state, error) => {
        const isLost = state === 'lost';
        if (isLost === !isReachable) return;
        isReachable = !isLost;
        onState(isLost ? `${error?.message ?? ''} Trying again.`.trim() : 'The bridge answers again.');
        if (!isLost) void readAgain();
        notify();
      },
    });
    for await (const change of changes) {
      changedSince.push(change);
      if (changedSince.length > maxChangedSince) changedSince.shift();
      datagrams = withComponent(datagrams, change);
      notify();
    }
  };
  const repeatReading = async () => {
    while (!signal.aborted) {
      await delay(clock, readInterval, signal);
      if (isReachable && !signal.aborted) await readAgain();
    }
  };
  void followChanges();
  void repeatReading();

  return {
    datagrams: () => datagrams,
    isReachable: () => isReachable,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** A house behind a bridge on the network; undefined where the signal is aborted before it answers. */
export const connectHouse = async (
  deps: ConnectHouseDeps,
): Promise<(House & AsyncDisposable) | undefined> => {
  const { clock, onState } = deps;
  await using stack = new AsyncDisposableStack();
  const bridge = stack.use(connectBridge(deps.bridge));
  const end = stack.adopt(new AbortController(), (one) => one.abort());
  const signal = AbortSignal.any([end.signal, deps.signal]);
  deps.signal.addEventListener('abort', bridge.close);
  const first = await readFirst(bridge, deps);
  if (first === undefined) return undefined;
  const followed = followBridge(bridge, first.datagrams, { clock, signal, onState });
  const owned = stack.move();
  return {
    ...followed,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
    uid: first.uid,
    url: bridge.isPlenum() === true ? toUrl(bridge) : undefined,
    isReal: bridge.isPlenum() !== true,
    command: async (commands) => {
      try {
        for (const { name, body } of commands) await bridge.command(name as CommandName, body as never);
        return { ok: true };
      } catch (error) {
        return toOutcome(error);
      }
    },
    readEnergy: async () => {
      if (bridge.isPlenum() !== true || followed.datagrams().power.length === 0) return undefined;
      try {
        return await bridge.energy.read(allEnergy);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        return undefined;
      }
    },
  };
};
