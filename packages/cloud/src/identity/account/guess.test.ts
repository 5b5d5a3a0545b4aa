import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import {
  anna,
  codeOf,
  day,
  elsewhere,
  enter,
  guess,
  home,
  minute,
  start,
  wrong,
} from './accounts.fixture.ts';
import { createGuesses } from './guess.ts';
import { sweepAccounts } from './sweep.ts';

onEachStore('guessing a password', (engine) => {
  it('must wait from the sixth attempt at one place, twice as long each time', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await guess(cloud.accounts, 5, elsewhere);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    for (const seconds of [1, 2, 4, 8]) {
      assert.deepEqual(await cloud.accounts.signIn(anna, elsewhere), {
        ok: false,
        refusal: { code: 'too-many-guesses', path: [], input: undefined, facts: { seconds } },
      });
      cloud.clock.advance(seconds * 1000);
      assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    }
  });

  it('never waits longer than 15 minutes, and is deleted a day after the last attempt', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let count = 0; count < 20; count++) {
      await cloud.accounts.signIn(wrong, elsewhere);
      cloud.clock.advance(15 * minute);
    }
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
    await guess(cloud.accounts, 6, elsewhere);
    cloud.clock.advance(day);
    await sweepAccounts(cloud.store, cloud.clock.now());
    await guess(cloud.accounts, 5, elsewhere);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
  });

  it('does not keep the owner out at a place she signed in from', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'ok');
    for (let place = 0; place < 130; place++) await cloud.accounts.signIn(wrong, `203.0.113.${place}`);
    const elsewhereNow = await cloud.accounts.signIn(anna, elsewhere);
    assert.equal(codeOf(elsewhereNow), 'too-many-guesses');
    assert.ok(!elsewhereNow.ok && Number(elsewhereNow.refusal.facts.seconds) <= 30);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'ok');
    cloud.clock.advance(30_000);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
  });

  it('of many accounts from one place has to wait from the 31st time', async () => {
    await using cloud = await start(engine);
    for (let name = 0; name < 31; name++) {
      const outcome = await cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, elsewhere);
      assert.equal(codeOf(outcome), 'credentials-wrong');
    }
    const next = await cloud.accounts.signIn({ ...wrong, email: 'u99@example.org' }, elsewhere);
    assert.equal(codeOf(next), 'too-many-guesses');
  });

  it('counts each of many at once', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => cloud.accounts.signIn(wrong, elsewhere)),
    );
    assert.equal(outcomes.filter((outcome) => codeOf(outcome) === 'credentials-wrong').length, 6);
  });

  it('stores nothing while it must wait, whatever accounts are named', async () => {
    await using cloud = await start(engine);
    for (let name = 0; name < 31; name++)
      await cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, elsewhere);
    const rows = async () => (await cloud.store.db.selectFrom('guess').selectAll().execute()).length;
    const before = await rows();
    for (let name = 0; name < 5; name++)
      assert.equal(
        codeOf(await cloud.accounts.signIn({ ...wrong, email: `v${name}@example.org` }, elsewhere)),
        'too-many-guesses',
      );
    assert.equal(await rows(), before);
  });

  it('gets no further by signing in to an account of one’s own at the same time', async () => {
    await using cloud = await start(engine);
    const { account } = await enter(cloud.accounts);
    const guesses = createGuesses(cloud.store, cloud.clock.now);
    const own = { emailKey: 'anna@example.org', accountId: account.id, place: elsewhere };
    const other = (name: string) => ({ emailKey: name, accountId: undefined, place: elsewhere });
    for (let count = 0; count < 29; count++) await guesses.count(other(`u${count}`));
    assert.equal(codeOf(await guesses.count(own)), 'ok');
    assert.equal(codeOf(await guesses.count(other('victim'))), 'ok');
    await guesses.forgive(own);
    assert.equal(codeOf(await guesses.count(other('another victim'))), 'too-many-guesses');
  });

  it('is recorded once for each limit that is reached, and not for an owner who enters the right password in the end', async () => {
    await using cloud = await start(engine);
    const { account } = await enter(cloud.accounts);
    const slowed = async () => {
      const rows = await cloud.store.db
        .selectFrom('audit')
        .select(['account_id', 'address', 'facts'])
        .where('act', '=', 'guessing-slowed')
        .execute();
      await cloud.store.db.deleteFrom('audit').execute();
      return rows.map(({ account_id: id, address, facts }) => [id, address, JSON.parse(facts).counter]);
    };
    await guess(cloud.accounts, 5, elsewhere);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
    assert.deepEqual(await slowed(), []);
    await guess(cloud.accounts, 9, elsewhere);
    cloud.clock.advance(1000);
    await guess(cloud.accounts, 9, elsewhere);
    assert.deepEqual(await slowed(), [[account.id, elsewhere, 'pair']]);
    for (let name = 0; name < 40; name++)
      await cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, '203.0.113.1');
    assert.deepEqual(await slowed(), [[null, '203.0.113.1', 'place']]);
    for (let place = 2; place < 130; place++) await guess(cloud.accounts, 1, `203.0.113.${place}`);
    // The 96th: five were elsewhere before the owner was there.
    assert.deepEqual(await slowed(), [[account.id, '203.0.113.97', 'account']]);
  });

  it('counts from an IPv6 network, not from each of its addresses', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let host = 1; host <= 6; host++) await cloud.accounts.signIn(wrong, `2001:db8:1:2::${host}`);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:2::77')), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:3::77')), 'credentials-wrong');
  });

  it('is counted when a password is changed, too', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = { present: 'a guess', next: 'another house, another sea' };
    for (let count = 0; count < 6; count++)
      await cloud.accounts.changePassword(session, passwords, elsewhere);
    const outcome = await cloud.accounts.changePassword(session, passwords, elsewhere);
    assert.equal(codeOf(outcome), 'too-many-guesses');
  });
});
