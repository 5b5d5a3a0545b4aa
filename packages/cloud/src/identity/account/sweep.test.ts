import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { anna, day, elsewhere, enter, guess, home, start } from './accounts.fixture.ts';
import { readAudit } from './audit/audit.fixture.ts';
import { auditRetention, sweepAccounts } from './sweep.ts';

onEachStore('deleting expired account data', (engine) => {
  it('deletes only expired account data', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await guess(cloud.accounts, 1, elsewhere);
    const count = async (table: 'session' | 'guess' | 'known_address' | 'audit') =>
      (await cloud.store.db.selectFrom(table).selectAll().execute()).length;
    await cloud.accounts.signIn(anna, home);
    await sweepAccounts(cloud.store, cloud.clock.now());
    assert.deepEqual(
      [
        await count('session'),
        (await count('guess')) > 0,
        await count('known_address'),
        await count('audit'),
      ],
      [2, true, 1, 3],
    );
    cloud.clock.advance(auditRetention.milliseconds + 1);
    await sweepAccounts(cloud.store, cloud.clock.now());
    for (const table of ['session', 'guess', 'known_address', 'audit'] as const)
      assert.equal(await count(table), 0, table);
  });

  it('keeps an audit entry for 180 days and no longer', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const kept = async () => {
      await sweepAccounts(cloud.store, cloud.clock.now());
      return (await readAudit(cloud.store, session.account.id, 10)).map(({ act }) => act);
    };
    cloud.clock.advance(180 * day);
    assert.deepEqual(await kept(), ['account-made']);
    cloud.clock.advance(1);
    assert.deepEqual(await kept(), []);
  });

  it('keeps the newest audit entries if there are too many', async () => {
    await using cloud = await start(engine);
    for (let count = 0; count < 5; count++) {
      await cloud.accounts.audit.record(cloud.store.db, {
        act: 'signed-in',
        accountId: 'a',
        address: home,
        facts: { count },
      });
      cloud.clock.advance(1);
    }
    await sweepAccounts(cloud.store, cloud.clock.now(), { rows: 3, rowsPerAccount: 9 });
    const kept = await readAudit(cloud.store, 'a', 10);
    assert.deepEqual(
      kept.map(({ facts }) => facts),
      [{ count: 4 }, { count: 3 }, { count: 2 }],
    );
  });

  it('deletes only the entries of an account that fills the audit log', async () => {
    await using cloud = await start(engine);
    const record = async (accountId: string | undefined, count: number) => {
      await cloud.accounts.audit.record(cloud.store.db, {
        act: 'signed-in',
        accountId,
        address: home,
        facts: { count },
      });
      cloud.clock.advance(1);
    };
    for (const [owner, times] of [
      ['quiet', 2],
      ['loud', 6],
      [undefined, 5],
    ] as const)
      for (let count = 0; count < times; count++) await record(owner, count);
    const kept = async (rows: number) => {
      await sweepAccounts(cloud.store, cloud.clock.now(), { rows, rowsPerAccount: 3 });
      const entries = await cloud.store.db.selectFrom('audit').select(['account_id', 'facts']).execute();
      const toText = ({ account_id, facts }: (typeof entries)[0]) =>
        `${account_id} ${JSON.parse(facts).count}`;
      return entries.map(toText).sort().join();
    };
    assert.equal((await kept(13)).split(',').length, 13, 'all are kept while there is room');
    assert.equal(await kept(12), 'loud 3,loud 4,loud 5,null 2,null 3,null 4,quiet 0,quiet 1');
  });
});
