import assert from 'node:assert/strict';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { insertApp } from '../../../delivery/house.fixture.ts';
import { createLinkedApps } from '../../../delivery/outbox/linked-apps.ts';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../../fleet/bridge/account.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createConsoleTokens } from './console-tokens.ts';

const link = { accountId: 'ann', clientId: 'app' };
const quarter = 15 * 60_000;
const home = '192.0.2.1';

const prepare = async (store: Store) => {
  await insertAccount(store, 'ann');
  await insertAccount(store, 'bob');
  await insertApp(store, 'app');
  await insertApp(store, 'other');
  const { now, advance: pass } = createFakeClock();
  let announced = 0;
  const own = createConsoleTokens(store, now, () => announced++);
  const { identify } = createAccessTokens(store, { now, onRevoked: () => () => {} });
  return { now, pass, own, identify, announced: () => announced };
};

withStore(
  'allows a developer to use a console token as the app and its user for 15 minutes',
  async (store) => {
    const { own, identify, pass } = await prepare(store);
    const { accessToken, expiresAt } = await own.make(link, home);
    assert.equal(expiresAt, monday + quarter);
    assert.equal(await own.find(link), expiresAt);
    const caller = await identify(accessToken);
    assert.deepEqual(caller, {
      ...link,
      scopes: ['query-control', 'lighting'],
      grantId: caller!.grantId,
      expiresAt,
    });
    const kept = await store.db.selectFrom('authorization_item').selectAll().execute();
    assert.ok(!JSON.stringify(kept).includes(accessToken));
    pass(quarter - 1);
    assert.ok(await identify(accessToken));
    pass(1);
    assert.equal(await identify(accessToken), undefined);
    assert.equal(await own.find(link), undefined);
  },
);

withStore(
  'replaces a console token with the next one, and allows the developer to revoke it',
  async (store) => {
    const { own, identify, announced } = await prepare(store);
    const first = await own.make(link, home);
    const others = [
      await own.make({ ...link, clientId: 'other' }, home),
      await own.make({ ...link, accountId: 'bob' }, home),
    ];
    const second = await own.make(link, home);
    assert.equal(await identify(first.accessToken), undefined);
    assert.ok(await identify(second.accessToken));
    assert.equal(announced(), 1);
    assert.equal(await own.end(link, home), true);
    assert.equal(announced(), 2);
    assert.equal(await own.end(link, home), false);
    assert.equal(await identify(second.accessToken), undefined);
    for (const { accessToken } of others) assert.ok(await identify(accessToken));
  },
);

withStore('does not count a console token as a consent, so the token causes no events', async (store) => {
  const { own, now } = await prepare(store);
  await own.make(link, home);
  assert.equal((await createLinkedApps(now).clientsOf(store.db, ['ann'])).size, 0);
});

withStore('records a console token in the audit log', async (store) => {
  const { own } = await prepare(store);
  await own.make(link, home);
  const rows = await store.db.selectFrom('audit').select(['act', 'account_id', 'facts']).execute();
  assert.deepEqual(rows, [{ act: 'own-token-made', account_id: 'ann', facts: '{"clientId":"app"}' }]);
});
