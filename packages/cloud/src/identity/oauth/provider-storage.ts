import { AsyncLocalStorage } from 'node:async_hooks';
import type { Adapter, AdapterPayload, ClientMetadata } from 'oidc-provider';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import type { Apps } from './app/apps.ts';
import {
  bridgeClient,
  listenClient,
  testKeysMember,
  toClientMetadata,
  toRegisteredClientMetadata,
} from './app/client.ts';
import type { Registrations } from './app/registrations.ts';
import { createItemAdapter, type StoreAccess } from './item-adapter.ts';
import { errors } from './oidc-library.ts';
import type { Grants } from './token/grants.ts';
import { type Kind, kinds } from './token/kinds.ts';

interface ProviderStorageDeps {
  readonly store: Store;
  readonly apps: Pick<Apps, 'find'>;
  readonly grants: Pick<Grants, 'revoke' | 'announce' | 'linked'>;
  readonly registrations: Pick<Registrations, 'find'> | undefined;
  /** True to refuse every client except test keys. */
  readonly onlyTestUsers?: boolean | undefined;
  readonly now: () => number;
}

/**
 * The storage of oidc-provider. It finds codes, tokens and cookies by their hashes, and does not store their values.
 */
export interface ProviderStorage {
  /** The `adapter` in the provider's configuration. */
  readonly adapter: (name: string) => Adapter;
  /** Runs all storage calls of the provider during `work` in a transaction. */
  within<Value>(tx: Transaction, work: () => Promise<Value>): Promise<Value>;
}

/** Creates the storage of clients, which are apps. oidc-provider reads them and never writes them. */
const createClientAdapter = (
  {
    apps,
    registrations,
    onlyTestUsers = false,
  }: Pick<ProviderStorageDeps, 'apps' | 'registrations' | 'onlyTestUsers'>,
  { db }: StoreAccess,
): Adapter => {
  const none = async () => undefined;
  const find = async (clientId: string): Promise<ClientMetadata | undefined> => {
    if (clientId === bridgeClient.client_id) return bridgeClient;
    if (clientId === listenClient.client_id) return listenClient;
    const registered = registrations?.find(clientId);
    if (registered !== undefined) return toRegisteredClientMetadata(clientId, registered);
    const app = await apps.find(db(), clientId);
    return app && toClientMetadata(app);
  };
  return {
    upsert: none,
    findByUid: none,
    findByUserCode: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
    find: async (clientId) => {
      const client = await find(clientId);
      const isTest = client === listenClient || client?.[testKeysMember] === true;
      if (onlyTestUsers && client !== undefined && !isTest)
        throw new errors.UnauthorizedClient(
          'this cloud has only test users, so it accepts only the test keys of an app; use those, or another cloud',
        );
      return client as AdapterPayload | undefined;
    },
  };
};

const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name);

/**
 * The adapter methods of oidc-provider have no parameter for a transaction, and there is one adapter per model, not per
 * request. The transaction is therefore passed through an AsyncLocalStorage, in this file only (decisions/017).
 */
export function createProviderStorage({
  store,
  apps,
  registrations,
  onlyTestUsers,
  ...deps
}: ProviderStorageDeps): ProviderStorage {
  const running = new AsyncLocalStorage<Transaction>();
  const access: StoreAccess = {
    db: () => running.getStore()?.db ?? store.db,
    transaction: (work) => {
      const tx = running.getStore();
      return tx === undefined ? store.transaction('full', work) : work(tx);
    },
  };
  return {
    adapter: (name) => {
      if (name === 'Client') return createClientAdapter({ apps, registrations, onlyTestUsers }, access);
      if (isKind(name)) return createItemAdapter(name, { ...deps, access });
      throw new Error(`the authorization server stores no ${name}`);
    },
    within: (tx, work) => running.run(tx, work),
  };
}
