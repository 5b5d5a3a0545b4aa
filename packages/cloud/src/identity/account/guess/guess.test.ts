import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@plenum/protocol/cloud';
import type { ConsoleRefusal } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';
import { onEachStore } from '../../../fixture/with-store.fixture.ts';
import {
  anna,
  codeOf,
  day,
  elsewhere,
  enter,
  guess,
  home,
  leastCost,
  minute,
  start,
  type TestAccounts,
  wrong,
} from '../accounts.fixture.ts';
import { createAccounts } from '../accounts.ts';
import { sweepAccounts } from '../sweep.ts';
import { createGuesses } from './guess.ts';
import { counterOf } from './guess-counters.ts';
import { turnKeysOf } from './guess-turns.ts';
import { knownRetention, maxKnown } from './known-places.ts';

onEachStore('guessing a password', (engine) => {
  it('delays guesses of a password from one place after the sixth, and doubles the delay', async () => {
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

  it('delays no sign-in for more than 15 minutes, and deletes the counter after a day', async () => {
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

  it('delays no sign-in for longer because the clock of the machine went back', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const now = cloud.clock.now();
    cloud.clock.set(now + 75 * 60 * minute);
    await guess(cloud.accounts, 5, elsewhere);
    cloud.clock.set(now);
    // The sixth wrong password is free too, and the seventh begins the delays again.
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'too-many-guesses');
    cloud.clock.set(now + 10 * minute);
    await guess(cloud.accounts, 1, elsewhere);
    cloud.clock.set(now - 75 * 60 * minute);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
  });

  it('allows five free sign-in attempts after a day, with or without old counters', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (const [passed, code] of [
      [day - 1, 'too-many-guesses'],
      [day, 'ok'],
    ] as const) {
      await guess(cloud.accounts, 6, elsewhere);
      cloud.clock.advance(passed);
      await guess(cloud.accounts, 1, elsewhere);
      assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), code);
      cloud.clock.advance(2 * day);
    }
  });

  it('does not lock the owner out at a place where she has signed in', async () => {
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

  it('delays guesses at many accounts from one place after the 31st guess', async () => {
    await using cloud = await start(engine);
    for (let name = 0; name < 31; name++) {
      const result = await cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, elsewhere);
      assert.equal(codeOf(result), 'credentials-wrong');
    }
    const next = await cloud.accounts.signIn({ ...wrong, email: 'u99@example.org' }, elsewhere);
    assert.equal(codeOf(next), 'too-many-guesses');
  });

  it('counts each of many concurrent guesses', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => cloud.accounts.signIn(wrong, elsewhere)),
    );
    assert.equal(results.filter((result) => codeOf(result) === 'credentials-wrong').length, 6);
  });

  it('does not count a guess that is refused because too many of its address are waiting', async () => {
    await using cloud = await start(engine);
    const guess = (name: string | number) =>
      cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, elsewhere).then(codeOf);
    const { maxPerKey, maxWaiting } = limits.passwordHashes;
    const results = await Promise.all(Array.from({ length: 25 }, (_, n) => guess(n)));
    const checked = results.filter((code) => code === 'credentials-wrong').length;
    // A password can be checked before the last request arrives.
    assert.ok(checked >= maxPerKey + maxWaiting);
    assert.equal(results.filter((code) => code === 'too-many-guesses').length, 25 - checked);
    for (let n = checked; n <= limits.guesses.place.free; n++)
      assert.equal(await guess(`more${n}`), 'credentials-wrong');
    assert.equal(await guess('last'), 'too-many-guesses');
  });

  it('stores nothing for guesses that are refused, even if each is for another account', async () => {
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

  it('gives no additional guesses to a person who also signs in to their own account', async () => {
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

  it('records guessing once per limit, but not a few wrong passwords before the right one', async () => {
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
    // The 96th: five guesses came from elsewhere before the owner signed in.
    assert.deepEqual(await slowed(), [[account.id, '203.0.113.97', 'account']]);
  });

  it('counts guesses by IPv6 network, not by single address', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let host = 1; host <= 6; host++) await cloud.accounts.signIn(wrong, `2001:db8:1:2::${host}`);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:2::77')), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:3::77')), 'credentials-wrong');
  });

  it('counts wrong passwords that are entered when changing a password', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = { present: 'a guess', next: 'another house, another sea' };
    for (let count = 0; count < 6; count++)
      await cloud.accounts.changePassword(session, passwords, elsewhere);
    const result = await cloud.accounts.changePassword(session, passwords, elsewhere);
    assert.equal(codeOf(result), 'too-many-guesses');
  });
});

/** Guesses once from each of `count` places. */
const guessFromPlaces = async ({ accounts }: TestAccounts, count: number, block: string) => {
  for (let place = 0; place < count; place++) await accounts.signIn(wrong, `${block}.0.${place}`);
};

/** Makes 101 guesses from as many addresses, which slows the account down for a second. */
const slowAccount = async ({ store, clock }: TestAccounts) => {
  const { key } = counterOf('account', 'anna@example.org');
  const row = { key, failures: 101, blocked_until: clock.now() + 1_000, expires_at: clock.now() + day };
  await store.db.insertInto('guess').values(row).execute();
};

const secondsOf = (result: Result<unknown, ConsoleRefusal>): number =>
  result.ok ? 0 : Number(result.refusal.facts.seconds ?? Number.NaN);

onEachStore('an owner whose account is under constant guessing', (engine) => {
  it('admits the owner at a new address on any node at her turn, even while others guess', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await slowAccount(cloud);
    await guessFromPlaces(cloud, 9, '203.0');
    const seconds = secondsOf(await cloud.accounts.signIn(anna, elsewhere));
    assert.ok(seconds > 0 && seconds <= limits.signInTurn.maxWait / 1000);
    for (let second = 0; second < seconds; second++) {
      assert.equal(secondsOf(await cloud.accounts.signIn(anna, elsewhere)), seconds - second);
      await guessFromPlaces(cloud, 3, `198.${second}`);
      cloud.clock.advance(1_000);
    }
    await guessFromPlaces(cloud, 3, '198.99');
    const otherNode = createAccounts(cloud.store, cloud.clock, { cost: leastCost });
    assert.equal(codeOf(await otherNode.signIn(anna, elsewhere)), 'ok');
  });

  it('gives each guessing address its own turn, a second after the last, on every node', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await slowAccount(cloud);
    const places = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    const nodes = places.map(() => createAccounts(cloud.store, cloud.clock, { cost: leastCost }));
    const attempt = (turn: number) => nodes[turn]!.signIn(wrong, places[turn]!);
    const waits: number[] = [];
    // Asking again does not change a turn.
    for (const turn of [0, 1, 2, 2, 1, 0]) waits.push(secondsOf(await attempt(turn)));
    assert.deepEqual(waits, [1, 2, 3, 3, 2, 1]);
    const admitted: number[] = [];
    for (let second = 1; second <= 3; second++) {
      cloud.clock.advance(1_000);
      for (const turn of [2, 1, 0])
        if (codeOf(await attempt(turn)) === 'credentials-wrong') admitted.push(turn);
    }
    assert.deepEqual(admitted, [0, 1, 2]);
  });

  it('delays the owner by at most five minutes, unless others hold all turns until then', async () => {
    for (const [ahead, seconds] of [
      [limits.signInTurn.maxWait - 1_000, 300],
      [limits.signInTurn.maxWait, 301],
    ] as const) {
      await using cloud = await start(engine);
      await enter(cloud.accounts);
      const { key } = counterOf('account', 'anna@example.org');
      const { queue } = turnKeysOf('anna@example.org', elsewhere);
      const now = cloud.clock.now();
      const rows = [
        { key, failures: 200, blocked_until: now + 30_000, expires_at: now + day },
        { key: queue, failures: 0, blocked_until: now + ahead, expires_at: now + day },
      ];
      await cloud.store.db.insertInto('guess').values(rows).execute();
      assert.equal(secondsOf(await cloud.accounts.signIn(anna, elsewhere)), seconds);
      cloud.clock.advance(seconds * 1_000 - 1);
      assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'too-many-guesses');
      cloud.clock.advance(1);
      assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
    }
  });

  it('allows a turn to be used once and within ten minutes', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await slowAccount(cloud);
    const late = '198.51.100.10';
    const seconds = secondsOf(await cloud.accounts.signIn(wrong, elsewhere));
    await cloud.accounts.signIn(anna, late);
    cloud.clock.advance(seconds * 1_000);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'too-many-guesses');
    cloud.clock.advance(1_000 + limits.signInTurn.usable);
    await cloud.accounts.signIn(wrong, '203.0.113.201');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, late)), 'too-many-guesses');
  });

  it('keeps the turn of the owner until it expires, even if many others come later', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await slowAccount(cloud);
    const seconds = secondsOf(await cloud.accounts.signIn(anna, elsewhere));
    cloud.clock.advance(seconds * 1_000 + limits.signInTurn.usable - 1);
    await cloud.accounts.signIn(wrong, '203.0.113.201');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
  });

  it('keeps no turn and no queue from before the clock of the machine went back', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const now = cloud.clock.now();
    cloud.clock.set(now + 75 * 60 * minute);
    await slowAccount(cloud);
    await guessFromPlaces(cloud, 9, '203.0');
    assert.equal(secondsOf(await cloud.accounts.signIn(anna, elsewhere)), 10);
    cloud.clock.set(now);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, '198.51.100.10')), 'ok');
  });

  it('keeps turns beyond the longest wait, also on a node whose clock is 30 s behind', async () => {
    for (const [behind, waits] of [
      [30_000, [331, 332, 333]],
      // A clock that is further behind has gone back, and the block of the account is the next turn.
      [30_001, [31, 32, 33]],
    ] as const) {
      await using cloud = await start(engine);
      await enter(cloud.accounts);
      const { key } = counterOf('account', 'anna@example.org');
      const { queue } = turnKeysOf('anna@example.org', elsewhere);
      const now = cloud.clock.now();
      const last = now + limits.signInTurn.maxWait;
      const rows = [
        { key, failures: 101, blocked_until: now, expires_at: now + day },
        { key: queue, failures: 0, blocked_until: last, expires_at: now + day },
      ];
      await cloud.store.db.insertInto('guess').values(rows).execute();
      const places = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
      for (const place of places.slice(0, 2)) await cloud.accounts.signIn(wrong, place);
      cloud.clock.set(now - behind);
      const found: number[] = [];
      for (const place of places) found.push(secondsOf(await cloud.accounts.signIn(wrong, place)));
      assert.deepEqual(found, waits);
    }
  });

  it('admits the owner at any place from a browser in which she has signed in', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const browser = 'the secret of her browser';
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home, browser)), 'ok');
    await slowAccount(cloud);
    await guess(cloud.accounts, 6, elsewhere);
    for (let name = 0; name < 31; name++)
      await cloud.accounts.signIn({ ...wrong, email: `u${name}@example.org` }, elsewhere);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere, 'another')), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere, browser)), 'ok');
    assert.equal(codeOf(await cloud.accounts.signIn(anna, '192.0.2.77', browser)), 'ok');
  });

  it('recognizes the browser that created the account', async () => {
    await using cloud = await start(engine);
    await cloud.accounts.signUp(anna, home, 'hers');
    await slowAccount(cloud);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere, 'hers')), 'ok');
  });
});

onEachStore('a browser that was used with an account', (engine) => {
  const browser = 'the secret of her browser';

  it('allows a known browser five free attempts of its own, and none for another account', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await cloud.accounts.signIn(anna, home, browser);
    for (let count = 0; count < 6; count++)
      assert.equal(
        codeOf(await cloud.accounts.signIn(wrong, `203.0.113.${count}`, browser)),
        'credentials-wrong',
      );
    assert.equal(secondsOf(await cloud.accounts.signIn(anna, '203.0.113.7', browser)), 1);
    cloud.clock.advance(1_000);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, '203.0.113.7', browser)), 'ok');
    const bela = { email: 'bela@example.org', password: 'the flat above the bakery' };
    await cloud.accounts.signUp(bela, elsewhere);
    for (let count = 0; count < 6; count++)
      await cloud.accounts.signIn({ ...bela, password: 'x' }, home, browser);
    assert.equal(codeOf(await cloud.accounts.signIn(bela, home, browser)), 'too-many-guesses');
  });

  it('recognizes a browser for 90 days after its last sign-in', async () => {
    for (const [passed, code] of [
      [knownRetention - 1, 'ok'],
      [knownRetention, 'too-many-guesses'],
    ] as const) {
      await using cloud = await start(engine);
      await enter(cloud.accounts);
      await cloud.accounts.signIn(anna, home, browser);
      cloud.clock.advance(passed);
      await sweepAccounts(cloud.store, cloud.clock.now());
      await slowAccount(cloud);
      assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere, browser)), code);
    }
  });

  it('forgets the oldest known browser when an account has more than a hundred', async () => {
    await using cloud = await start(engine);
    const { account } = await enter(cloud.accounts);
    const guesses = createGuesses(cloud.store, cloud.clock.now);
    const known = async () => {
      const rows = await cloud.store.db.selectFrom('known_address').select('address_hash').execute();
      return rows.length;
    };
    for (let count = 0; count < maxKnown + 5; count++) {
      cloud.clock.advance(1);
      await guesses.remember(cloud.store.db, { accountId: account.id, place: home, browser: `b${count}` });
    }
    assert.equal(await known(), maxKnown);
    const attempt = { emailKey: 'anna@example.org', accountId: account.id, place: elsewhere };
    for (let count = 0; count < 6; count++) await guesses.count(attempt);
    assert.equal(codeOf(await guesses.count({ ...attempt, browser: 'b0' })), 'too-many-guesses');
    assert.equal(codeOf(await guesses.count({ ...attempt, browser: `b${maxKnown + 4}` })), 'ok');
  });
});
