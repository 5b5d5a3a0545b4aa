import { mkdirSync } from 'node:fs';
import { systemClock } from '@plenum/bridge';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import { createFleetMetrics, type SimulatedBridge, startSimulatedBridge } from '@plenum/cli/fleet';
import type { SeededRandom } from '@plenum/testbed/seeded-random';

/** A bridge without a house, in the process of the soak. */
export interface FleetBridge {
  readonly systemId: string;
  readonly bridge: SimulatedBridge;
}

interface FleetConfig {
  readonly cloud: string;
  readonly folder: string;
  /** A token to pair bridges with. */
  readonly pairingToken: string;
  readonly systemIds: readonly string[];
}

/** Starts bridges without a house, which count how often each control is executed, by its unique name. */
export function createFleets(random: SeededRandom) {
  const metrics = createFleetMetrics();
  const executed = new Map<string, number>();
  const bridges: FleetBridge[] = [];
  const ticking = setInterval(() => {
    for (const { bridge } of bridges) bridge.tick();
  }, 1_000);
  const onControl = ({ ZoneName }: Readonly<Record<string, unknown>>) => {
    const { Name } = ZoneName as { Name: string };
    executed.set(Name, (executed.get(Name) ?? 0) + 1);
  };
  return {
    bridges: bridges as readonly FleetBridge[],
    executed: executed as ReadonlyMap<string, number>,
    metrics,
    /** Pairs bridges, and starts them. */
    add: async ({ cloud, folder, pairingToken, systemIds }: FleetConfig) => {
      mkdirSync(folder);
      const key = await openBridgeKey(folder);
      const signal = AbortSignal.timeout(60_000);
      for (const systemId of systemIds) {
        const about = { cloud, key, clock: systemClock, signal, systemId };
        const result = await registerKey(about, pairingToken);
        if (result !== 'paired') throw new Error(`${systemId}: ${result}`);
        const own = random.fork(systemId).fraction;
        const deps = { cloud, systemId, key, metrics, random: own, firstWait: 1_000, onControl };
        bridges.push({ systemId, bridge: startSimulatedBridge(deps) });
      }
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(ticking);
      await Promise.all(bridges.map(({ bridge }) => bridge.end()));
    },
  };
}

export type Fleets = ReturnType<typeof createFleets>;
