import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { anna, day, enter, home, start, unwrap } from './accounts.fixture.ts';

onEachStore('a session', (engine) => {
  it('is new at every sign-in', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, home));
    assert.match(first.secret, /^[\w-]{43}$/);
    assert.notEqual(first.secret, second.secret);
  });

  it('ends after 14 days without use, and after 90 days with it', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    cloud.clock.advance(14 * day - 1);
    assert.notEqual(await cloud.accounts.findSession(cloud.store.db, session.secret), undefined);
    cloud.clock.advance(14 * day);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, session.secret), undefined);
    const used = unwrap(await cloud.accounts.signIn(anna, home));
    for (let days = 10; days < 90; days += 10) {
      cloud.clock.advance(10 * day);
      assert.notEqual(
        await cloud.accounts.findSession(cloud.store.db, used.secret),
        undefined,
        `${days} days`,
      );
    }
    cloud.clock.advance(10 * day - 1);
    assert.notEqual(await cloud.accounts.findSession(cloud.store.db, used.secret), undefined);
    cloud.clock.advance(1);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, used.secret), undefined);
  });

  it('ends at sign-out, alone', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, home));
    await cloud.accounts.signOut(first, home);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, first.secret), undefined);
    assert.notEqual(await cloud.accounts.findSession(cloud.store.db, second.secret), undefined);
  });
});
