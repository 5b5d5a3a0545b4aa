import type { Wall } from '@plenum/machine';
import { type EntryError, entryErrors, uplink } from '@plenum/protocol';
import type { FastifyPluginAsync } from 'fastify';
import { pairBridge } from '../bridge/pair.ts';
import { useToken } from '../bridge/store.ts';
import type { Bus } from '../bus/bus.ts';
import type { Hooks } from '../component/hooks.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';
import { accountSubject } from './answer.ts';
import type { Uplinks } from './uplinks.ts';
import { verifyPairingProof } from './verify-token.ts';

/** Whom an access token stands for; undefined where it stands for nobody. */
export type Identify = (
  token: string,
) => Promise<{ accountId: string; clientId: string; scopes: readonly string[] } | undefined>;

export interface UplinkRoutesParts {
  readonly uplinks: Uplinks;
  readonly store: Store;
  readonly bus: Bus;
  readonly hooks: Hooks;
  readonly identify: Identify;
  readonly audiences: readonly string[];
  readonly wall: Wall;
  readonly log: Log;
}

const bearerOf = (header: string | undefined): string => /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';

const proofOf = (body: unknown): string => {
  const { proof } = (typeof body === 'object' && body !== null ? body : {}) as { proof?: unknown };
  return typeof proof === 'string' ? proof : '';
};

const pair = async (
  { store, bus, hooks, identify, audiences, wall, log }: UplinkRoutesParts,
  { token, proof }: { token: string; proof: string },
): Promise<EntryError | undefined> => {
  const caller = token === '' ? undefined : await identify(token);
  if (caller?.clientId !== uplink.clientId || !caller.scopes.includes(uplink.scope)) return 'not-granted';
  const now = wall.now();
  const shown = await verifyPairingProof(proof, { audiences, now });
  if (typeof shown === 'string') return shown;
  const { systemId, jti, expiresAt, keyId, jwk } = shown;
  if (!(await useToken(store.db, { systemId, jti, expiresAt }))) return 'token-used';
  const { accountId } = caller;
  const paired = await pairBridge(store, { systemId, accountId, keyId, jwk, now }, hooks);
  log.info({ systemId, accountId, outcome: paired }, 'a bridge asked to be paired');
  if (paired !== 'paired') return paired;
  bus.publish(accountSubject(accountId), {});
  return undefined;
};

/**
 * The doors of bridges: the upgrade at `/uplink` and `POST /uplink/pairing`, which takes `{proof}` with the access token
 * of a device grant of the client `plenum-bridge` and answers `{}`, or `{error}` with a word of `entryErrors`.
 */
export const createUplinkRoutes =
  (parts: UplinkRoutesParts): FastifyPluginAsync =>
  async (app) => {
    app.server.on('upgrade', parts.uplinks.handleUpgrade);
    app.addHook('preClose', async () => parts.uplinks.closeAll('stopping'));
    app.post(uplink.pairingPath, async (request, reply) => {
      const token = bearerOf(request.headers.authorization);
      const error = await pair(parts, { token, proof: proofOf(request.body) });
      if (error === undefined) return {};
      reply.code(entryErrors[error]);
      return { error };
    });
  };
