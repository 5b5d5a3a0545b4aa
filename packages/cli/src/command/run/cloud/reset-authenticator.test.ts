import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startClimateCloud } from '@plenum/cloud';
import { insertAccount } from '@plenum/cloud/testbed';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runPlenum } from '@plenum/testbed/plenum';

describe('plenum cloud reset-authenticator', () => {
  it('reset-authenticator removes the authenticator app, adds an audit entry and an e-mail', async () => {
    using folder = createDataFolder();
    const reset = (email: string) =>
      runPlenum(['cloud', 'reset-authenticator', email, '--data', folder.path]);
    const config = { store: { dataDir: folder.path }, httpPort: 0 };
    {
      await using cloud = await startClimateCloud(config);
      await insertAccount(cloud.store, 'ann');
      const row = { account_id: 'ann', secret: 'x', confirmed_at: 1, last_counter: 0 };
      await cloud.store.db.insertInto('authenticator').values(row).execute();
      const code = { account_id: 'ann', code_hash: 'x' };
      await cloud.store.db.insertInto('recovery_code').values(code).execute();
    }
    const { code, out } = await reset('Ann@example.org');
    assert.deepEqual([code, out.split('.')[1]], [0, 'org was removed, with its recovery codes']);
    const again = await reset('ann@example.org');
    assert.notEqual(again.code, 0);
    assert.match(again.err, /^ann@example\.org has no authenticator app/);
    const { err } = await reset('bob@example.org');
    assert.equal(err, 'There is no account with the e-mail address "bob@example.org".\n');
    const { out: log } = await runPlenum(['audit', '--data', folder.path]);
    assert.match(log, /codes-reset +ann@example\.org +operator +by operator/);
    await using cloud = await startClimateCloud(config);
    const { db } = cloud.store;
    assert.deepEqual(await db.selectFrom('recovery_code').selectAll().execute(), []);
    const [notice] = await db.selectFrom('email_outbox').select(['kind', 'account_id']).execute();
    assert.deepEqual(notice, { kind: 'codes-reset', account_id: 'ann' });
  });
});
