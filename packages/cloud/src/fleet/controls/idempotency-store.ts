import { createHash } from 'node:crypto';
import type { AnyCommand } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/store.ts';
import type { Failure } from './failure.ts';

/** Time for which a control is stored, ms (interface 4.3). */
const retention = 600_000;

/** Identifies a control by the account and app that made it and by its request id. */
export interface ControlKey {
  readonly accountId: string;
  readonly clientId: string;
  /** In lower case, because UUIDs are case-insensitive (RFC 9562, 4). */
  readonly requestId: string;
}

export const toControlKey = (
  { accountId, clientId }: Omit<ControlKey, 'requestId'>,
  requestId: string,
): ControlKey => ({
  accountId,
  clientId,
  requestId: requestId.toLowerCase(),
});

/** Hashes a checked control. Equal controls have equal hashes, regardless of how their JSON was written. */
export const hashControl = (componentId: string, { name, body }: AnyCommand): string =>
  createHash('sha256')
    .update(JSON.stringify([componentId, name, body]))
    .digest('base64url');

export interface StoredControl {
  readonly key: ControlKey;
  readonly hash: string;
  /** Latest time at which a result is available, ms UTC. */
  readonly answerBy: number;
  /** Undefined while it is being executed. */
  readonly result: Result<undefined, Failure> | undefined;
}

const toRow = ({ accountId, clientId, requestId }: ControlKey) => ({
  account_id: accountId,
  client_id: clientId,
  request_id: requestId,
});

/** Claims a request id for a control. Returns false if the id was used within the last 10 minutes. */
export async function claimControl(
  db: Db,
  { key, hash, answerBy, now }: Omit<StoredControl, 'result'> & { readonly now: number },
): Promise<boolean> {
  const values = { body_hash: hash, answer_by: answerBy, expires_at: now + retention };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('control_request')
    .values({ ...toRow(key), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'client_id', 'request_id'])
        .doUpdateSet({ ...values, status: null, result: null, detail: null })
        .where('control_request.expires_at', '<=', now),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const where = (key: ControlKey) => {
  const { account_id, client_id, request_id } = toRow(key);
  return sql<boolean>`account_id = ${account_id} AND client_id = ${client_id} AND request_id = ${request_id}`;
};

export async function readControl(db: Db, key: ControlKey): Promise<StoredControl | undefined> {
  const row = await db.selectFrom('control_request').selectAll().where(where(key)).executeTakeFirst();
  if (row === undefined) return undefined;
  const { body_hash: hash, answer_by: answerBy, status, result, detail } = row;
  if (status === null || result === null) return { key, hash, answerBy, result: undefined };
  if (result === 'OK') return { key, hash, answerBy, result: ok(undefined) };
  const refusal = { status, result, detail: detail ?? '' };
  return { key, hash, answerBy, result: { ok: false, refusal } };
}

export async function storeResult(
  db: Db,
  { key, result }: { readonly key: ControlKey; readonly result: Result<undefined, Failure> },
): Promise<void> {
  const ended = result.ok ? { status: 200, result: 'OK' as const, detail: null } : result.refusal;
  const values = { status: ended.status, result: ended.result, detail: ended.detail };
  await db.updateTable('control_request').set(values).where(where(key)).execute();
}

/** Releases the request id of a control that certainly was not executed. */
export async function releaseControl(db: Db, key: ControlKey): Promise<void> {
  await db.deleteFrom('control_request').where(where(key)).execute();
}
