import type { Clock } from '@plenum/platform';
import { type AnswerOf, isRefused, refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { readBridges, renameBridge } from '../../fleet/bridge/store.ts';
import { readUnits } from '../../fleet/component/read.ts';
import { authorizePerson } from '../../fleet/sharing/authorize-person.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { Store } from '../../kernel/database/store.ts';
import { invisible } from '../../kernel/http/invisible.ts';
import type { BindRoute, Call } from './bind-route.ts';

export interface OwnerRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'countUserCode'>;
  readonly authorization: Pick<Authorization, 'grants' | 'pairings'>;
  readonly uplinks: Pick<Uplinks, 'readPresence' | 'release'>;
  readonly clock: Clock;
}

const longestName = 60;

/** Lists the bridges that an account can see. */
export async function listBridges(
  { store, uplinks, clock }: Pick<OwnerRoutesDeps, 'store' | 'uplinks' | 'clock'>,
  accountId: string,
): Promise<AnswerOf<'bridges'>> {
  const viewer = { accountId, now: clock.now() };
  const bridges = await readBridges(store.db, viewer);
  const units = await readUnits(store.db, viewer);
  const isPresent = await uplinks.readPresence(accountId);
  return bridges.map(({ systemId, name, access, owner, until, pairedAt, lastSeen }) => {
    const { unit, leader } = units.get(systemId) ?? {};
    return {
      systemId,
      name,
      access,
      ...(access !== 'owner' && { owner }),
      until,
      pairedAt,
      lastSeen,
      isPresent: isPresent(systemId),
      ...(unit !== undefined && { unit: JSON.parse(unit) }),
      ...(leader !== undefined && { leader: JSON.parse(leader) }),
    };
  });
}

/** Creates the routes for the bridges that an account can see and the apps that may use them. */
const createBridgeRoutes = (deps: OwnerRoutesDeps): FastifyPluginAsync => {
  const { bind, store, uplinks, authorization, clock } = deps;
  const { grants } = authorization;
  return async (app) => {
    bind(app, 'bridges', ({ accountId }) => listBridges(deps, accountId));
    bind(app, 'nameBridge', async ({ accountId, parameters: { systemId }, body }) => {
      const name = body.name.trim();
      if (name === '' || [...name].length > longestName || invisible.test(name))
        return refuseRequest('name-malformed', { facts: { most: longestName } });
      const own = await authorizePerson(store.db, { accountId, systemId, now: clock.now() }, 'manage');
      if (isRefused(own)) return own;
      const now = clock.now();
      return (
        (await renameBridge(store.db, { accountId, now, systemId, name })) || refuseRequest('no-such-bridge')
      );
    });
    bind(app, 'releaseBridge', async ({ accountId, address, parameters: { systemId } }) => {
      const own = await authorizePerson(store.db, { accountId, systemId, now: clock.now() }, 'owner');
      if (isRefused(own)) return own;
      const owner = { accountId, address };
      const isReleased = await store.transaction('full', (tx) => uplinks.release(tx, owner, systemId));
      return isReleased || refuseRequest('no-such-bridge');
    });
    bind(app, 'links', async ({ accountId }) => {
      const apps = await grants.listApps(accountId);
      return apps.map(({ clientId, name }) => ({ clientId, name }));
    });
    bind(app, 'unlink', async ({ accountId, address, parameters: { clientId } }) => {
      const isUnlinked = await grants.unlink({ accountId, clientId }, address);
      return isUnlinked || refuseRequest('no-such-app');
    });
  };
};

type PairingRouteId = 'findPairing' | 'allowPairing' | 'refusePairing';

/** Creates the routes for pairing in the web application: find, allow or refuse the bridge that shows a code. */
const createPairingRoutes = ({ bind, accounts, authorization }: OwnerRoutesDeps): FastifyPluginAsync => {
  const { pairings } = authorization;
  /**
   * Counts every code that is entered (RFC 8628, 5.1), because a response to a code also reveals whether the code was
   * right.
   */
  const counted =
    <Result>(act: (code: string, call: Call<PairingRouteId>) => Promise<Result>) =>
    async (call: Call<PairingRouteId>) => {
      const allowed = await accounts.countUserCode(call);
      return allowed.ok ? act(call.body.code, call) : allowed;
    };
  return async (app) => {
    bind(
      app,
      'findPairing',
      counted(async (code) => {
        const found = await pairings.find(code);
        return typeof found === 'string' ? refuseRequest(found) : found;
      }),
    );
    bind(
      app,
      'allowPairing',
      counted(async (code, call) => {
        const refusal = await pairings.allow(code, call);
        return refusal && refuseRequest(refusal);
      }),
    );
    bind(
      app,
      'refusePairing',
      counted(async (code, call) => {
        const refusal = await pairings.refuse(code, call);
        return refusal && refuseRequest(refusal);
      }),
    );
  };
};

/** Creates the routes for an owner's bridges, pairing, and the apps that may use them. */
export const createOwnerRoutes =
  (deps: OwnerRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(createBridgeRoutes(deps));
    await app.register(createPairingRoutes(deps));
  };
