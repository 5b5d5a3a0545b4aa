import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';

/** Deletes codes, tokens, sessions and consents whose time is over. */
export const sweepAuthorization = (store: Store, now: number): Promise<void> =>
  sweepRows(store, {
    table: 'authorization_item',
    key: ['kind', 'id_hash'],
    instant: 'expires_at',
    until: now,
  });
