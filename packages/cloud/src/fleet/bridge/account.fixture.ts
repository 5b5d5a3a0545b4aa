import type { Store } from '../../kernel/database/store.ts';

/** An account without a way to sign in, for tests that need an owner. */
export const insertAccount = async (store: Store, id: string): Promise<string> => {
  await store.db
    .insertInto('account')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      password: 'none',
      created_at: 0,
      password_changed_at: 0,
    })
    .execute();
  return id;
};
