import { randomBytes } from 'node:crypto';
import {
  type BridgeKey,
  type CloudConnection,
  connectUplink,
  defaultPace,
  signConnectToken,
} from '@plenum/bridge/uplink';
import { delay, systemClock } from '@plenum/platform';
import { fullJitter, retryAfterJitter } from '@plenum/platform/backoff';
import { refuse, statusOf, toSentence } from '@plenum/protocol/refusal';
import {
  readCloudFrame,
  type UnnumberedFrame,
  type UplinkComponent,
  uplinkTimes,
} from '@plenum/protocol/uplink';
import type { FleetMetrics } from './metrics.ts';

/** A bridge without a house: a unit and a zone whose temperature changes on demand. */
export interface SimulatedBridge {
  /**
   * Changes the temperature of the zone. If the cloud has not acknowledged the last change, several changes are sent as
   * one.
   */
  change(): void;
  /** Returns the components once the cloud has acknowledged their current state; undefined until then. */
  acknowledged(): readonly UplinkComponent[] | undefined;
  /** Keeps the connection alive; call it about once a second. */
  tick(): void;
  /** Closes the connection permanently; resolves once it is closed. */
  end(): Promise<void>;
}

interface SimulatedBridgeDeps {
  readonly cloud: string;
  readonly systemId: string;
  readonly key: BridgeKey;
  readonly metrics: FleetMetrics;
  readonly random: () => number;
  /** Maximum delay before the first reconnection, in ms; later delays grow as for any bridge. */
  readonly firstWait: number;
  /** Called after each control. */
  readonly onControl?: (command: Readonly<Record<string, unknown>>) => void;
}

const createComponents = () => {
  const unit: Record<string, number> = { SysOn: 1, SysMode: 1, SysFan: 4, Setpoint: 2200, Temp: 2300 };
  const zone = { Index: 0, Name: 'Hall', ZoneType: 3, Mode: 3, Setpoint: 2200, Temp: 2300 };
  const zoneComponent = () => ({ kind: 'zone' as const, index: 0, datagram: zone });
  return {
    zone: zoneComponent,
    all: () => [{ kind: 'unit' as const, index: 0, datagram: unit }, zoneComponent()],
    /** Sets the members of the unit to the values in a command. */
    apply: (command: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(command))
        if (name in unit && typeof value === 'number') unit[name] = value;
    },
    moveTemperature: (by: number) => {
      zone.Temp = Math.max(1500, Math.min(3500, zone.Temp + by));
    },
  };
};

/** Creates the frames of a simulated bridge for its successive connections. */
export function createUplink({
  systemId,
  metrics,
  onControl,
}: Pick<SimulatedBridgeDeps, 'systemId' | 'metrics' | 'onControl'>) {
  const components = createComponents();
  let connection: CloudConnection | undefined;
  let n = 0;
  let lastSent = 0;
  /** The number of the frame that is not yet acknowledged, or 0. */
  let pending = 0;
  let pendingSince = 0;
  let hasChanged = false;
  /** True if a control changed any component, not only the temperature of the zone. */
  let hasControlled = false;
  /** Controls whose results wait until the change that they caused is sent. */
  const results: string[] = [];
  /** The nonce of the connection. */
  let session = '';
  let isSnapshotDue = false;

  const send = (frame: UnnumberedFrame) => {
    const { type, ...members } = frame;
    lastSent = performance.now();
    connection?.send(JSON.stringify({ type, n: ++n, ...members }));
  };
  const sendSnapshot = () => {
    isSnapshotDue = false;
    hasChanged = false;
    hasControlled = false;
    const identity = { uid: systemId, deviceType: 'ASH', firmware: 'fleet' };
    send({ type: 'snapshot', session, at: Date.now(), identity, components: components.all() });
    pending = n;
    pendingSince = lastSent;
  };
  const flush = () => {
    if (connection === undefined || pending !== 0) return;
    if (isSnapshotDue) {
      metrics.changes++;
      sendSnapshot();
    } else if (hasChanged || hasControlled) {
      metrics.changes++;
      const changed = hasControlled ? components.all() : [components.zone()];
      hasChanged = false;
      hasControlled = false;
      send({ type: 'change', at: Date.now(), components: changed, removed: [] });
      pending = n;
      pendingSince = lastSent;
    }
    for (const id of results.splice(0)) send({ type: 'result', id });
  };
  const acknowledge = (upTo: number) => {
    if (pending === 0 || upTo < pending) return;
    if (pending > 1) {
      metrics.acknowledged++;
      metrics.latencies.push(performance.now() - pendingSince);
    } else metrics.connected++;
    pending = 0;
    flush();
  };

  return {
    open: (opened: CloudConnection) => {
      connection = opened;
      n = 0;
      metrics.opened++;
      session = randomBytes(16).toString('base64url');
      sendSnapshot();
    },
    /** Returns true if the frame is an acknowledgement. */
    receive: (text: string): boolean => {
      const read = readCloudFrame(text);
      if (!read.ok || read.value.type === 'close') {
        connection?.close();
        return false;
      }
      const frame = read.value;
      if (frame.type === 'ack') {
        const wasPending = pending;
        acknowledge(frame.n);
        return wasPending !== 0 && frame.n >= wasPending;
      }
      if (frame.type === 'resend') {
        isSnapshotDue = true;
        flush();
      }
      if (frame.type === 'read' || frame.type === 'write') {
        const { refusal } = refuse('unknown-path', { input: frame.path });
        send({
          type: 'answer',
          id: frame.id,
          status: statusOf(refusal),
          body: toSentence(refusal),
          data: { ...refusal },
        });
      }
      if (frame.type !== 'control') return false;
      metrics.controls++;
      onControl?.(frame.command);
      components.apply(frame.command);
      hasControlled = true;
      results.push(frame.id);
      flush();
      return false;
    },
    close: () => {
      if (connection === undefined) metrics.failed++;
      else if (pending !== 1) metrics.connected--;
      connection = undefined;
      pending = 0;
      results.length = 0;
    },
    change: (by: number) => {
      components.moveTemperature(by);
      hasChanged = true;
      flush();
    },
    acknowledged: () =>
      connection === undefined || pending !== 0 || hasChanged || hasControlled ? undefined : components.all(),
    ping: () => {
      if (connection !== undefined && performance.now() - lastSent >= uplinkTimes.pingInterval)
        send({ type: 'ping' });
    },
  };
}

export function startSimulatedBridge(deps: SimulatedBridgeDeps): SimulatedBridge {
  const { cloud, systemId, key, random, firstWait } = deps;
  const backoff = { ...defaultPace.backoff, first: firstWait };
  const stop = new AbortController();
  const uplink = createUplink(deps);
  let failures = 0;

  const connect = async () => {
    const token = await signConnectToken({ key, systemId, audience: cloud, now: Date.now() });
    const rejected = await connectUplink({
      cloud,
      token,
      signal: stop.signal,
      clock: systemClock,
      opened: (connection) => {
        uplink.open(connection);
        return (text) => {
          if (uplink.receive(text)) failures = 0;
        };
      },
    });
    uplink.close();
    return rejected;
  };
  const toWait = (rejected: Awaited<ReturnType<typeof connect>>): number =>
    rejected?.retryAfter === undefined
      ? fullJitter(backoff, failures++, random)
      : retryAfterJitter(backoff, rejected.retryAfter, random);
  const run = async () => {
    while (!stop.signal.aborted) {
      const rejected = await connect();
      if (stop.signal.aborted) return;
      await delay(systemClock, toWait(rejected), stop.signal);
    }
  };
  const running = run();

  return {
    change: () => uplink.change(random() < 0.5 ? -10 : 10),
    acknowledged: uplink.acknowledged,
    tick: uplink.ping,
    end: async () => {
      stop.abort();
      await running;
    },
  };
}
