import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { onEachStore, type TestEngine } from '../../../fixture/with-store.fixture.ts';
import { openStore } from '../../../kernel/database/store.ts';
import { anna, elsewhere, enter, home, leastCost, unwrap, wrong } from '../accounts.fixture.ts';
import { createAccounts } from '../accounts.ts';
import { type AuditLine, type AuditQuery, openAuditLog } from './audit-log.ts';

/** Opens a store in use, with accounts, and opens its audit log as a second process would. */
const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const log = stack.use(await openAuditLog(place));
  const read = async (query?: AuditQuery): Promise<readonly AuditLine[]> => {
    const lines: AuditLine[] = [];
    for await (const line of log.lines(query)) lines.push(line);
    return lines;
  };
  const accounts = createAccounts(store, clock, { cost: leastCost });
  return { clock, store, accounts, log, read, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

onEachStore('reading the audit log of a running cloud', (engine) => {
  it('yields audit entries since the log was opened, oldest first, with e-mail address', async () => {
    await using cloud = await start(engine);
    assert.deepEqual(await cloud.read(), []);
    const at = cloud.clock.now();
    const { account } = await enter(cloud.accounts);
    cloud.clock.advance(1000);
    await cloud.accounts.signIn({ ...wrong, email: 'nobody@example.org' }, elsewhere);
    assert.deepEqual(await cloud.read(), [
      { at, act: 'account-made', accountId: account.id, email: anna.email, address: home, facts: {} },
      { at: at + 1000, act: 'sign-in-refused', address: elsewhere, facts: {} },
    ]);
  });

  it('yields the audit entries of one account, or those since a given time', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const bela = { ...anna, email: 'bela@example.org' };
    const { account } = unwrap(await cloud.accounts.signUp(bela, elsewhere));
    cloud.clock.advance(1000);
    await cloud.accounts.signIn(bela, elsewhere);
    const actsOf = async (query: AuditQuery) => (await cloud.read(query)).map(({ act }) => act);
    const accountId = await cloud.log.findAccount(' BELA@example.org');
    assert.equal(accountId, account.id);
    assert.deepEqual(await actsOf({ accountId }), ['account-made', 'signed-in']);
    assert.deepEqual(await actsOf({ since: cloud.clock.now() }), ['signed-in']);
    assert.deepEqual(await actsOf({ accountId, since: cloud.clock.now() + 1 }), []);
  });

  it('yields the audit entries of a deleted account by its id', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const { id } = session.account;
    unwrap(await cloud.accounts.remove(session, anna.password, home));
    assert.equal(await cloud.log.findAccount(anna.email), undefined);
    assert.equal(await cloud.log.findAccount(id), id);
    assert.equal(await cloud.log.findAccount(`${id}0`), undefined);
    const [made, removed] = await cloud.read({ accountId: id });
    const line = { accountId: id, address: home, facts: {}, at: cloud.clock.now() };
    assert.deepEqual(
      [made, removed].toSorted((a, b) => (a!.act < b!.act ? -1 : 1)),
      [
        { ...line, act: 'account-made' },
        { ...line, act: 'account-removed' },
      ],
    );
  });

  it('yields each of thousands of audit entries once, even if many have the same timestamp', async () => {
    await using cloud = await start(engine);
    const { audit } = cloud.accounts;
    await cloud.store.transaction('full', async ({ db }) => {
      for (let count = 0; count < 2500; count++) {
        if (count % 1200 === 0) cloud.clock.advance(1);
        await audit.record(db, { act: 'signed-in', accountId: 'a', address: home, facts: { count } });
      }
    });
    const lines = await cloud.read({ accountId: 'a' });
    assert.equal(lines.length, 2500);
    assert.equal(new Set(lines.map(({ facts }) => facts.count)).size, 2500);
    assert.deepEqual(
      lines.map(({ at }) => at),
      lines.map(({ at }) => at).toSorted((a, b) => a - b),
    );
  });
});
