import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { anna, day, enter, home, minute, start, unwrap } from './accounts.fixture.ts';
import { maxSessions } from './session.ts';
import type { AccountSession } from './shape.ts';

onEachStore('a session', (engine) => {
  it('starts a new session at every sign-in', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, home));
    assert.match(first.secret, /^[\w-]{43}$/);
    assert.notEqual(first.secret, second.secret);
  });

  it('ends a session after 14 days without use, and after 90 days in any case', async () => {
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

  it('ends only the session that signs out', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, home));
    await cloud.accounts.signOut(first, home);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, first.secret), undefined);
    assert.notEqual(await cloud.accounts.findSession(cloud.store.db, second.secret), undefined);
  });

  it('limits an account to fifty sessions, ending the one that has been unused for longest', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const isActive = async ({ secret }: AccountSession) =>
      (await cloud.accounts.findSession(cloud.store.db, secret)) !== undefined;
    const others: AccountSession[] = [];
    for (let count = 1; count < maxSessions; count++) {
      cloud.clock.advance(1);
      others.push(unwrap(await cloud.accounts.signIn(anna, home)));
    }
    assert.equal(await isActive(first), true);
    cloud.clock.advance(6 * minute);
    assert.equal(await isActive(first), true, 'its use is stored');
    const last = unwrap(await cloud.accounts.signIn(anna, home));
    const active = await Promise.all([first, ...others, last].map(isActive));
    assert.deepEqual(active, [true, false, ...Array.from({ length: maxSessions - 1 }, () => true)]);
  });

  it('announces a session that ended before its expiry, once the end is stored', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const ended: string[] = [];
    cloud.accounts.onSessionsEnded((accountId) => ended.push(accountId));
    const passwords = { present: anna.password, next: 'another house, another sea' };
    const next = unwrap(await cloud.accounts.changePassword(session, passwords, home));
    assert.deepEqual(ended, [session.account.id]);
    await cloud.accounts.signOut(next, home);
    assert.deepEqual(ended, [session.account.id, session.account.id]);
  });
});
