import type { Store } from '../store/store.ts';

/** Deletes codes, tokens, sessions and consents whose time is over. */
export const sweepAuthorization = async (store: Store, now: number): Promise<void> => {
  await store.db.deleteFrom('authorization_item').where('expires_at', '<=', now).execute();
};
