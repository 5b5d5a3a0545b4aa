import type { Store } from '../store/store.ts';
import { sweepRows } from '../store/sweep-rows.ts';

/** Deletes codes, tokens, sessions and consents whose time is over. */
export const sweepAuthorization = (store: Store, now: number): Promise<void> =>
  sweepRows(store, {
    table: 'authorization_item',
    key: ['kind', 'id_hash'],
    instant: 'expires_at',
    until: now,
  });
