import { type RawBuilder, sql } from 'kysely';
import { authenticatorContext } from '../identity/account/second-step/authenticator.ts';
import type { Tables } from '../kernel/schema/tables.ts';
import { pushKeyContext } from '../push-notification/push-key.ts';

/** A column of the store with secrets that are encrypted with the endpoint key (decisions/006). */
export interface StoredSecret {
  readonly table: keyof Tables;
  readonly column: string;
  /** The column that identifies a row. */
  readonly id: string;
  /** The column with the time at which a secret ends, if it ends. */
  readonly until?: string;
  /** Returns the context with which the secret of a row is encrypted. */
  readonly contextOf: (id: string) => string;
}

const itself = (id: string) => id;

export const storedSecrets: readonly StoredSecret[] = [
  { table: 'endpoint', column: 'secret', id: 'id', contextOf: itself },
  { table: 'endpoint', column: 'old_secret', id: 'id', until: 'old_secret_until', contextOf: itself },
  { table: 'authenticator', column: 'secret', id: 'account_id', contextOf: authenticatorContext },
  { table: 'push_key', column: 'private_key', id: 'id', contextOf: () => pushKeyContext },
  { table: 'push_subscription', column: 'target', id: 'id', contextOf: itself },
];

/** Returns the rows of a column whose secrets are valid, as the part of a statement that begins with `FROM`. */
export const fromValid = ({ table, until }: StoredSecret, now: number): RawBuilder<unknown> =>
  until === undefined
    ? sql`FROM ${sql.table(table)} WHERE true`
    : sql`FROM ${sql.table(table)} WHERE ${sql.ref(until)} > ${now}`;

/** Returns the name of a secret in the log and in `plenum cloud check`: `endpoint.secret ID`. */
export const nameOf = ({ table, column }: StoredSecret, id: string | number): string =>
  `${table}.${column} ${id}`;
