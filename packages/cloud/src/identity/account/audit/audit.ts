import { randomUUID } from 'node:crypto';
import type { Db } from '../../../kernel/database/store.ts';

/** The names of security events in the store. */
export const acts = [
  'account-made',
  'sign-up-refused',
  'account-exported',
  'account-removed',
  'account-removal-refused',
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'password-changed',
  'password-change-refused',
  'password-reset-requested',
  'password-reset',
  'email-verified',
  'codes-enabled',
  'codes-disabled',
  'codes-reset',
  'codes-guessed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'guessing-slowed',
  'app-made',
  'app-secret-changed',
  'app-redirect-uri-added',
  'app-redirect-uri-removed',
  'app-removed',
  'test-keys-made',
  'test-user-made',
  'test-user-removed',
  'test-tokens-made',
  'test-house-made',
  'test-house-removed',
  'test-house-shared',
  'test-house-unshared',
  'own-token-made',
  'own-token-ended',
  'app-allowed',
  'app-refused',
  'app-unlinked',
  'endpoint-made',
  'endpoint-secret-changed',
  'endpoint-removed',
  'endpoint-enabled',
  'endpoint-disabled',
  'endpoint-types-chosen',
  'listener-made',
  'listener-removed',
  'bridge-paired',
  'bridge-pairing-refused',
  'bridge-released',
  'access-offered',
  'access-offer-withdrawn',
  'access-offer-declined',
  'access-accepted',
  'access-changed',
  'access-ended',
] as const;

export type Act = (typeof acts)[number];

export interface AuditEntry {
  readonly act: Act;
  readonly accountId?: string | undefined;
  /** The client address of the request. */
  readonly address: string;
  /** Never contains a secret. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** The security audit log. */
export interface Audit {
  record(db: Db, entry: AuditEntry): Promise<void>;
}

/** Handles an entry when it is recorded, in the same transaction. */
export type AuditHook = (db: Db, entry: AuditEntry) => Promise<void>;

export const createAudit = (now: () => number, onRecorded?: AuditHook): Audit => ({
  record: async (db, entry) => {
    const { act, accountId, address, facts = {} } = entry;
    const row = { id: randomUUID(), at: now(), account_id: accountId ?? null, act, address };
    await db
      .insertInto('audit')
      .values({ ...row, facts: JSON.stringify(facts) })
      .execute();
    await onRecorded?.(db, entry);
  },
});
