import { type AddressPolicy, checkUrl } from '@plenum/outbound';
import { cloudLimits } from '@plenum/protocol/cloud';
import { chosenTypes, refuseRequest } from '@plenum/protocol/console';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { createSecret } from '../attempt/sign.ts';
import { toChosenTypes } from '../outbox/chosen-types.ts';
import { type Ledger, readLedgers } from '../outbox/ledger.ts';
import { hasUrl } from '../outbox/listener-url.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Done, EndpointRegistry, Refused, WebhookEndpoint } from './endpoint.ts';
import {
  createWithEndpoint,
  type EndpointRow,
  enabled,
  findEndpointRow,
  toNewRow,
  updateEndpointRow,
} from './endpoint-row.ts';

interface EndpointRegistryDeps extends AddressPolicy {
  readonly store: Store;
  readonly outbox: Pick<Outbox, 'enqueueAll' | 'enqueueFirst' | 'drop'>;
  readonly encryption: Encryption;
  readonly random: Random;
  readonly now: () => number;
}

const { maxEndpoints, secretOverlap } = cloudLimits;
const done: Done = { done: true };
const empty: Ledger = { changes: 0, delivered: 0, superseded: 0, pending: 0, dead: 0 };

const toEndpoint = (row: EndpointRow, ledger: Ledger, now: number): WebhookEndpoint => ({
  id: row.id,
  clientId: row.client_id,
  url: row.url,
  createdAt: row.created_at,
  oldSecretUntil: (row.old_secret_until ?? 0) > now ? row.old_secret_until! : undefined,
  disabled: row.disabled_at === null ? undefined : { at: row.disabled_at, why: row.disabled_why! },
  failingSince: row.failing_since ?? undefined,
  ledger,
  ...(row.event_types !== null && { eventTypes: toChosenTypes(row) }),
});

/**
 * Inserts an endpoint, unless its app is unknown or has reached its limit. Locks the app, so that two concurrent
 * requests cannot both pass the check.
 */
const insertEndpoint = async (
  db: Db,
  { row, typed }: { readonly row: EndpointRow; readonly typed: string },
): Promise<Refused | undefined> => {
  const { client_id: clientId } = row;
  const app = await db
    .selectFrom('app')
    .select('client_id')
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (app === undefined) return refuseRequest('no-such-app', { path: ['clientId'], input: clientId });
  const { n } = await db
    .selectFrom('endpoint')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('client_id', '=', clientId)
    .where(hasUrl)
    .executeTakeFirstOrThrow();
  if (n >= maxEndpoints)
    return refuseRequest('too-many-endpoints', {
      path: ['url'],
      input: typed,
      facts: { most: maxEndpoints },
    });
  await db.insertInto('endpoint').values(row).execute();
  return undefined;
};

const isReadableSecret = (encryption: Encryption, secret: string, endpointId: string): boolean => {
  try {
    encryption.decrypt(secret, endpointId);
    return true;
  } catch {
    return false;
  }
};

export function createEndpointRegistry(deps: EndpointRegistryDeps): EndpointRegistry {
  const { store, outbox, encryption, random, now } = deps;
  const withEndpoint = createWithEndpoint(store);

  const withLedger = async (
    rows: readonly EndpointRow[],
    clientId: string,
  ): Promise<readonly WebhookEndpoint[]> => {
    const ledgers = await readLedgers(store.db, clientId);
    return rows.map((row) => toEndpoint(row, ledgers.get(row.id) ?? empty, now()));
  };

  return {
    create: async ({ clientId, url: typed }) => {
      const checked = checkUrl(typed, deps);
      if (!checked.ok) return checked;
      const [id, secret, at] = [random.uuid(), createSecret(random), now()];
      const encrypted = encryption.encrypt(secret, id);
      const row = toNewRow({
        id,
        client_id: clientId,
        url: checked.value,
        secret: encrypted,
        created_at: at,
      });
      const refused = await store.transaction('full', ({ db }) => insertEndpoint(db, { row, typed }));
      if (refused !== undefined) return refused;
      await outbox.enqueueFirst(store, { id, clientId });
      const [endpoint] = await withLedger([row], clientId);
      return { endpoint: endpoint!, secret };
    },
    list: async (clientId) => {
      const rows = await store.db
        .selectFrom('endpoint')
        .selectAll()
        .where('client_id', '=', clientId)
        .where(hasUrl)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return withLedger(rows, clientId);
    },
    find: async (ref) => {
      const row = await findEndpointRow(store.db, ref);
      return row && (await withLedger([row], ref.clientId))[0];
    },
    remove: (ref) =>
      withEndpoint(ref, async ({ db }, { id }) => {
        await db.deleteFrom('endpoint').where('id', '=', id).execute();
        return done;
      }),
    rotateSecret: (ref) =>
      withEndpoint(ref, async ({ db }, { id, secret: before }) => {
        const secret = createSecret(random);
        const oldSecretUntil = now() + secretOverlap;
        // A secret that cannot be decrypted cannot sign, and would stop the endpoint until it ends.
        const isReadable = isReadableSecret(encryption, before, id);
        await updateEndpointRow(db, id, {
          secret: encryption.encrypt(secret, id),
          old_secret: isReadable ? before : null,
          old_secret_until: isReadable ? oldSecretUntil : null,
        });
        return { secret, oldSecretUntil: isReadable ? oldSecretUntil : now() };
      }),
    disable: (ref) =>
      withEndpoint(ref, async ({ db }, { id, disabled_at }) => {
        if (disabled_at === null)
          await updateEndpointRow(db, id, { disabled_at: now(), disabled_why: 'developer' });
        return done;
      }),
    enable: (ref) =>
      withEndpoint(ref, async (tx, row) => {
        const { id, client_id, disabled_at } = row;
        if (disabled_at === null) return done;
        await updateEndpointRow(tx.db, id, enabled);
        await outbox.enqueueAll(tx, { id, clientId: client_id, types: toChosenTypes(row) });
        return done;
      }),
    chooseEventTypes: (ref, types) =>
      withEndpoint(ref, async (tx, row) => {
        const { id, client_id: clientId, disabled_at } = row;
        const before = toChosenTypes(row);
        const isAll = chosenTypes.every((type) => types.includes(type));
        await updateEndpointRow(tx.db, id, { event_types: isAll ? null : types.join() });
        await outbox.drop(
          tx,
          id,
          chosenTypes.filter((type) => !types.includes(type)),
        );
        const added = types.filter((type) => !before.includes(type));
        if (disabled_at === null) await outbox.enqueueAll(tx, { id, clientId, types: added });
        return done;
      }),
  };
}
