import { randomBytes } from 'node:crypto';
import { maxClockDifference } from '@plenum/platform';
import { Secret, TOTP } from 'otpauth';
import type { Encryption } from '../../../kernel/crypto/encryption.ts';
import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Validity of a code in seconds (RFC 6238, 5.2). Codes before and after the current one are accepted too. */
const period = 30;
const window = 1;

const recoveryCodeCount = 10;
const recoveryAlphabet = 'abcdefghjkmnpqrstvwxyz0123456789';

/** The secret for an authenticator app: as text, and as the URI of its QR code. */
export interface AuthenticatorSecret {
  readonly secret: string;
  readonly uri: string;
}

export interface AuthenticatorStatus {
  /** In ms since 1970 UTC. */
  readonly since: number;
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
}

/** The authenticator app of an account (RFC 6238), and its recovery codes. */
export interface Authenticators {
  /** Returns `undefined` if signing in does not require codes. */
  readStatus(db: Db, accountId: string): Promise<AuthenticatorStatus | undefined>;
  /** Creates a secret in place of any earlier unconfirmed one. */
  begin(db: Db, account: { readonly id: string; readonly email: string }): Promise<AuthenticatorSecret>;
  /** Confirms a secret with a first code. */
  confirm(db: Db, accountId: string, code: string): Promise<boolean>;
  /** Replaces the recovery codes. They are returned only here. */
  renewRecoveryCodes(db: Db, accountId: string): Promise<readonly string[]>;
  /** Accepts an authenticator code or a recovery code, each once. Returns `undefined` if the code is neither. */
  accept(db: Db, accountId: string, code: string): Promise<'code' | 'recovery-code' | undefined>;
  remove(db: Db, accountId: string): Promise<void>;
}

const issuer = 'Plenum';

/** True if a text has the form of a code from an authenticator app, as opposed to a recovery code. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text.replace(/\s/g, ''));

const toTotp = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });

/** Creates a code with 80 random bits: 16 characters from a set of 32, as in `abcd-efgh-jkmn-pqrs`. */
const createRecoveryCode = (): string =>
  [...randomBytes(16)]
    .map((byte) => recoveryAlphabet[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

const hashRecoveryCode = (accountId: string, code: string): string =>
  hashSecret(`${accountId}\n${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

/** Returns the context with which the secret of an account is encrypted. */
export const authenticatorContext = (accountId: string): string => `authenticator of ${accountId}`;

/** Removes the authenticator app and the recovery codes of an account. Returns false if the account has none. */
export async function removeAuthenticator(db: Db, accountId: string): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  const { numDeletedRows } = await db
    .deleteFrom('authenticator')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function createAuthenticators(encryption: Encryption, now: () => number): Authenticators {
  const read = (db: Db, accountId: string) =>
    db.selectFrom('authenticator').selectAll().where('account_id', '=', accountId).executeTakeFirst();

  /**
   * Accepts a code only if its time step is after that of the last accepted code, so that no code is accepted twice. A last
   * code of a later time than any node can have was accepted before the clock went back, and refuses no others.
   */
  const acceptCode = async (db: Db, accountId: string, code: string): Promise<boolean> => {
    const token = code.replace(/\s/g, '');
    const row = isCode(code) ? await read(db, accountId) : undefined;
    if (row === undefined) return false;
    const totp = toTotp(encryption.decrypt(row.secret, authenticatorContext(accountId)));
    const timestamp = now();
    const delta = totp.validate({ token, timestamp, window });
    if (delta === null) return false;
    const toCounter = (at: number) => Math.floor(at / 1000 / period);
    const counter = toCounter(timestamp) + delta;
    const latest = toCounter(timestamp + maxClockDifference) + window;
    const { numUpdatedRows } = await db
      .updateTable('authenticator')
      .set({ last_counter: counter })
      .where('account_id', '=', accountId)
      .where((row) => row.or([row('last_counter', '<', counter), row('last_counter', '>', latest)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

  const acceptRecoveryCode = async (db: Db, accountId: string, code: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_code')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hashRecoveryCode(accountId, code))
      .executeTakeFirst();
    return numDeletedRows === 1n;
  };

  return {
    readStatus: async (db, accountId) => {
      const row = await db
        .selectFrom('authenticator')
        .select('confirmed_at')
        .select((from) =>
          from
            .selectFrom('recovery_code')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('recovery_code.account_id', '=', accountId)
            .as('codes'),
        )
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined || row.confirmed_at === null) return undefined;
      return { since: row.confirmed_at, recoveryCodes: row.codes ?? 0 };
    },
    begin: async (db, { id, email }) => {
      const secret = new Secret({ size: 20 }).base32;
      const row = {
        secret: encryption.encrypt(secret, authenticatorContext(id)),
        confirmed_at: null,
        last_counter: 0,
      };
      await db
        .insertInto('authenticator')
        .values({ account_id: id, ...row })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet(row).where('authenticator.confirmed_at', 'is', null),
        )
        .execute();
      return { secret, uri: toTotp(secret, email).toString() };
    },
    confirm: async (db, accountId, code) => {
      const row = await read(db, accountId);
      if (row === undefined || row.confirmed_at !== null) return false;
      if (!(await acceptCode(db, accountId, code))) return false;
      await db
        .updateTable('authenticator')
        .set({ confirmed_at: now() })
        .where('account_id', '=', accountId)
        .execute();
      return true;
    },
    renewRecoveryCodes: async (db, accountId) => {
      await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
      const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
      const rows = codes.map((code) => ({
        account_id: accountId,
        code_hash: hashRecoveryCode(accountId, code),
      }));
      await db.insertInto('recovery_code').values(rows).execute();
      return codes;
    },
    accept: async (db, accountId, code) => {
      if (await acceptCode(db, accountId, code)) return 'code';
      return (await acceptRecoveryCode(db, accountId, code)) ? 'recovery-code' : undefined;
    },
    remove: async (db, accountId) => void (await removeAuthenticator(db, accountId)),
  };
}
