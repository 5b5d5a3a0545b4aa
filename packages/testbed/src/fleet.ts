import { systemClock } from '@plenum/bridge';
import { type BridgeKey, registerKey } from '@plenum/bridge/uplink';
import { createFleetMetrics, type SimulatedBridge, startSimulatedBridge } from '@plenum/cli/fleet';
import { toComponentId } from '@plenum/protocol/component';
import type { SeededRandom } from './seeded-random.ts';

/** A bridge without a house, in this process. */
export interface FleetBridge {
  readonly systemId: string;
  readonly bridge: SimulatedBridge;
}

/** The cloud and the account that bridges are paired with, and their key. */
interface Pairing {
  readonly cloud: string;
  readonly key: BridgeKey;
  /** A token of the account to pair bridges with. */
  readonly pairingToken: string;
}

/** Bridges without a house, which change on demand and count how often each control is executed. */
export function createFleet(random: SeededRandom) {
  const metrics = createFleetMetrics();
  const { executed, onControl } = countExecutions();
  const bridges: FleetBridge[] = [];
  const ticking = setInterval(() => {
    for (const { bridge } of bridges) bridge.tick();
  }, 1_000);
  return {
    bridges: bridges as readonly FleetBridge[],
    executed,
    metrics,
    /** Pairs bridges, and starts each one. */
    add: async (pairing: Pairing, systemIds: readonly string[]): Promise<void> => {
      const { cloud, key } = pairing;
      for (const systemId of systemIds) {
        await pairBridge(pairing, systemId);
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

export type Fleet = ReturnType<typeof createFleet>;

/** Pairs a bridge; throws with its system id if the cloud refuses it. */
export async function pairBridge({ cloud, key, pairingToken }: Pairing, systemId: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const result = await registerKey({ cloud, key, clock: systemClock, signal, systemId }, pairingToken);
  if (result !== 'paired') throw new Error(`${systemId}: ${result}`);
}

/** Counts how often each control is executed, by the unique name that it gives to a zone. */
export function countExecutions() {
  const executed = new Map<string, number>();
  return {
    executed: executed as ReadonlyMap<string, number>,
    /** Called for each control that a bridge executes. */
    onControl: ({ ZoneName }: Readonly<Record<string, unknown>>): void => {
      const { Name } = ZoneName as { Name: string };
      executed.set(Name, (executed.get(Name) ?? 0) + 1);
    },
  };
}

/** Returns the components of a bridge; `undefined` while the cloud has not acknowledged all its changes. */
export const readAcknowledged = ({ systemId, bridge }: FleetBridge) =>
  bridge.acknowledged()?.map((one) => ({
    componentId: toComponentId(systemId, one)!,
    datagram: structuredClone<object>(one.datagram),
  }));
