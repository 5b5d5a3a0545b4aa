import assert from 'node:assert/strict';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { createAudit } from '../../account/audit/audit.ts';
import { createRevocation } from './revocation.ts';

withStore('notifies token caches of every revoked consent after the commit', async (store) => {
  const revocation = createRevocation(createAudit(() => 0));
  let told = 0;
  revocation.onRevoked(() => void told++);
  for (const [count, end] of [
    [1, revocation.spend],
    [
      2,
      (...[tx, id]: Parameters<typeof revocation.spend>) =>
        revocation.revoke(tx, id, { by: 'owner', address: '192.0.2.1' }),
    ],
  ] as const) {
    await store.transaction('full', async (tx) => {
      await end(tx, 'a consent');
      assert.equal(told, count - 1);
    });
    assert.equal(told, count);
  }
});
