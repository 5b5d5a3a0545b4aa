import { machineOf, type Runtime } from '@plenum/platform';
import { listen } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';
import { type EntryError, entryErrors, uplink } from '@plenum/protocol/uplink';
import type { FastifyPluginAsync } from 'fastify';
import { createAudit } from '../../identity/account/audit/audit.ts';
import { type PairingScope, pairingScopeOf } from '../../identity/oauth/device/pairing-scope.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import { retryStoreAfter, storeErrors } from '../../kernel/failure/store-errors.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { type AccountLimits, toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { type Pairing, pairBridge } from '../bridge/pair.ts';
import { spendToken } from '../bridge/store.ts';
import type { ChangeListeners } from '../component/change-listeners.ts';
import { accountSubject } from './bus-subjects.ts';
import { refuseEntry, toEntryRefusal } from './entry/refuse-entry.ts';
import { verifyPairingProof } from './entry/verify-token.ts';
import type { Uplinks } from './uplinks.ts';

/** A device grant that an owner allowed. */
interface PairingGrant {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly grantId: string;
}

/** Looks up the grants of access tokens. */
export interface PairingGrants {
  /** Returns the grant of a token, or undefined if the token is not valid. */
  identify(token: string): Promise<PairingGrant | undefined>;
  /** Returns the only system id that a grant is for, or `undefined` if its owner was not shown one. */
  shownSystemId(grantId: string): Promise<string | undefined>;
  /** Uses up a grant with its token. Returns false if it was used before. */
  spend(tx: Transaction, grantId: string): Promise<boolean>;
}

interface UplinkRoutesDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly uplinks: Uplinks;
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: ChangeListeners;
  readonly grants: PairingGrants;
  readonly audiences: readonly string[];
  /** True to refuse every bridge, because the cloud has only the houses of test users. */
  readonly onlyTestUsers?: boolean | undefined;
  readonly accountLimits?: AccountLimits | undefined;
}

const proofOf = (body: unknown): string => {
  const { proof } = (typeof body === 'object' && body !== null ? body : {}) as { proof?: unknown };
  return typeof proof === 'string' ? proof : '';
};

/** Returns which bridges a grant may pair, or `undefined` if the grant belongs to an app. */
const scopeOfGrant = ({ clientId, scopes }: PairingGrant): PairingScope | undefined =>
  clientId === uplink.clientId ? pairingScopeOf(scopes) : undefined;

/** Reasons to roll back a pairing. */
const pairingErrors = errorTable('pairing', {
  'grant-spent': () => 'Another bridge was paired with this grant.',
});

/**
 * Pairs a bridge and uses up its grant in one transaction, so that only one of two bridges with the same token is
 * paired.
 */
const pairOnce = async (
  { store, listeners, grants }: UplinkRoutesDeps,
  { pairing, grant, address }: { pairing: Pairing; grant: PairingGrant; address: string },
): Promise<EntryError | undefined> => {
  const { systemId, accountId, keyId } = pairing;
  const audit = createAudit(() => pairing.now);
  try {
    return await store.transaction('full', async (tx) => {
      const paired = await pairBridge(tx, pairing, listeners);
      const isPaired = paired === 'paired';
      if (isPaired && scopeOfGrant(grant) === 'one' && !(await grants.spend(tx, grant.grantId)))
        throw pairingErrors.error('grant-spent');
      const act = isPaired ? 'bridge-paired' : 'bridge-pairing-refused';
      await audit.record(tx.db, { act, accountId, address, facts: { systemId, keyId } });
      return paired === 'paired' ? undefined : paired;
    });
  } catch (error) {
    if (pairingErrors.is(error)) return 'not-granted';
    throw error;
  }
};

const pair = async (
  deps: UplinkRoutesDeps,
  { token, proof, address }: { token: string | undefined; proof: string; address: string },
): Promise<EntryError | undefined> => {
  const { store, bus, grants, audiences, clock, log, accountLimits = toAccountLimits() } = deps;
  const grant = token === undefined ? undefined : await grants.identify(token);
  if (grant === undefined || scopeOfGrant(grant) === undefined) return 'not-granted';
  const now = clock.now();
  const verified = await verifyPairingProof(proof, { audiences, now: machineOf(clock).now() });
  if (typeof verified === 'string') return verified;
  const { systemId, jti, expiresAt, keyId, jwk } = verified;
  if (((await grants.shownSystemId(grant.grantId)) ?? systemId) !== systemId) return 'not-granted';
  if (!(await spendToken(store.db, { systemId, jti, expiresAt }))) return 'token-used';
  const { accountId } = grant;
  const { maxBridges, maxUnproven } = accountLimits;
  const pairing = { systemId, accountId, keyId, jwk, now, address, maxBridges, maxUnproven };
  const refused = await pairOnce(deps, { pairing, grant, address });
  log.info({ systemId, accountId, outcome: refused ?? 'paired' }, 'a bridge asked to be paired');
  if (refused === undefined) bus.publish(accountSubject(accountId), {});
  return refused;
};

/**
 * Creates the routes for bridges: the upgrade at `/uplink`, and `POST /uplink/pairing`. The latter accepts `{proof}`
 * with the access token of a device grant of the client `plenum-bridge`, and responds with `{}`, or with `{error}` and
 * a code of `entryErrors`. Pairing one bridge uses up the token. A bridge that did not receive the response can connect
 * anyway.
 */
export const createUplinkRoutes =
  (deps: UplinkRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const { uplinks, onlyTestUsers = false, clock } = deps;
    const refuseUpgrade: Uplinks['handleUpgrade'] = (_, socket) => {
      socket.on('error', () => {});
      refuseEntry(socket, toEntryRefusal('test-users-only'), machineOf(clock).now());
    };
    const handleUpgrade = onlyTestUsers ? refuseUpgrade : uplinks.handleUpgrade;
    app.server.on('upgrade', (request, ...rest) => {
      if (request.url !== listen.path) handleUpgrade(request, ...rest);
    });
    // Not awaited, because later hooks must run in the meantime, and closing the port waits for the sockets anyway.
    app.addHook('preClose', async () => void uplinks.stop());
    app.post(uplink.pairingPath, async (request, reply) => {
      const token = bearerOf(request);
      const entry = { token, proof: proofOf(request.body), address: request.ip };
      const error = onlyTestUsers
        ? 'test-users-only'
        : await pair(deps, entry).catch((failure): EntryError => {
            if (!storeErrors.is(failure)) throw failure;
            reply.header('retry-after', retryStoreAfter);
            return 'busy';
          });
      if (error === undefined) return {};
      reply.code(entryErrors[error]);
      return { error };
    });
  };
