import { type BridgeKey, defaultPace } from '@plenum/bridge/uplink';
import { createFleetMetrics, type FleetMetrics } from './metrics.ts';
import { type SimulatedBridge, startSimulatedBridge } from './simulated-bridge.ts';

/** Many simulated bridges in one process, for load tests. Disposing of it closes their connections. */
export interface Fleet extends AsyncDisposable {
  readonly metrics: FleetMetrics;
}

export interface FleetConfig {
  readonly cloud: string;
  /** The bridges of a fleet share one key; each has its own system id. */
  readonly key: BridgeKey;
  readonly systemIds: readonly string[];
  /** Number of changes per second, for all bridges together; read at every step. */
  readonly changesPerSecond: () => number;
  /** Number of bridges that start to connect per second. */
  readonly connectsPerSecond: number;
  /** See `startSimulatedBridge`; default: the same as for any bridge. */
  readonly firstWait?: number;
  readonly random?: () => number;
}

/** Interval between two steps, in ms. */
const step = 20;

export function startFleet(config: FleetConfig): Fleet {
  const { cloud, key, systemIds, changesPerSecond, connectsPerSecond } = config;
  const { firstWait = defaultPace.backoff.first, random = Math.random } = config;
  const metrics = createFleetMetrics();
  const bridges: SimulatedBridge[] = [];
  const startedAt = performance.now();
  let connectsDue = 0;
  let changesDue = 0;
  let last = startedAt;
  let ticks = 0;
  let turn = 0;

  const timer = setInterval(() => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    connectsDue = Math.min(systemIds.length, connectsDue + seconds * connectsPerSecond);
    while (bridges.length < connectsDue)
      bridges.push(
        startSimulatedBridge({
          cloud,
          systemId: systemIds[bridges.length]!,
          key,
          metrics,
          random,
          firstWait,
        }),
      );
    if (++ticks % (1_000 / step) === 0) for (const bridge of bridges) bridge.tick();
    if (bridges.length < systemIds.length) return;
    for (changesDue += seconds * changesPerSecond(); changesDue >= 1; changesDue--)
      bridges[turn++ % bridges.length]!.change();
  }, step);

  return {
    metrics,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await Promise.all(bridges.map((bridge) => bridge.end()));
    },
  };
}
