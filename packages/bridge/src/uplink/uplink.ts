import { randomBytes } from 'node:crypto';
import { type Clock, every } from '@plenum/machine';
import { type Backoff, fullJitter, retryAfterJitter } from '@plenum/machine/backoff';
import { uplinkTimes } from '@plenum/protocol/uplink';
import type { Device } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Log } from '../log/log.ts';
import { type Connection, connect, maxAhead, type Rejected } from './connect.ts';
import type { BridgeKey } from './key.ts';
import { pair } from './pair.ts';
import { type Session, startSession } from './session.ts';
import type { UplinkStatus } from './status.ts';
import { signConnectToken } from './token.ts';
import { wait } from './wait.ts';

/** The one connection of a bridge to its cloud, made again whenever it breaks. Disposing of it ends it for good. */
export interface Uplink extends AsyncDisposable {
  status(): UplinkStatus;
  /** Calls the listener with each new status; returns what ends it. */
  subscribe(listener: (status: UplinkStatus) => void): () => void;
}

/** How an uplink paces itself, ms. */
export interface UplinkPace {
  readonly ping: number;
  readonly silence: number;
  readonly backoff: Backoff;
}

export const defaultPace: UplinkPace = { ...uplinkTimes, backoff: { first: 1_000, max: 60_000 } };

export interface UplinkDeps {
  readonly device: Device;
  /** Origin of the cloud. */
  readonly cloud: string;
  readonly key: BridgeKey;
  readonly readOnly: boolean;
  readonly pace: UplinkPace;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Milliseconds by a clock nobody sets. */
  readonly elapsed?: () => number;
}

const sentences: Readonly<Record<string, string>> = {
  'system-taken':
    'The cloud knows another bridge under this system id; its owner must release it there first.',
  'not-allowed': 'Nobody entered the code of this bridge at the cloud in time.',
  'invalid-token': 'The cloud does not accept the signature of this bridge.',
  'not-granted': 'The cloud does not accept what its owner allowed; pairing begins anew.',
  'not-paired': 'The bridge is not paired with an account of the cloud.',
  busy: 'The cloud has no time for this bridge now.',
};

/** What a cloud says is shown, and need be neither known nor short. */
const toSentence = (why: string): string =>
  Object.hasOwn(sentences, why) ? sentences[why]! : why.slice(0, 300);

/**
 * Keeps a bridge connected to its cloud: pairs it where it is not, sends a snapshot, then changes, and does controls.
 * The bridge needs none of it: nothing here fails it, whatever the cloud does.
 */
export const startUplink = (parts: UplinkDeps): Uplink => {
  const { device, cloud, key, pace, clock, random, log, elapsed = () => performance.now() } = parts;
  const systemId = device.identity.uid;
  const stop = new AbortController();
  const { signal } = stop;
  const listeners = createListeners<UplinkStatus>(log);
  let status: UplinkStatus = { state: 'connecting' };
  /** How far the clock of the cloud is ahead of ours, where ours is too wrong to sign by. */
  let ahead = 0;
  let failures = 0;

  const set = (next: UplinkStatus) => {
    status = next;
    listeners.tell(next);
  };

  const converse = (connection: Connection): Session =>
    startSession({
      device,
      session: randomBytes(16).toString('base64url'),
      readOnly: parts.readOnly,
      elapsed,
      times: pace,
      send: connection.send,
      end: (why) => {
        log.info({ cloud, why }, 'the connection to the cloud ends');
        connection.close();
      },
    });

  /** One connection, from its opening to its end. */
  const live = async (): Promise<Rejected | undefined> => {
    set({ state: 'connecting' });
    const { timeZone } = device;
    const now = clock.now() + ahead;
    const token = await signConnectToken({ key, systemId, audience: cloud, now, timeZone });
    let session: Session | undefined;
    let openedAt: number | undefined;
    let cancelTick = () => {};
    const rejected = await connect({
      cloud,
      token,
      signal,
      clock,
      opened: (connection) => {
        openedAt = elapsed();
        const own = converse(connection);
        session = own;
        cancelTick = every(clock, Math.min(pace.ping, pace.silence) / 4, own.tick);
        return (text) => {
          const before = own.isUp();
          own.hear(text);
          if (before || !own.isUp()) return;
          log.info({ cloud }, 'the bridge is connected to its cloud');
          set({ state: 'connected', since: clock.now() });
        };
      },
    });
    cancelTick();
    const lived = session?.isUp() && openedAt !== undefined ? elapsed() - openedAt : 0;
    session?.[Symbol.dispose]();
    // A connection that held for long ends the row of failures; one the cloud soon closes again does not.
    if (rejected?.retryAfter === undefined) failures = lived >= pace.backoff.max ? 0 : failures + 1;
    return rejected;
  };

  const pairOnce = async (): Promise<string> => {
    const show = (code: Parameters<Parameters<typeof pair>[0]['show']>[0]) => {
      set({ state: 'pairing', ...code });
      log.info({ ...code }, `to pair this bridge, enter ${code.userCode} at ${code.verificationUri}`);
    };
    try {
      return await pair({ cloud, key, systemId, clock, signal, show });
    } catch (error) {
      return `The cloud cannot be reached: ${(error as Error).message}.`;
    }
  };

  const rest = async (why: string, told?: number) => {
    const milliseconds =
      told === undefined
        ? fullJitter(pace.backoff, Math.max(0, failures - 1), random)
        : retryAfterJitter(pace.backoff, told, random);
    set({ state: 'waiting', why: toSentence(why), until: clock.now() + milliseconds });
    await wait(clock, milliseconds, signal);
  };

  const run = async () => {
    while (!signal.aborted) {
      const rejected = await live();
      if (signal.aborted) return;
      if (rejected?.error === 'not-paired') {
        const outcome = await pairOnce();
        if (outcome === 'paired') failures = 0;
        else await rest(outcome);
        continue;
      }
      const drifted = rejected !== undefined && Math.abs(rejected.ahead - ahead) > maxAhead;
      if (rejected?.error === 'invalid-token' && drifted) ahead = rejected.ahead;
      const why = rejected?.error ?? 'The connection to the cloud broke, or the cloud cannot be reached.';
      await rest(why, rejected?.retryAfter);
    }
  };
  const running = run();

  return {
    status: () => status,
    subscribe: listeners.add,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
};
