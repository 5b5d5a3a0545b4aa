import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/store.ts';
import { isOfOneMode } from './test-mode.ts';

/**
 * Selects the refresh tokens that can currently be used. They alone decide which apps have access to which accounts,
 * because an app might not exchange the code of a consent at all, and an access token expires within the hour. The kind
 * is a literal, because the partial index `authorization_item_link` does not match a parameter.
 */
export const selectActiveRefreshTokens = (db: Db, now: number) =>
  db
    .selectFrom('authorization_item')
    .where('kind', '=', sql.lit('RefreshToken'))
    .where('consumed_at', 'is', null)
    .where('authorization_item.expires_at', '>', now)
    .where(isOfOneMode);
