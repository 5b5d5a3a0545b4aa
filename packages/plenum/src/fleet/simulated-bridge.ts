import { randomBytes } from 'node:crypto';
import {
  type BridgeKey,
  type Connection,
  connectUplink,
  defaultPace,
  signConnectToken,
} from '@plenum/bridge/uplink';
import { delay, systemClock } from '@plenum/machine';
import { fullJitter, retryAfterJitter } from '@plenum/machine/backoff';
import { readCloudFrame, type UnnumberedFrame, uplinkTimes } from '@plenum/protocol/uplink';
import type { FleetMetrics } from './metrics.ts';

/** A bridge without a house: a unit and a zone whose temperature moves when told. */
export interface SimulatedBridge {
  /** Moves its temperature; several moves before the cloud acknowledged one are one change. */
  change(): void;
  /** To be called every second or so: says that it lives. */
  tick(): void;
  /** Resolves when its connection is closed for good. */
  end(): Promise<void>;
}

export interface SimulatedBridgeDeps {
  readonly cloud: string;
  readonly systemId: string;
  readonly key: BridgeKey;
  readonly metrics: FleetMetrics;
  readonly random: () => number;
  /** Milliseconds it waits at first after a connection broke, at most; then as any bridge does. */
  readonly firstWait: number;
  /** Told of each control it did. */
  readonly onControl?: (command: Readonly<Record<string, unknown>>) => void;
}

export const startSimulatedBridge = (parts: SimulatedBridgeDeps): SimulatedBridge => {
  const { cloud, systemId, key, metrics, random, firstWait } = parts;
  const backoff = { ...defaultPace.backoff, first: firstWait };
  const stop = new AbortController();
  const unit: Record<string, number> = { SysOn: 1, SysMode: 1, SysFan: 4, Setpoint: 2200, Temp: 2300 };
  const zone = { Index: 0, Name: 'Hall', ZoneType: 3, Mode: 3, Setpoint: 2200, Temp: 2300 };
  let line: Connection | undefined;
  let n = 0;
  let lastSent = 0;
  /** The change under way and when it was sent; 0 where none is. */
  let out = 0;
  let outAt = 0;
  let isDue = false;
  let failures = 0;

  const post = (frame: UnnumberedFrame) => {
    const { type, ...members } = frame;
    lastSent = performance.now();
    line?.send(JSON.stringify({ type, n: ++n, ...members }));
  };
  const components = () => [
    { kind: 'unit' as const, index: 0, datagram: unit },
    { kind: 'zone' as const, index: 0, datagram: zone },
  ];
  const flush = () => {
    if (line === undefined || out !== 0 || !isDue) return;
    isDue = false;
    metrics.changes++;
    const changed = { kind: 'zone' as const, index: 0, datagram: zone };
    post({ type: 'change', at: Date.now(), components: [changed], removed: [] });
    out = n;
    outAt = lastSent;
  };
  const hearAck = (upTo: number) => {
    if (out === 0 || upTo < out) return;
    if (out > 1) {
      metrics.acknowledged++;
      metrics.latencies.push(performance.now() - outAt);
    } else metrics.connected++;
    failures = 0;
    out = 0;
    flush();
  };
  const hear = (text: string) => {
    const read = readCloudFrame(text);
    if (!read.ok) return line?.close();
    const frame = read.value;
    if (frame.type === 'ack') return hearAck(frame.n);
    if (frame.type === 'close') return line?.close();
    metrics.controls++;
    parts.onControl?.(frame.command);
    for (const [name, value] of Object.entries(frame.command))
      if (name in unit && typeof value === 'number') unit[name] = value;
    if (out === 0) post({ type: 'change', at: Date.now(), components: components(), removed: [] });
    post({ type: 'result', id: frame.id });
  };

  const live = async () => {
    const token = await signConnectToken({ key, systemId, audience: cloud, now: Date.now() });
    n = 0;
    out = 0;
    const rejected = await connectUplink({
      cloud,
      token,
      signal: stop.signal,
      clock: systemClock,
      opened: (connection) => {
        line = connection;
        metrics.opened++;
        const session = randomBytes(16).toString('base64url');
        const identity = { uid: systemId, deviceType: 'ASH', firmware: 'fleet' };
        post({ type: 'snapshot', session, at: Date.now(), identity, components: components() });
        out = n;
        return hear;
      },
    });
    if (line === undefined) metrics.failed++;
    else if (out !== 1) metrics.connected--;
    line = undefined;
    return rejected;
  };
  const toRest = (rejected: Awaited<ReturnType<typeof live>>): number =>
    rejected?.retryAfter === undefined
      ? fullJitter(backoff, failures++, random)
      : retryAfterJitter(backoff, rejected.retryAfter, random);
  const run = async () => {
    while (!stop.signal.aborted) {
      const rejected = await live();
      if (stop.signal.aborted) return;
      await delay(systemClock, toRest(rejected), stop.signal);
    }
  };
  const running = run();

  return {
    change: () => {
      zone.Temp = Math.max(1500, Math.min(3500, zone.Temp + (random() < 0.5 ? -10 : 10)));
      isDue = true;
      flush();
    },
    tick: () => {
      if (line !== undefined && performance.now() - lastSent >= uplinkTimes.pingInterval)
        post({ type: 'ping' });
    },
    end: async () => {
      stop.abort();
      await running;
    },
  };
};
