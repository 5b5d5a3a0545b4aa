import { type Clock, machineOf } from '@plenum/platform';
import type { Store } from '../../../kernel/database/store.ts';
import { readConnected } from '../../bridge/connection-record.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** Reports which bridges are connected to any node. */
export interface Presence {
  /**
   * Resolves to true if a bridge is connected to any node now, or to undefined if the nodes cannot reach each other.
   */
  isPresent(systemId: string): Promise<boolean | undefined>;
  /** Like `isPresent` for all bridges that an account can see, by system id. Sends one request to each node. */
  readPresence(accountId: string): Promise<(systemId: string) => boolean | undefined>;
}

interface PresenceDeps {
  readonly store: Store;
  readonly registry: Pick<ConnectionRegistry, 'request' | 'requestNode'>;
  readonly clock: Clock;
}

/** Time another node has to report its bridges, ms. */
const timeout = 2_000;

export const createPresence = ({ store, registry, clock }: PresenceDeps): Presence => ({
  isPresent: async (systemId) => {
    const { answer } = await registry.request(
      systemId,
      { ask: 'presence' },
      machineOf(clock).now() + timeout,
    );
    return answer === 'unreachable' ? undefined : answer === 'done';
  },
  readPresence: async (accountId) => {
    const connected = Map.groupBy(
      await readConnected(store.db, { accountId, now: clock.now() }),
      ({ nodeId }) => nodeId,
    );
    const deadline = machineOf(clock).now() + timeout;
    const present = new Map<string, boolean | undefined>();
    const requestPresence = async (nodeId: string, bridges: readonly { readonly systemId: string }[]) => {
      const ids = bridges.map(({ systemId }) => systemId);
      const found = await registry.requestNode(nodeId, ids, deadline);
      for (const id of found ?? ids) present.set(id, found === undefined ? undefined : true);
    };
    await Promise.all([...connected].map(([nodeId, bridges]) => requestPresence(nodeId, bridges)));
    return (systemId) => (present.has(systemId) ? present.get(systemId) : false);
  },
});
