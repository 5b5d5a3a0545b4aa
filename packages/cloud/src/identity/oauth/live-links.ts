import { sql } from 'kysely';
import type { Db } from '../../kernel/database/store.ts';

/**
 * The refresh tokens that can be used now: the one truth of which apps may act for which accounts. A consent alone is no
 * link, since its code may never be exchanged; an access token alone is none, since it ends within the hour. Written out as
 * it stands in the index `authorization_item_link`, which a parameter in its place would not match.
 */
export const selectLinks = (db: Db, now: number) =>
  db
    .selectFrom('authorization_item')
    .where('kind', '=', sql.lit('RefreshToken'))
    .where('consumed_at', 'is', null)
    .where('authorization_item.expires_at', '>', now);
