import type { Clock } from '@plenum/platform';
import type { Store } from '../../../kernel/database/store.ts';
import { readConnected } from '../../bridge/connection-record.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** Whether bridges are connected, to whichever node. */
export interface Presence {
  /** Whether a bridge has a connection to any node now; undefined where the nodes cannot reach each other. */
  isPresent(systemId: string): Promise<boolean | undefined>;
  /** Whether bridges that an account can see have a connection to any node now, by system id, like `isPresent`; sends one request to each node. */
  readPresence(accountId: string): Promise<(systemId: string) => boolean | undefined>;
}

export interface PresenceDeps {
  readonly store: Store;
  readonly registry: Pick<ConnectionRegistry, 'request' | 'requestNode'>;
  readonly clock: Clock;
}

/** How long another node has to answer which bridges it has, ms. */
const timeout = 2_000;

export const createPresence = ({ store, registry, clock }: PresenceDeps): Presence => ({
  isPresent: async (systemId) => {
    const { answer } = await registry.request(systemId, { ask: 'presence' }, clock.now() + timeout);
    return answer === 'unreachable' ? undefined : answer === 'done';
  },
  readPresence: async (accountId) => {
    const connected = Map.groupBy(
      await readConnected(store.db, { accountId, now: clock.now() }),
      ({ nodeId }) => nodeId,
    );
    const deadline = clock.now() + timeout;
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
