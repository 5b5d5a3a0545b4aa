import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { anna, codeOf, elsewhere, enter, home, start, unwrap, wrong } from './accounts.fixture.ts';
import { createAccounts } from './accounts.ts';
import { readAudit } from './audit/audit.fixture.ts';

/** Wraps a store so that `happen` runs just before the transaction with the given number, counted from 1. */
const withBetween = (store: Store, number: number, happen: () => Promise<unknown>): Store => {
  let count = 0;
  return {
    ...store,
    transaction: async (durability, work) => {
      if (++count === number) await happen();
      return store.transaction(durability, work);
    },
  };
};

/** Lists the addresses whose attempts began to be slowed down, each with the counter that slowed them down. */
const slowedIn = async ({ db }: Store) => {
  const rows = await db.selectFrom('audit').selectAll().where('act', '=', 'guessing-slowed').execute();
  return rows.map(({ address, facts }) => [address, JSON.parse(facts).counter]);
};

onEachStore('accounts and their sessions', (engine) => {
  it('creates only one account for an e-mail address, even if it is written differently', async () => {
    await using cloud = await start(engine);
    const { account } = await enter(cloud.accounts);
    assert.equal(account.email, 'Anna@Example.org');
    const again = { ...anna, email: ' anna@EXAMPLE.org ' };
    assert.equal(codeOf(await cloud.accounts.signUp(again, home)), 'email-taken');
    assert.equal(unwrap(await cloud.accounts.signIn(again, home)).account.id, account.id);
  });

  it('creates one account for two concurrent sign-ups with the same address', async () => {
    await using cloud = await start(engine);
    const results = await Promise.all([1, 2, 3].map(() => cloud.accounts.signUp(anna, home)));
    assert.deepEqual(results.map(codeOf).sort(), ['email-taken', 'email-taken', 'ok']);
  });

  it('refuses to create an account with a malformed address or a short password', async () => {
    await using cloud = await start(engine);
    for (const email of [
      '',
      'anna',
      'anna@',
      '@example.org',
      'anna@example',
      'a b@example.org',
      'a@b..c',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      'a@127.0.0.1',
    ])
      assert.equal(codeOf(await cloud.accounts.signUp({ ...anna, email }, home)), 'email-malformed', email);
    const named = { ...anna, email: 'a@127.0.0.1.example.org' };
    assert.equal(codeOf(await cloud.accounts.signUp(named, home)), 'ok');
    for (const unseen of ['\u0000', '\u0007', '\u200B', '\u202E', '\u2028', '\uE000', '\uD800'])
      assert.equal(
        codeOf(await cloud.accounts.signUp({ ...anna, email: `a${unseen}b@example.org` }, home)),
        'email-malformed',
        JSON.stringify(unseen),
      );
    const short = { ...anna, password: 'ninechars' };
    assert.equal(codeOf(await cloud.accounts.signUp(short, home)), 'password-short');
  });

  it('responds to a wrong password and to an unknown address in the same way', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    const nobody = { ...anna, email: 'nobody@example.org' };
    assert.deepEqual(
      await cloud.accounts.signIn(nobody, elsewhere),
      await cloud.accounts.signIn(wrong, elsewhere),
    );
  });

  it('ends an account’s other sessions at a password change, and starts a new one here', async () => {
    await using cloud = await start(engine);
    const first = await enter(cloud.accounts);
    const second = unwrap(await cloud.accounts.signIn(anna, elsewhere));
    const passwords = { present: anna.password, next: 'another house, another sea' };
    const refused = await cloud.accounts.changePassword(first, { ...passwords, present: 'no' }, home);
    assert.equal(codeOf(refused), 'password-wrong');
    assert.notEqual(await cloud.accounts.findSession(cloud.store.db, second.secret), undefined);
    const third = unwrap(await cloud.accounts.changePassword(first, passwords, home));
    assert.equal(await cloud.accounts.findSession(cloud.store.db, first.secret), undefined);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, second.secret), undefined);
    assert.equal(
      (await cloud.accounts.findSession(cloud.store.db, third.secret))?.account.id,
      first.account.id,
    );
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'credentials-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn({ ...anna, password: passwords.next }, home)), 'ok');
  });

  it('deletes an account with all of its data in one transaction', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const asked: string[] = [];
    let failing = true;
    cloud.accounts.beforeRemoval(async (_, { accountId }) => {
      asked.push(accountId);
      if (failing) throw new Error('not now');
    });
    assert.equal(codeOf(await cloud.accounts.remove(session, 'no', home)), 'password-wrong');
    await assert.rejects(cloud.accounts.remove(session, anna.password, home), /not now/);
    assert.notEqual(await cloud.accounts.find(cloud.store.db, session.account.id), undefined);
    failing = false;
    assert.equal(codeOf(await cloud.accounts.remove(session, anna.password, home)), 'ok');
    assert.deepEqual(asked, [session.account.id, session.account.id]);
    assert.equal(await cloud.accounts.find(cloud.store.db, session.account.id), undefined);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, session.secret), undefined);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'credentials-wrong');
  });

  it('refuses a sign-in if the password was changed or the account deleted meanwhile', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const next = 'another house, another sea';
    const change = () => cloud.accounts.changePassword(session, { present: anna.password, next }, home);
    // A sign-in runs three transactions: the first counts the attempt, the second forgives it, and the third starts the
    // session.
    const overtaken = createAccounts(withBetween(cloud.store, 3, change), cloud.clock);
    assert.equal(codeOf(await overtaken.signIn(anna, home)), 'credentials-wrong');
    assert.equal((await cloud.store.db.selectFrom('session').selectAll().execute()).length, 1);
    const again = unwrap(await cloud.accounts.signIn({ ...anna, password: next }, home));
    const remove = () => cloud.accounts.remove(again, next, home);
    const tooLate = createAccounts(withBetween(cloud.store, 3, remove), cloud.clock);
    assert.equal(codeOf(await tooLate.signIn({ ...anna, password: next }, home)), 'credentials-wrong');
  });

  it('refuses to change or delete an account if its password was changed meanwhile', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = ['another house, another sea', 'a third house, no sea at all'] as const;
    const present = anna.password;
    const change = () => cloud.accounts.changePassword(session, { present, next: passwords[0] }, home);
    const overtaken = createAccounts(withBetween(cloud.store, 3, change), cloud.clock);
    const second = overtaken.changePassword(session, { present, next: passwords[1] }, home);
    assert.equal(codeOf(await second), 'password-wrong');
    const back = () =>
      cloud.accounts.changePassword(session, { present: passwords[0], next: passwords[1] }, home);
    const tooLate = createAccounts(withBetween(cloud.store, 3, back), cloud.clock);
    assert.equal(codeOf(await tooLate.remove(session, passwords[0], home)), 'password-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn({ ...anna, password: passwords[1] }, home)), 'ok');
  });

  it('calls the hooks when a password change also revokes the access of apps', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const asked: string[] = [];
    cloud.accounts.onAppsEnded(async (_, { accountId }) => void asked.push(accountId));
    const words = [anna.password, 'another house, another sea', 'a third house, no sea at all'] as const;
    const change = (present: string, next: string, keepApps: boolean) =>
      cloud.accounts.changePassword(session, { present, next, keepApps }, home);
    assert.equal(codeOf(await change(words[0], words[1], true)), 'ok');
    assert.deepEqual(asked, []);
    assert.equal(codeOf(await change(words[1], words[2], false)), 'ok');
    assert.deepEqual(asked, [session.account.id]);
  });

  it('slows down attempts to find out which addresses have accounts', async () => {
    await using cloud = await start(engine);
    await enter(cloud.accounts);
    for (let count = 0; count < 6; count++)
      assert.equal(codeOf(await cloud.accounts.signUp(anna, elsewhere)), 'email-taken');
    assert.equal(codeOf(await cloud.accounts.signUp(anna, elsewhere)), 'too-many-guesses');
    const fresh = { ...anna, email: 'bob@example.org' };
    assert.equal(codeOf(await cloud.accounts.signUp(fresh, elsewhere)), 'too-many-guesses');
    assert.equal(codeOf(await cloud.accounts.signUp(fresh, home)), 'ok');
    assert.deepEqual(await slowedIn(cloud.store), [[elsewhere, 'taken']]);
  });

  it('allows 20 sign-ups at one place, such as an office or a school, without a delay', async () => {
    await using cloud = await start(engine);
    for (let count = 0; count < 21; count++) {
      const email = `pupil${count}@example.org`;
      assert.equal(codeOf(await cloud.accounts.signUp({ ...anna, email }, home)), 'ok', email);
    }
    const last = { ...anna, email: 'pupil99@example.org' };
    assert.equal(codeOf(await cloud.accounts.signUp(last, home)), 'too-many-guesses');
    assert.deepEqual(await slowedIn(cloud.store), [[home, 'signUp']]);
  });

  it('records security events of an account in the audit log', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    cloud.clock.advance(1000);
    await cloud.accounts.signIn(wrong, elsewhere);
    cloud.clock.advance(1000);
    await cloud.accounts.signOut(session, home);
    const entries = await readAudit(cloud.store, session.account.id, 10);
    assert.deepEqual(
      entries.map(({ act, address }) => [act, address]),
      [
        ['signed-out', home],
        ['sign-in-refused', elsewhere],
        ['account-made', home],
      ],
    );
  });

  it('records in the audit log that other people tried to access an account', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const passwords = { present: 'a guess at it', next: 'another house, another sea' };
    for (const attempt of [
      () => cloud.accounts.signUp(anna, elsewhere),
      () => cloud.accounts.changePassword(session, passwords, elsewhere),
      () => cloud.accounts.remove(session, 'a guess at it', elsewhere),
    ]) {
      cloud.clock.advance(1000);
      assert.equal((await attempt()).ok, false);
    }
    const entries = await readAudit(cloud.store, session.account.id, 3);
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
