import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BridgeKey, type Connection, connectUplink, signConnectToken } from '@plenum/bridge/uplink';
import { systemClock } from '@plenum/machine';
import { toComponentId } from '@plenum/protocol/component';
import { readCloudFrame, type UnnumberedFrame } from '@plenum/protocol/uplink';

/** A bridge that counts: each change of a zone carries the next number, and is sent once the one before is acknowledged. */
export interface CountingBridge extends AsyncDisposable {
  /** The number each zone carries now, by component id: so often the cloud was told, or will be, that it changed. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Resolves when the cloud has everything. */
  settled(): Promise<void>;
  /** Changes again and again until told to rest. */
  work(): void;
  rest(): void;
}

export interface CountingBridgeDeps {
  readonly cloud: string;
  readonly systemId: string;
  readonly key: BridgeKey;
  readonly zones: number;
  /** Told of each control it is sent, and answered when that is over. It remembers none: one sent twice is done twice. */
  readonly heard: (command: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Longest wait before it connects again, ms. */
const soon = 150;

export const startCountingBridge = (parts: CountingBridgeDeps): CountingBridge => {
  const { cloud, systemId, key, zones, heard } = parts;
  const stop = new AbortController();
  const counts = Array.from({ length: zones }, () => 0);
  let line: Connection | undefined;
  let n = 0;
  /** The number of the frame with news that is not acknowledged; 0 where everything is. */
  let out = 0;
  let isWorking = false;
  let isKnown = false;
  let wake: (() => void)[] = [];

  const post = (frame: UnnumberedFrame) => {
    const { type, ...members } = frame;
    line?.send(JSON.stringify({ type, n: ++n, ...members }));
  };
  const zone = (index: number) => ({
    kind: 'zone' as const,
    index,
    datagram: { Index: index, Name: `Zone ${index}`, N: counts[index]! },
  });
  const change = () => {
    if (line === undefined || out !== 0 || !isWorking) return;
    isKnown = false;
    const count = 1 + Math.floor(Math.random() * zones);
    const first = Math.floor(Math.random() * zones);
    const changed = Array.from({ length: count }, (_, place) => (first + place) % zones);
    for (const index of changed) counts[index]!++;
    post({ type: 'change', at: Date.now(), components: changed.map(zone), removed: [] });
    out = n;
  };
  const hear = (text: string) => {
    const read = readCloudFrame(text);
    if (!read.ok || read.value.type === 'close') return line?.close();
    const frame = read.value;
    if (frame.type === 'control') {
      return void heard(frame.command).then(() => post({ type: 'result', id: frame.id }));
    }
    if (out === 0 || frame.n < out) return;
    out = 0;
    isKnown = true;
    for (const resolve of wake) resolve();
    wake = [];
    setImmediate(change);
  };
  const live = async () => {
    n = 0;
    out = 0;
    isKnown = false;
    await connectUplink({
      cloud,
      token: await signConnectToken({ key, systemId, audience: cloud, now: Date.now() }),
      signal: stop.signal,
      clock: systemClock,
      opened: (connection) => {
        line = connection;
        const identity = { uid: systemId, deviceType: 'ASH', firmware: 'counting' };
        const components = counts.map((_, index) => zone(index));
        post({
          type: 'snapshot',
          session: randomBytes(16).toString('base64url'),
          at: Date.now(),
          identity,
          components,
        });
        out = n;
        return hear;
      },
    });
    line = undefined;
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await live();
      await pause(Math.random() * soon);
    }
  };
  const running = run();

  return {
    get numbers() {
      return new Map(counts.map((count, index) => [toComponentId(systemId, zone(index))!, count]));
    },
    settled: async () => {
      while (!isKnown) await new Promise<void>((resolve) => wake.push(resolve));
    },
    work: () => {
      isWorking = true;
      change();
    },
    rest: () => {
      isWorking = false;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
};
