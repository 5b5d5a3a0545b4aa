import { allEnergy } from '@plenum/insight/energy';
import { delay } from '@plenum/platform';
import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import type { Clock } from '@plenum/platform/clock';
import { type AnyCommand, type CommandName, targetOf } from '@plenum/protocol/command';
import { type Datagrams, replaceComponent, withoutUncounted } from '@plenum/protocol/component';
import { subsystemNames } from '@plenum/protocol/definition';
import type { UnconfirmedMessage } from '@plenum/protocol/extension';
import { isInstalled, readUid } from '@plenum/protocol/query';
import { refuse, toSentence } from '@plenum/protocol/refusal';
import { type Bridge, connectBridge } from '../bridge/connect.ts';
import type { BridgeOptions } from '../bridge/options.ts';
import { confirmTime } from '../command/perform.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { ChangedComponent } from '../watch/received-state.ts';
import { type WatchOptions, watch } from '../watch/watch.ts';
import type { CommandRefused, House } from './house.ts';

export interface ConnectHouseDeps {
  readonly bridge: BridgeOptions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Called with a sentence when the bridge is lost and when it answers again. */
  readonly onState: (sentence: string) => void;
}

const backoff: Backoff = { first: 1_000, max: 60_000 };

/** Interval at which all components are read again, in ms, because changes never report removed components. */
const readInterval = 600_000;
/** Maximum number of changes that are reapplied after all components were read. */
const maxChangedSince = 500;

/** Returns the system id of a bridge, which is in every answer. */
const querySystemId = async (bridge: Bridge, datagrams: Datagrams): Promise<string> => {
  const subsystem = subsystemNames.find((name) => isInstalled(datagrams, name)) ?? 'ac';
  const envelope = (await bridge.query(subsystem, 1)) as Readonly<Record<string, unknown>>;
  return readUid(envelope.HvacDeviceUId);
};

/** Reads all components, retrying until the bridge answers; undefined once aborted. */
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

/** Returns the datagrams with one of them replaced, and without components beyond the counts in the new datagram. */
const withComponent = (all: Datagrams, changed: ChangedComponent): Datagrams =>
  withoutUncounted(replaceComponent(all, changed), changed.kind, changed.datagram);

const toUrl = ({ host, port, trust }: Bridge): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${trust === undefined ? 'http' : 'https'}://${name}:${port}`;
};

const toRefused = (error: unknown): CommandRefused => {
  if (!(error instanceof BridgeError)) throw error;
  return { ok: false, code: error.refusal?.code ?? error.code, sentence: error.message };
};

/**
 * Maximum number of accepted commands to remember, because a Plenum bridge may later report one of them as unconfirmed.
 */
const maxAnswered = 64;

/**
 * Creates the sender of commands. A command is done when a real bridge has accepted it; a later failure is reported
 * separately.
 */
const createCommanding = (bridge: Bridge, clock: Clock, signal: AbortSignal) => {
  const answered: { readonly command: AnyCommand; readonly report: (refused: CommandRefused) => void }[] = [];

  /** Resolves once the command is confirmed, or 1.5 s after a real bridge accepted it. */
  const send = async (command: AnyCommand, report: (refused: CommandRefused) => void): Promise<void> => {
    const accepted = Promise.withResolvers<void>();
    const confirmed = bridge.command(command.name as CommandName, command.body, {
      onAccepted: accepted.resolve,
    });
    let isAnswered = false;
    confirmed.catch((error: unknown) => {
      if (isAnswered && !signal.aborted) report(toRefused(error));
    });
    const end = new AbortController();
    const isLate = accepted.promise.then(() =>
      delay(clock, confirmTime, AbortSignal.any([end.signal, signal])),
    );
    await Promise.race([confirmed, isLate]).finally(() => end.abort());
    isAnswered = true;
  };

  const command: House['command'] = async (commands, report = () => {}) => {
    try {
      for (const one of commands) {
        await send(one, report);
        answered.push({ command: one, report });
        if (answered.length > maxAnswered) answered.shift();
      }
      return { ok: true };
    } catch (error) {
      return toRefused(error);
    }
  };
  return {
    command,
    onUnconfirmed: ({ command: name, kind, index, field = name, read, sent }: UnconfirmedMessage) => {
      const at = answered.findLastIndex(({ command: one }) => {
        const target = targetOf(one);
        return one.name === name && target.kind === kind && target.index === index;
      });
      const [found] = at < 0 ? [] : answered.splice(at, 1);
      const why = `${field} reads ${JSON.stringify(read)}, not ${JSON.stringify(sent)}`;
      const { refusal } = refuse('unconfirmed', { facts: { command: name, why } });
      found?.report({ ok: false, code: refusal.code, sentence: toSentence(refusal) });
    },
  };
};

/**
 * Keeps the state of a bridge up to date with its changes, and by reading all components again at intervals, until
 * aborted.
 */
const followBridge = (
  bridge: Bridge,
  first: Datagrams,
  {
    clock,
    signal,
    onState,
    onUnconfirmed,
  }: Pick<ConnectHouseDeps, 'clock' | 'signal' | 'onState'> & Pick<WatchOptions, 'onUnconfirmed'>,
): Pick<House, 'datagrams' | 'isReachable' | 'subscribe'> => {
  let datagrams = first;
  let isReachable = true;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  /** Changes that arrived during the current read of all components; that read may return older values. */
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
  /** Runs reads one after another; otherwise an older answer could replace a newer one. */
  const readAgain = () => {
    reading = reading.then(readAll);
    return reading;
  };

  const followChanges = async () => {
    const changes = watch(bridge, {
      signal,
      ...(onUnconfirmed && { onUnconfirmed }),
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

/** Connects a house behind a bridge on the network; undefined if the signal is aborted before the bridge answers. */
export async function connectHouse(deps: ConnectHouseDeps): Promise<(House & AsyncDisposable) | undefined> {
  const { clock, onState } = deps;
  const bridge = connectBridge(deps.bridge);
  const end = new AbortController();
  const close = async () => {
    end.abort();
    await bridge[Symbol.asyncDispose]();
  };
  let isConnected = false;
  // Node 22 does not have AsyncDisposableStack.
  await using _failed = { [Symbol.asyncDispose]: async () => void (isConnected || (await close())) };
  const signal = AbortSignal.any([end.signal, deps.signal]);
  deps.signal.addEventListener('abort', bridge.close);
  const first = await readFirst(bridge, deps);
  if (first === undefined) return undefined;
  const { command, onUnconfirmed } = createCommanding(bridge, clock, signal);
  const followed = followBridge(bridge, first.datagrams, { clock, signal, onState, onUnconfirmed });
  isConnected = true;
  /** Reads what only Plenum bridges have; undefined if this one does not have it. */
  const readOwn = async <Value>(read: () => Promise<Value>): Promise<Value | undefined> => {
    if (bridge.isPlenum() !== true) return undefined;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return undefined;
    }
  };
  return {
    ...followed,
    [Symbol.asyncDispose]: close,
    uid: first.uid,
    url: bridge.isPlenum() === true ? toUrl(bridge) : undefined,
    isReal: bridge.isPlenum() !== true,
    command,
    readExceptions: () => readOwn(bridge.exceptions),
    readComfort: () => readOwn(bridge.comfort),
    readAutomation: () => readOwn(bridge.automation),
    readEnergy: async () =>
      followed.datagrams().power.length === 0 ? undefined : readOwn(() => bridge.energy.read(allEnergy)),
  };
}
