import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSetWall } from '@plenum/machine/set-wall';
import { onEachStore, type TestEngine } from '../fixture/with-store.fixture.ts';
import { openStore, type Store } from '../store/store.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createGuesses } from './guess.ts';
import type { Outcome } from './refusal.ts';
import type { Session } from './shape.ts';
import { auditKept, sweepAccounts } from './sweep.ts';

const anna = { email: 'Anna@Example.org', password: 'a quiet house by the sea' };
const wrong = { ...anna, password: 'a loud house by the road' };
const home = '192.0.2.1';
const elsewhere = '198.51.100.9';
const minute = 60_000;
const day = 24 * 60 * minute;

const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const wall = createSetWall();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place, { now: wall.now }));
  const accounts = createAccounts(store, wall.now);
  return { wall, store, accounts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** The store, with something that happens just before its transaction of that number, counted from 1. */
const withBetween = (store: Store, number: number, happen: () => Promise<unknown>): Store => {
  let count = 0;
  const inTransaction: Store['inTransaction'] = async (work) => {
    if (++count === number) await happen();
    return store.inTransaction(work);
  };
  return Object.create(store, { inTransaction: { value: inTransaction } });
};

const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.refusal.code);
const unwrap = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
};
const enter = async (accounts: Accounts): Promise<Session> => unwrap(await accounts.signUp(anna, home));

const guess = async (accounts: Accounts, times: number, address: string) => {
  for (let count = 0; count < times; count++) await accounts.signIn(wrong, address);
};

onEachStore('accounts', (engine) => {
  it('are made once for an address, however it is written', async () => {
    await using cloud = await start(engine);
    const { account } = await enter(cloud.accounts);
    assert.equal(account.email, 'Anna@Example.org');
    const again = { ...anna, email: ' anna@EXAMPLE.org ' };
    assert.equal(codeOf(await cloud.accounts.signUp(again, home)), 'email-taken');
    assert.equal(unwrap(await cloud.accounts.signIn(again, home)).account.id, account.id);
  });

  it('are not made twice by two requests at once', async () => {
    await using cloud = await start(engine);
    const outcomes = await Promise.all([1, 2, 3].map(() => cloud.accounts.signUp(anna, home)));
    assert.deepEqual(outcomes.map(codeOf).sort(), ['email-taken', 'email-taken', 'ok']);
  });

  it('are refused for what is no address, and for a short password', async () => {
    await using cloud = await start(engine);
    for (const email of ['', 'anna', 'anna@', '@example.org', 'anna@example', 'a b@example.org', 'a@b..c'])
      assert.equal(codeOf(await cloud.accounts.signUp({ ...anna, email }, home)), 'email-malformed', email);
    for (const unseen of ['\u0000', '\u0007', '\u200B', '\u202E', '\u2028', '\uE000', '\uD800'])
      assert.equal(
        codeOf(await cloud.accounts.signUp({ ...anna, email: `a${unseen}b@example.org` }, home)),
        'email-malformed',
        JSON.stringify(unseen),
      );
    const short = { ...anna, password: 'ninechars' };
    assert.equal(codeOf(await cloud.accounts.signUp(short, home)), 'password-short');
  });

  it('answer a wrong password and an unknown address alike', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const nobody = { ...anna, email: 'nobody@example.org' };
    assert.deepEqual(
      await cloud.accounts.signIn(nobody, elsewhere),
      await cloud.accounts.signIn(wrong, elsewhere),
    );
  });

  it('end the other sessions when the password is changed, and give this browser a new one', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, elsewhere));
    const passwords = { present: anna.password, next: 'another house, another sea' };
    const refused = await cloud.accounts.changePassword(first, { ...passwords, present: 'no' }, home);
    assert.equal(codeOf(refused), 'password-wrong');
    assert.notEqual(await cloud.accounts.findSession(second.secret), undefined);
    const third = unwrap(await cloud.accounts.changePassword(first, passwords, home));
    assert.equal(await cloud.accounts.findSession(first.secret), undefined);
    assert.equal(await cloud.accounts.findSession(second.secret), undefined);
    assert.equal((await cloud.accounts.findSession(third.secret))?.account.id, first.account.id);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'credentials-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn({ ...anna, password: passwords.next }, home)), 'ok');
  });

  it('are removed with everything that is theirs, all or nothing', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const asked: string[] = [];
    let failing = true;
    cloud.accounts.beforeRemoval(async (_, accountId) => {
      asked.push(accountId);
      if (failing) throw new Error('not now');
    });
    assert.equal(codeOf(await cloud.accounts.remove(session, 'no', home)), 'password-wrong');
    await assert.rejects(cloud.accounts.remove(session, anna.password, home), /not now/);
    assert.notEqual(await cloud.accounts.find(session.account.id), undefined);
    failing = false;
    assert.equal(codeOf(await cloud.accounts.remove(session, anna.password, home)), 'ok');
    assert.deepEqual(asked, [session.account.id, session.account.id]);
    assert.equal(await cloud.accounts.find(session.account.id), undefined);
    assert.equal(await cloud.accounts.findSession(session.secret), undefined);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'credentials-wrong');
  });

  it('let nobody in with a password that was changed, or to an account that was removed, meanwhile', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const next = 'another house, another sea';
    const change = () => cloud.accounts.changePassword(session, { present: anna.password, next }, home);
    // A sign-in counts, forgives, then begins the session.
    const overtaken = createAccounts(withBetween(cloud.store, 3, change), cloud.wall.now);
    assert.equal(codeOf(await overtaken.signIn(anna, home)), 'credentials-wrong');
    assert.equal((await cloud.store.db.selectFrom('session').selectAll().execute()).length, 1);
    const again = unwrap(await cloud.accounts.signIn({ ...anna, password: next }, home));
    const remove = () => cloud.accounts.remove(again, next, home);
    const tooLate = createAccounts(withBetween(cloud.store, 3, remove), cloud.wall.now);
    assert.equal(codeOf(await tooLate.signIn({ ...anna, password: next }, home)), 'credentials-wrong');
  });

  it('are neither changed nor removed for a password that was changed meanwhile', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = ['another house, another sea', 'a third house, no sea at all'] as const;
    const present = anna.password;
    const change = () => cloud.accounts.changePassword(session, { present, next: passwords[0] }, home);
    const overtaken = createAccounts(withBetween(cloud.store, 3, change), cloud.wall.now);
    const second = overtaken.changePassword(session, { present, next: passwords[1] }, home);
    assert.equal(codeOf(await second), 'password-wrong');
    const back = () =>
      cloud.accounts.changePassword(session, { present: passwords[0], next: passwords[1] }, home);
    const tooLate = createAccounts(withBetween(cloud.store, 3, back), cloud.wall.now);
    assert.equal(codeOf(await tooLate.remove(session, passwords[0], home)), 'password-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn({ ...anna, password: passwords[1] }, home)), 'ok');
  });

  it('ask those who keep something when a changed password is to end what apps were allowed', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const asked: string[] = [];
    cloud.accounts.onAppsEnded(async (_, accountId) => void asked.push(accountId));
    const words = [anna.password, 'another house, another sea', 'a third house, no sea at all'] as const;
    const change = (present: string, next: string, keepApps: boolean) =>
      cloud.accounts.changePassword(session, { present, next, keepApps }, home);
    assert.equal(codeOf(await change(words[0], words[1], true)), 'ok');
    assert.deepEqual(asked, []);
    assert.equal(codeOf(await change(words[1], words[2], false)), 'ok');
    assert.deepEqual(asked, [session.account.id]);
  });

  it('slow whoever asks for addresses to learn which have accounts', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let count = 0; count < 6; count++)
      assert.equal(codeOf(await cloud.accounts.signUp(anna, elsewhere)), 'email-taken');
    assert.equal(codeOf(await cloud.accounts.signUp(anna, elsewhere)), 'too-many-guesses');
    const fresh = { ...anna, email: 'bob@example.org' };
    assert.equal(codeOf(await cloud.accounts.signUp(fresh, elsewhere)), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signUp(fresh, home)), 'ok');
  });

  it('are made 20 at one place without a wait: an office, a school', async () => {
    await using cloud = await start(engine);
    for (let count = 0; count < 21; count++) {
      const email = `pupil${count}@example.org`;
      assert.equal(codeOf(await cloud.accounts.signUp({ ...anna, email }, home)), 'ok', email);
    }
    const last = { ...anna, email: 'pupil99@example.org' };
    assert.equal(codeOf(await cloud.accounts.signUp(last, home)), 'too-many-guesses');
  });

  it('write down what bears on security', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    cloud.wall.pass(1000);
    await cloud.accounts.signIn(wrong, elsewhere);
    cloud.wall.pass(1000);
    await cloud.accounts.signOut(session, home);
    const entries = await cloud.accounts.audit.read(session.account.id, 10);
    assert.deepEqual(
      entries.map(({ act, address }) => [act, address]),
      [
        ['signed-out', home],
        ['sign-in-refused', elsewhere],
        ['account-made', home],
      ],
    );
  });

  it('write down what others try with an account', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = { present: 'a guess at it', next: 'another house, another sea' };
    for (const attempt of [
      () => cloud.accounts.signUp(anna, elsewhere),
      () => cloud.accounts.changePassword(session, passwords, elsewhere),
      () => cloud.accounts.remove(session, 'a guess at it', elsewhere),
    ]) {
      cloud.wall.pass(1000);
      assert.equal((await attempt()).ok, false);
    }
    const entries = await cloud.accounts.audit.read(session.account.id, 3);
    assert.deepEqual(
      entries.map(({ act, address }) => [act, address]),
      [
        ['account-removal-refused', elsewhere],
        ['password-change-refused', elsewhere],
        ['sign-up-refused', elsewhere],
      ],
    );
  });
});

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
    cloud.wall.pass(14 * day - 1);
    assert.notEqual(await cloud.accounts.findSession(session.secret), undefined);
    cloud.wall.pass(14 * day);
    assert.equal(await cloud.accounts.findSession(session.secret), undefined);
    const used = unwrap(await cloud.accounts.signIn(anna, home));
    for (let days = 10; days < 90; days += 10) {
      cloud.wall.pass(10 * day);
      assert.notEqual(await cloud.accounts.findSession(used.secret), undefined, `${days} days`);
    }
    cloud.wall.pass(10 * day - 1);
    assert.notEqual(await cloud.accounts.findSession(used.secret), undefined);
    cloud.wall.pass(1);
    assert.equal(await cloud.accounts.findSession(used.secret), undefined);
  });

  it('ends at sign-out, alone', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, home));
    await cloud.accounts.signOut(first, home);
    assert.equal(await cloud.accounts.findSession(first.secret), undefined);
    assert.notEqual(await cloud.accounts.findSession(second.secret), undefined);
  });
});

onEachStore('guessing a password', (engine) => {
  it('has to wait from the sixth time at one place, twice as long each time', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    await guess(cloud.accounts, 5, elsewhere);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    for (const seconds of [1, 2, 4, 8]) {
      assert.deepEqual(await cloud.accounts.signIn(anna, elsewhere), {
        ok: false,
        refusal: { code: 'too-many-guesses', facts: { seconds } },
      });
      cloud.wall.pass(seconds * 1000);
      assert.equal(codeOf(await cloud.accounts.signIn(wrong, elsewhere)), 'credentials-wrong');
    }
  });

  it('never waits longer than 15 minutes, and is forgotten a day after the last time', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let count = 0; count < 20; count++) {
      await cloud.accounts.signIn(wrong, elsewhere);
      cloud.wall.pass(15 * minute);
    }
    assert.equal(codeOf(await cloud.accounts.signIn(anna, elsewhere)), 'ok');
    await guess(cloud.accounts, 6, elsewhere);
    cloud.wall.pass(day);
    await sweepAccounts(cloud.store, cloud.wall.now());
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
    assert.ok(!elsewhereNow.ok && elsewhereNow.refusal.facts.seconds! <= 30);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'ok');
    cloud.wall.pass(30_000);
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

  it('leaves nothing behind while it has to wait, whatever accounts are named', async () => {
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
    const guesses = createGuesses(cloud.store, cloud.wall.now);
    const own = { emailKey: 'anna@example.org', accountId: account.id, place: elsewhere };
    const other = (name: string) => ({ emailKey: name, accountId: undefined, place: elsewhere });
    for (let count = 0; count < 29; count++) await guesses.count(other(`u${count}`));
    assert.equal(codeOf(await guesses.count(own)), 'ok');
    assert.equal(codeOf(await guesses.count(other('victim'))), 'ok');
    await guesses.forgive(own);
    assert.equal(codeOf(await guesses.count(other('another victim'))), 'too-many-guesses');
  });

  it('counts from an IPv6 network, not from each of its addresses', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let host = 1; host <= 6; host++) await cloud.accounts.signIn(wrong, `2001:db8:1:2::${host}`);
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:2::77')), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signIn(wrong, '2001:db8:1:3::77')), 'credentials-wrong');
  });

  it('does not work by asking to change a password either', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = { present: 'a guess', next: 'another house, another sea' };
    for (let count = 0; count < 6; count++)
      await cloud.accounts.changePassword(session, passwords, elsewhere);
    const outcome = await cloud.accounts.changePassword(session, passwords, elsewhere);
    assert.equal(codeOf(outcome), 'too-many-guesses');
  });
});

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
    const kept = await cloud.accounts.audit.read('a', 10);
    assert.deepEqual(
      kept.map(({ facts }) => facts),
      [{ count: 4 }, { count: 3 }, { count: 2 }],
    );
  });
});
