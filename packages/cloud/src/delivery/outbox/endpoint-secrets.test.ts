import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import { silent } from '../../kernel/log/log.ts';
import { insertEndpoint } from '../delivery-rows.fixture.ts';
import { insertApp } from '../house.fixture.ts';
import { createEndpointSecrets } from './endpoint-secrets.ts';

const now = 1_000;
const [key, otherKey] = [systemRandom.bytes(32), systemRandom.bytes(32)];
const encryption = createEncryption([key], systemRandom);
const other = createEncryption([otherKey], systemRandom);

it('signs with the replaced secret until it expires, and from then on without it', () => {
  const secrets = createEndpointSecrets({ encryption, log: silent });
  const row = {
    id: 'one',
    secret: encryption.encrypt('new', 'one'),
    old_secret: encryption.encrypt('old', 'one'),
    old_secret_until: now + 1,
  };
  assert.deepEqual(secrets.decrypt(row, now), ['new', 'old']);
  assert.deepEqual(secrets.decrypt(row, now + 1), ['new']);
  const never = { ...row, old_secret: null, old_secret_until: null };
  assert.deepEqual(secrets.decrypt(never, now), ['new']);
});

withStore('leaves an endpoint alone while a valid secret of it cannot be decrypted', async (store) => {
  const { db } = store;
  await insertApp(store, 'app');
  const good = (id: string) => encryption.encrypt('good', id);
  const rows = [
    { id: 'damaged', secret: `${good('damaged').slice(0, -4)}AAAA` },
    { id: 'other-key', secret: other.encrypt('secret', 'other-key') },
    { id: 'old', secret: good('old'), old_secret: other.encrypt('x', 'old'), old_secret_until: now + 1 },
    { id: 'expired', secret: good('expired'), old_secret: other.encrypt('x', 'e'), old_secret_until: now },
    { id: 'good', secret: good('good'), old_secret: good('good'), old_secret_until: now + 1 },
  ].map((row) => ({ old_secret: null, old_secret_until: null, ...row }));
  for (const row of rows) await insertEndpoint(db, { client_id: 'app', ...row });
  const secrets = createEndpointSecrets({ encryption, log: silent });
  const unreadable = async () =>
    (
      await db
        .selectFrom('endpoint')
        .select('id')
        .where(secrets.isUnreadable(db, now))
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);
  assert.deepEqual(await unreadable(), [], 'nothing has been decrypted yet');
  const decrypted = rows.filter((row) => secrets.decrypt(row, now) !== undefined).map(({ id }) => id);
  assert.deepEqual(decrypted, ['expired', 'good']);
  assert.deepEqual(await unreadable(), ['damaged', 'old', 'other-key']);
});
