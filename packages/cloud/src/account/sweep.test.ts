import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { anna, elsewhere, enter, guess, home, start } from './accounts.fixture.ts';
import { readAudit } from './audit.fixture.ts';
import { auditKept, sweepAccounts } from './sweep.ts';

onEachStore('sweeping accounts', (engine) => {
  it('deletes what time has ended, and nothing else', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await guess(cloud.accounts, 1, elsewhere);
    const count = async (table: 'session' | 'guess' | 'known_address' | 'audit') =>
      (await cloud.store.db.selectFrom(table).selectAll().execute()).length;
    await cloud.accounts.signIn(anna, home);
    await sweepAccounts(cloud.store, cloud.wall.now());
    assert.deepEqual(
      [
        await count('session'),
        (await count('guess')) > 0,
        await count('known_address'),
        await count('audit'),
      ],
      [2, true, 1, 3],
    );
    cloud.wall.pass(auditKept.milliseconds + 1);
    await sweepAccounts(cloud.store, cloud.wall.now());
    for (const table of ['session', 'guess', 'known_address', 'audit'] as const)
      assert.equal(await count(table), 0, table);
  });

  it('keeps the newest audit entries where there are too many', async () => {
    await using cloud = await start(engine);
    for (let count = 0; count < 5; count++) {
      await cloud.accounts.audit.record({
        act: 'signed-in',
        accountId: 'a',
        address: home,
        facts: { count },
      });
      cloud.wall.pass(1);
    }
    await sweepAccounts(cloud.store, cloud.wall.now(), 3);
    const kept = await readAudit(cloud.store, 'a', 10);
    assert.deepEqual(
      kept.map(({ facts }) => facts),
      [{ count: 4 }, { count: 3 }, { count: 2 }],
    );
  });
});
