import { every, type Runtime } from '@plenum/platform';
import type { ConnectionRegistry } from './connection-registry.ts';

interface LogArrivalsDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly registry: Pick<ConnectionRegistry, 'all'>;
}

/** Interval at which arrivals and departures are logged, ms. */
export const arrivalsInterval = 60_000;

/** Logs each minute how many bridges have arrived at this node and left it, if any have. Returns a function that stops. */
export function logArrivals({ registry, clock, log }: LogArrivalsDeps): () => void {
  let before = new Set<string>();
  return every(clock, arrivalsInterval, () => {
    const present = new Set(Array.from(registry.all(), ({ systemId }) => systemId));
    const [arrived, left] = [present.difference(before).size, before.difference(present).size];
    before = present;
    if (arrived + left > 0)
      log.info({ arrived, left, connected: present.size }, 'bridges arrived at this node or left it');
  });
}
