import { randomBytes } from 'node:crypto';
import { delay, every, type Runtime } from '@plenum/platform';
import { type Backoff, fullJitter, retryAfterJitter } from '@plenum/platform/backoff';
import type { TracedCommands, Tracer } from '@plenum/protocol/trace';
import { otherVersion, uplink, uplinkTimes } from '@plenum/protocol/uplink';
import type { Device } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';
import type { OwnEndpoints } from '../endpoint/endpoint.ts';
import { type CloudConnection, connect, maxClockOffset, type Rejection } from './cloud-socket.ts';
import type { PairingCode } from './device-grant.ts';
import type { BridgeKey } from './key.ts';
import { pair } from './pair.ts';
import { createReads } from './reads.ts';
import { startSession, type UplinkSession } from './session.ts';
import { signConnectToken } from './token.ts';

/** The state of the connection of a bridge to its cloud; times in ms UTC. */
export type UplinkStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly since: number }
  /** The bridge waits for its owner to enter the code. */
  | ({ readonly state: 'pairing' } & PairingCode)
  /** The bridge tries again at `until`; `why` is a sentence. */
  | { readonly state: 'waiting'; readonly why: string; readonly until: number };

/**
 * The connection of a bridge to its cloud, which is reopened whenever it breaks. Disposing of this object closes the
 * connection permanently.
 */
export interface Uplink extends AsyncDisposable {
  status(): UplinkStatus;
  /** Calls the listener with each new status, until the returned function is called. */
  subscribe(listener: (status: UplinkStatus) => void): () => void;
}

/** The timing of an uplink, in ms. */
export interface UplinkPace {
  readonly pingInterval: number;
  readonly idleTimeout: number;
  readonly backoff: Backoff;
  /** A connection that lasted this long shows that the cloud works, so earlier failures no longer count. */
  readonly forgetAfter: number;
}

export const defaultPace: UplinkPace = {
  ...uplinkTimes,
  backoff: { first: 1_000, max: 60_000 },
  forgetAfter: 20_000,
};

interface UplinkDeps extends Pick<Runtime, 'clock' | 'log' | 'random'> {
  readonly device: Device;
  /** Answers reads and stores writes from the cloud. */
  readonly ownEndpoints: OwnEndpoints;
  /** Lists the controls among the latest requests, if the bridge lists them. */
  readonly recent?: RecentRequests | undefined;
  /** Origin of the cloud. */
  readonly cloud: string;
  readonly key: BridgeKey;
  /** The trace of the local request that changes a component. */
  readonly traceOf?: TracedCommands['traceOf'];
  readonly tracer?: Tracer | undefined;
  readonly pace: UplinkPace;
  /** Returns ms by a monotonic clock. */
  readonly elapsed?: () => number;
}

const sentences: Readonly<Record<string, string>> = {
  'system-taken':
    'Another bridge is paired under this system id; its owner must release it in the cloud first.',
  'too-many-bridges':
    'The account already has as many bridges as this cloud allows; release one in the cloud first.',
  'not-allowed': 'The pairing code was not entered in time.',
  'invalid-token': 'The cloud does not accept the signature of this bridge.',
  'not-granted': 'The cloud no longer accepts the owner’s approval; pairing starts again.',
  'not-paired': 'The bridge is not paired with an account of the cloud.',
  'test-users-only':
    'This cloud has only the simulated houses of test users, so it accepts no bridges. Use another cloud.',
  busy: 'The cloud is too busy to accept this bridge now.',
  [otherVersion.error]: `The cloud does not have version ${uplink.version} of the uplink, which this bridge uses; update the older of the two.`,
};

/** Returns the sentence for an error code, or the text itself: a cloud may send an unknown code, or a long text. */
const toSentence = (why: string): string =>
  Object.hasOwn(sentences, why) ? sentences[why]! : why.slice(0, 300);

/**
 * Runs one connection from its opening to its end. `acknowledged` is called when the cloud has the snapshot. Resolves
 * with the rejection, if any, and with the time for which the connection was useful, in ms: 0 if no snapshot was
 * acknowledged.
 */
const runConnection = async (
  deps: UplinkDeps & { readonly elapsed: () => number; readonly signal: AbortSignal; readonly token: string },
  acknowledged: () => void,
): Promise<{ readonly rejection: Rejection | undefined; readonly lasted: number }> => {
  const { device, ownEndpoints, cloud, pace, clock, log, elapsed, signal, token, recent, traceOf, tracer } =
    deps;
  let session: UplinkSession | undefined;
  let openedAt = 0;
  let cancelTicks = () => {};
  const open = (connection: CloudConnection): UplinkSession => {
    device.advanceTo(clock.now());
    return startSession({
      device,
      nonce: randomBytes(16).toString('base64url'),
      reads: createReads(ownEndpoints, { advance: () => device.advanceTo(clock.now()), log }),
      readOnly: ownEndpoints.readOnly,
      recent,
      elapsed,
      pace,
      send: connection.send,
      log,
      traceOf,
      tracer,
      onTraced: (command) => log.info({ ...command }, 'traced a control from the cloud'),
      end: (why) => {
        log.info({ cloud, why }, 'closing the connection to the cloud');
        connection.close();
      },
    });
  };
  const rejection = await connect({
    cloud,
    token,
    signal,
    clock,
    opened: (connection) => {
      openedAt = elapsed();
      const opened = open(connection);
      session = opened;
      cancelTicks = every(clock, Math.min(pace.pingInterval, pace.idleTimeout) / 4, opened.tick);
      return (text) => {
        const wasAcknowledged = opened.isAcknowledged();
        opened.receive(text);
        if (!wasAcknowledged && opened.isAcknowledged()) acknowledged();
      };
    },
  });
  cancelTicks();
  const lasted = session?.isAcknowledged() ? elapsed() - openedAt : 0;
  session?.[Symbol.dispose]();
  return { rejection, lasted };
};

/**
 * Keeps a bridge connected to its cloud: pairs it if it is not paired, sends a snapshot and then changes, and executes
 * controls. The bridge also works without a cloud, and this function never throws, regardless of the cloud's behaviour.
 */
export function startUplink(deps: UplinkDeps): Uplink {
  const { device, cloud, key, pace, clock, random, log, elapsed = () => performance.now() } = deps;
  const systemId = device.identity.uid;
  const stop = new AbortController();
  const { signal } = stop;
  const listeners = createListeners<UplinkStatus>(log);
  let status: UplinkStatus = { state: 'connecting' };
  /** The lead of the cloud's clock, if the bridge's clock is too wrong to date tokens. */
  let offset = 0;
  let failures = 0;

  const set = (next: UplinkStatus) => {
    status = next;
    listeners.notify(next);
  };

  const connectOnce = async (): Promise<Rejection | undefined> => {
    set({ state: 'connecting' });
    const now = clock.now() + offset;
    const token = await signConnectToken({
      key,
      systemId,
      audience: cloud,
      now,
      timeZone: device.timeZone(),
    });
    const { rejection, lasted } = await runConnection({ ...deps, elapsed, signal, token }, () => {
      log.info({ cloud }, 'the bridge is connected to its cloud');
      set({ state: 'connected', since: clock.now() });
    });
    // Resets the failure count only once a connection has lasted: a cloud may accept one and close it immediately.
    if (rejection?.retryAfter === undefined) failures = lasted >= pace.forgetAfter ? 0 : failures + 1;
    return rejection;
  };

  const pairOnce = async (): Promise<string> => {
    const show = (code: PairingCode) => {
      set({ state: 'pairing', ...code });
      log.info({ ...code }, `to pair this bridge, enter ${code.userCode} at ${code.verificationUri}`);
    };
    try {
      return await pair({ cloud, key, systemId, clock, signal, show });
    } catch (error) {
      return `The cloud cannot be reached: ${(error as Error).message}.`;
    }
  };

  const wait = async (why: string, retryAfter?: number) => {
    const milliseconds =
      retryAfter === undefined
        ? fullJitter(pace.backoff, Math.max(0, failures - 1), random)
        : retryAfterJitter(pace.backoff, retryAfter, random);
    set({ state: 'waiting', why: toSentence(why), until: clock.now() + milliseconds });
    await delay(clock, milliseconds, signal);
  };

  const run = async () => {
    while (!signal.aborted) {
      const rejection = await connectOnce();
      if (signal.aborted) return;
      if (rejection?.error === 'not-paired') {
        const result = await pairOnce();
        // Stopping the bridge is not the same as letting the pairing code expire.
        if (signal.aborted) return;
        if (result === 'paired') failures = 0;
        else await wait(result);
        continue;
      }
      const drifted = rejection !== undefined && Math.abs(rejection.clockOffset - offset) > maxClockOffset;
      if (rejection?.error === 'invalid-token' && drifted) offset = rejection.clockOffset;
      const why = rejection?.error ?? 'The connection to the cloud broke, or the cloud cannot be reached.';
      await wait(why, rejection?.retryAfter);
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
}
