import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BridgeKey, type CloudConnection, connectUplink, signConnectToken } from '@plenum/bridge/uplink';
import { systemClock } from '@plenum/platform';
import { toComponentId } from '@plenum/protocol/component';
import { readCloudFrame, type UnnumberedFrame } from '@plenum/protocol/uplink';
import type { SeededRandom } from '../seeded-random.ts';

/**
 * A bridge that counts: each change of a zone contains the next number, and is sent when the previous one is
 * acknowledged.
 */
export interface CountingBridge extends AsyncDisposable {
  /**
   * The current number of each zone, by component id: the number of its changes that the bridge has sent or will send.
   */
  readonly numbers: ReadonlyMap<string, number>;
  /** Resolves when the cloud has acknowledged all changes. */
  settled(): Promise<void>;
  /** Changes zones, with short pauses, until `stopChanges`. */
  startChanges(): void;
  stopChanges(): void;
}

interface CountingBridgeDeps {
  readonly cloud: string;
  readonly systemId: string;
  readonly key: BridgeKey;
  readonly zones: number;
  readonly random: SeededRandom;
  /**
   * Called for each control; the bridge responds when it resolves. The bridge stores no control ids, so a control that
   * the cloud sends twice is executed twice.
   */
  readonly onControl: (command: Readonly<Record<string, unknown>>) => Promise<void>;
}

/**
 * Longest pause between the acknowledgement of a change and the next change, in ms, so that the nodes have some
 * CPU time.
 */
const maxPause = 30;

/** Longest delay before the bridge reconnects, in ms. */
const maxReconnectDelay = 150;

export function startCountingBridge(deps: CountingBridgeDeps): CountingBridge {
  const { cloud, systemId, key, zones, random, onControl } = deps;
  const changes = random.fork('changes');
  const pauses = random.fork('pauses');
  const reconnects = random.fork('reconnects');
  const stop = new AbortController();
  const counts = Array.from({ length: zones }, () => 0);
  let connection: CloudConnection | undefined;
  let n = 0;
  /** Number of the frame that is not acknowledged; 0 if all are. */
  let unacknowledged = 0;
  let isChanging = false;
  let isSettled = false;
  let waiting: (() => void)[] = [];

  const sendFrame = (frame: UnnumberedFrame) => {
    const { type, ...members } = frame;
    connection?.send(JSON.stringify({ type, n: ++n, ...members }));
  };
  const zone = (index: number) => ({
    kind: 'zone' as const,
    index,
    datagram: { Index: index, Name: `Zone ${index}`, N: counts[index]! },
  });
  const change = () => {
    if (connection === undefined || unacknowledged !== 0 || !isChanging) return;
    isSettled = false;
    const count = changes.integer(1, zones);
    const first = changes.integer(0, zones - 1);
    const changed = Array.from({ length: count }, (_, offset) => (first + offset) % zones);
    for (const index of changed) counts[index]!++;
    sendFrame({ type: 'change', at: Date.now(), components: changed.map(zone), removed: [] });
    unacknowledged = n;
  };
  const receive = (text: string) => {
    const read = readCloudFrame(text);
    // A new connection begins with the snapshot that `resend` asks for.
    if (!read.ok || read.value.type === 'close' || read.value.type === 'resend') return connection?.close();
    const frame = read.value;
    if (frame.type === 'control') {
      return void onControl(frame.command).then(() => sendFrame({ type: 'result', id: frame.id }));
    }
    if (frame.type !== 'ack') return undefined;
    if (unacknowledged === 0 || frame.n < unacknowledged) return;
    unacknowledged = 0;
    isSettled = true;
    for (const resolve of waiting) resolve();
    waiting = [];
    setTimeout(change, pauses.fraction() * maxPause);
  };
  const sendSnapshot = () => {
    sendFrame({
      type: 'snapshot',
      session: randomBytes(16).toString('base64url'),
      at: Date.now(),
      identity: { uid: systemId, deviceType: 'ASH', firmware: 'counting' },
      components: counts.map((_, index) => zone(index)),
    });
    unacknowledged = n;
  };
  /** Resolves when the connection has ended. */
  const connect = async () => {
    n = 0;
    unacknowledged = 0;
    isSettled = false;
    await connectUplink({
      cloud,
      token: await signConnectToken({ key, systemId, audience: cloud, now: Date.now() }),
      signal: stop.signal,
      clock: systemClock,
      opened: (opened) => {
        connection = opened;
        sendSnapshot();
        return receive;
      },
    });
    connection = undefined;
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await connect();
      await pause(reconnects.fraction() * maxReconnectDelay);
    }
  };
  const running = run();

  return {
    get numbers() {
      return new Map(counts.map((count, index) => [toComponentId(systemId, zone(index))!, count]));
    },
    settled: async () => {
      while (!isSettled) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    startChanges: () => {
      isChanging = true;
      change();
    },
    stopChanges: () => {
      isChanging = false;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
}
