import { type Clock, systemClock } from '@plenum/platform';
import { uplink } from '@plenum/protocol/uplink';
import type { Actor } from '../../identity/account/shape.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import type { StorePlace } from '../../kernel/database/store.ts';
import { type Log, silent } from '../../kernel/log/log.ts';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { type Host, type RunningHost, startHost } from '../../start/host.ts';
import type { ChangeListeners } from '../component/change-listeners.ts';
import { createUplinkRoutes, type PairingGrants } from './uplink-routes.ts';
import { createUplinks, type Uplinks } from './uplinks.ts';

/**
 * Returns the access token of a device grant allowed by an owner, in the format of this fixture: `account`,
 * `account:scope` or `account:scope:client`.
 */
export const grantOf = (account: string) => `grant-of-${account}`;

const grants: PairingGrants = {
  identify: async (token) => {
    if (!token.startsWith('grant-of-')) return undefined;
    const [accountId, scope = uplink.scope, clientId = uplink.clientId] = token.slice(9).split(':');
    return { accountId: accountId!, clientId, scopes: [scope], grantId: token };
  },
  shownSystemId: async () => undefined,
  // Never uses up a grant, because in production the authorization server is responsible for that.
  spend: async () => true,
};

export interface NodeConfig {
  readonly place: StorePlace;
  readonly bus?: Bus;
  readonly httpPort?: number;
  readonly listeners?: ChangeListeners;
  readonly idleTimeout?: number;
  readonly clock?: Clock;
  readonly elapsed?: () => number;
  readonly log?: Log;
  readonly accountLimits?: AccountLimits;
  readonly grants?: Partial<PairingGrants>;
  /** Adds further modules and routes. */
  readonly addTo?: (host: Host, uplinks: Uplinks) => Promise<void>;
  /** Further origins at which the node can be reached, for example that of a proxy. */
  readonly audiences?: readonly string[];
}

export interface Node extends AsyncDisposable {
  readonly cloud: RunningHost;
  readonly url: string;
  readonly uplinks: Uplinks;
}

/** Releases a bridge at a node, as its owner would. */
export const releaseAt = (
  { cloud, uplinks }: Pick<Node, 'cloud' | 'uplinks'>,
  owner: Actor,
  systemId: string,
): Promise<boolean> => cloud.store.transaction('full', (tx) => uplinks.release(tx, owner, systemId));

/** Starts a cloud node that serves only bridges. */
export async function startNode(config: NodeConfig): Promise<Node> {
  const {
    place,
    listeners = { componentsChanged: [], ownershipChanged: [] },
    idleTimeout,
    audiences = [],
    httpPort = 0,
  } = config;
  const bus = config.bus ?? createMemoryBus({ clock: systemClock, log: silent });
  const { clock, log = silent } = config;
  const cloud = await startHost({ store: place, httpPort, log, ...(clock && { clock }) }, async (host) => {
    const own = {
      ...host.deps,
      bus,
      listeners,
      audiences: [host.deps.publicUrl, ...audiences],
      accountLimits: config.accountLimits,
      ...(idleTimeout !== undefined && { idleTimeout }),
      ...(config.elapsed && { elapsed: config.elapsed }),
    };
    const uplinks = host.modules.use(await createUplinks(own));
    await host.app.register(createUplinkRoutes({ ...own, uplinks, grants: { ...grants, ...config.grants } }));
    await config.addTo?.(host, uplinks);
    return { uplinks };
  });
  return {
    cloud,
    url: `http://127.0.0.1:${cloud.http.port}`,
    uplinks: cloud.uplinks,
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
}
