import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '@plenum/testbed/until';
import { onEachStore } from '../../../fixture/with-store.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { anna, codeOf, day, elsewhere, enter, home, minute, start, unwrap } from '../accounts.fixture.ts';
import { readAudit } from '../audit/audit.fixture.ts';
import { toDummyHash } from '../password/password.ts';
import { sweepAccounts } from '../sweep.ts';
import { cloudUrl, secretIn, startWithMail } from './mail.fixture.ts';

const next = 'another house, another sea';
const second = 1_000;
/** Anna's address as the cloud sends it, with the domain in lower case. */
const recipient = 'Anna@example.org';

const readOutbox = ({ db }: Store) =>
  db.selectFrom('email_outbox').selectAll().orderBy('created_at').execute();
const isDealtWith = async (store: Store) => (await readOutbox(store)).every(({ due_at }) => due_at === null);

onEachStore('e-mail to accounts', (engine) => {
  it('verifies an address once, with the link that was sent to it at sign-up', async () => {
    await using cloud = await startWithMail(engine);
    const { email } = cloud.accounts;
    const { account } = await enter(cloud.accounts);
    const mail = await cloud.sent(1);
    assert.deepEqual(mail.to, [recipient]);
    assert.equal(mail.headers.subject, 'Confirm your e-mail address');
    assert.match(mail.text, new RegExp(`^${cloudUrl}/#/verify-email/[\\w-]{43}$`, 'm'));
    const secret = secretIn(mail.text);
    assert.equal(await email.isVerified(cloud.store.db, account.id), false);
    assert.equal(codeOf(await email.resetPassword({ token: secret, password: next }, home)), 'link-expired');
    assert.equal(codeOf(await email.verify(secret, elsewhere)), 'ok');
    assert.equal(await email.isVerified(cloud.store.db, account.id), true);
    assert.equal(codeOf(await email.verify(secret, home)), 'link-expired');
    assert.deepEqual(
      (await readAudit(cloud.store, account.id, 1)).map(({ act, address }) => [act, address]),
      [['email-verified', elsewhere]],
    );
  });

  it('accepts a verification link for 24 hours and no longer', async () => {
    await using cloud = await startWithMail(engine);
    await enter(cloud.accounts);
    const secret = secretIn((await cloud.sent(1)).text);
    cloud.clock.set(cloud.clock.now() + day);
    assert.equal(codeOf(await cloud.accounts.email.verify(secret, home)), 'link-expired');
  });

  it('sends no verification link to a verified address', async () => {
    await using cloud = await startWithMail(engine);
    const { account } = await enter(cloud.accounts);
    await cloud.accounts.email.verify(secretIn((await cloud.sent(1)).text), home);
    assert.equal(codeOf(await cloud.accounts.email.requestVerification(account, home)), 'ok');
    assert.equal((await readOutbox(cloud.store)).length, 1);
  });

  it('sends no e-mail to test users, so that none can choose a password for one', async () => {
    await using cloud = await startWithMail(engine);
    const { account } = await enter(cloud.accounts);
    await cloud.sent(1);
    const email = 'one@test-user.invalid';
    const own = { id: 'one', email, email_key: email, password: toDummyHash(), created_at: 0 };
    await cloud.store.db.insertInto('account').values(own).execute();
    const user = { account_id: 'one', developer_account_id: account.id, name: 'One', created_at: 0 };
    await cloud.store.db.insertInto('test_user').values(user).execute();
    assert.equal(codeOf(await cloud.accounts.email.requestReset(email, elsewhere)), 'ok');
    cloud.clock.advance(1_000);
    await until('the outbox is dealt with', () => isDealtWith(cloud.store));
    await cloud.accounts.email.requestReset(anna.email, elsewhere);
    assert.deepEqual((await cloud.sent(2)).to, [recipient]);
  });

  it('sets a new password by an e-mailed link, and ends all sessions and apps’ access', async () => {
    await using cloud = await startWithMail(engine);
    const session = await enter(cloud.accounts);
    await cloud.sent(1);
    const ended: string[] = [];
    cloud.accounts.onAppsEnded(async (_, { accountId }) => void ended.push(accountId));
    assert.equal(codeOf(await cloud.accounts.email.requestReset(' anna@example.ORG ', elsewhere)), 'ok');
    const mail = await cloud.sent(2);
    assert.deepEqual([mail.to, mail.headers.subject], [[recipient], 'Choose a new password']);
    assert.match(mail.text, new RegExp(`Somebody at ${elsewhere} asked`));
    const token = secretIn(mail.text);
    const reset = (password: string) => cloud.accounts.email.resetPassword({ token, password }, elsewhere);
    assert.equal(codeOf(await reset('short')), 'password-short');
    assert.equal(codeOf(await reset(anna.email)), 'password-is-email');
    assert.equal(codeOf(await reset(next)), 'ok');
    assert.equal(codeOf(await reset(next)), 'link-expired');
    assert.deepEqual(ended, [session.account.id]);
    assert.equal(await cloud.accounts.findSession(cloud.store.db, session.secret), undefined);
    assert.equal(codeOf(await cloud.accounts.signIn(anna, home)), 'credentials-wrong');
    assert.equal(codeOf(await cloud.accounts.signIn({ ...anna, password: next }, home)), 'ok');
    assert.equal(await cloud.accounts.email.isVerified(cloud.store.db, session.account.id), true);
    const notice = await cloud.sent(3);
    assert.equal(notice.headers.subject, 'Your password was changed');
    assert.match(notice.text, new RegExp(`From: ${elsewhere}`));
  });

  it('accepts any reset link for 30 minutes, and none after one was used', async () => {
    await using cloud = await startWithMail(engine);
    await enter(cloud.accounts);
    await cloud.sent(1);
    const secrets: string[] = [];
    for (const count of [2, 3, 4]) {
      await cloud.accounts.email.requestReset(anna.email, home);
      secrets.push(secretIn((await cloud.sent(count)).text));
    }
    const reset = (token: string) => cloud.accounts.email.resetPassword({ token, password: next }, home);
    cloud.clock.set(cloud.clock.now() + 30 * minute - 3 * second);
    assert.equal(codeOf(await reset(secrets[2]!)), 'ok');
    assert.equal(codeOf(await reset(secrets[1]!)), 'link-expired');
    await cloud.sent(5);
    await cloud.accounts.email.requestReset(anna.email, elsewhere);
    const late = secretIn((await cloud.sent(6)).text);
    cloud.clock.set(cloud.clock.now() + 30 * minute);
    assert.equal(codeOf(await reset(late)), 'link-expired');
  });

  it('responds to a password reset for an unknown address in the same way, but sends nothing', async () => {
    await using cloud = await startWithMail(engine);
    await enter(cloud.accounts);
    await cloud.sent(1);
    const { email } = cloud.accounts;
    const counted = async (work: () => Promise<unknown>) => {
      const rows = async () => ({
        audit: (await cloud.store.db.selectFrom('audit').selectAll().execute()).length,
        outbox: (await readOutbox(cloud.store)).length,
        guess: (await cloud.store.db.selectFrom('guess').selectAll().execute()).length,
      });
      const before = await rows();
      const result = await work();
      const after = await rows();
      return [result, after.audit - before.audit, after.outbox - before.outbox, after.guess - before.guess];
    };
    await email.requestReset('somebody@example.org', elsewhere);
    const known = await counted(() => email.requestReset(anna.email, elsewhere));
    const unknown = await counted(() => email.requestReset('nobody@example.org', elsewhere));
    // The sign-up has already counted an e-mail to Anna.
    assert.deepEqual(known.slice(0, 3), unknown.slice(0, 3));
    cloud.clock.advance(second);
    await until('all are dealt with', () => isDealtWith(cloud.store));
    assert.deepEqual(
      cloud.smtp.mails.map(({ to }) => to[0]),
      [recipient, recipient],
    );
    const left = (await readOutbox(cloud.store)).map(({ email_key }) => email_key);
    assert.deepEqual(left, [null, 'anna@example.org'], 'an address without an account is deleted');
  });

  it('limits e-mails by address and by place, with and without an account', async () => {
    await using cloud = await startWithMail(engine);
    await enter(cloud.accounts);
    const { email } = cloud.accounts;
    for (const address of [anna.email, 'nobody@example.org']) {
      const codes: string[] = [];
      for (let count = 0; count < 6; count++) codes.push(codeOf(await email.requestReset(address, home)));
      // The e-mail at sign-up counts too.
      const free = address === anna.email ? 3 : 4;
      assert.deepEqual(codes, [...Array(free).fill('ok'), ...Array(6 - free).fill('too-many-guesses')]);
    }
    const codes = new Set<string>();
    for (let count = 0; count < 22; count++)
      codes.add(codeOf(await email.requestReset(`p${count}@example.org`, elsewhere)));
    assert.deepEqual([...codes], ['ok', 'too-many-guesses']);
    assert.equal(codeOf(await email.requestReset('not an address', home)), 'email-malformed');
  });

  it('notifies the owner of a changed password or new app, at most 30 times a day', async () => {
    await using cloud = await startWithMail(engine);
    const session = await enter(cloud.accounts);
    const { account } = session;
    await cloud.sent(1);
    const words = { present: anna.password, next };
    await cloud.accounts.changePassword(session, words, elsewhere);
    assert.match((await cloud.sent(2)).text, /^The password of your account was changed\.$/m);
    const allow = (clientId: string) =>
      cloud.accounts.audit.record(cloud.store.db, {
        act: 'app-allowed',
        accountId: account.id,
        address: home,
        facts: { clientId },
      });
    await cloud.store.db
      .insertInto('app')
      .values({
        client_id: 'lights',
        name: 'Evening Lights',
        owner_account_id: account.id,
        redirect_uris: 'https://a.example',
        confidential: 0,
        pkce_required: 0,
        secret_hash: null,
        created_at: 0,
      })
      .execute();
    await allow('plenum-bridge');
    await allow('lights');
    assert.match((await cloud.sent(3)).text, /^The app "Evening Lights" was given access to your houses\.$/m);
    for (let count = 0; count < 40; count++) await allow('lights');
    assert.equal((await readOutbox(cloud.store)).length, 30);
    cloud.clock.set(cloud.clock.now() + day + second);
    await sweepAccounts(cloud.store, cloud.clock.now());
    assert.deepEqual(await readOutbox(cloud.store), []);
  });

  it('sends e-mail later if the server is down, even after a restart, and logs no secrets', async () => {
    await using cloud = await startWithMail(engine);
    const { smtp, clock, store, lines } = cloud;
    smtp.answer = () => 450;
    await enter(cloud.accounts);
    clock.advance(second);
    const waits = async () => (await readOutbox(store)).map(({ due_at }) => due_at! - clock.now());
    await until('it is put off', async () => (await waits())[0] === 10 * second);
    assert.equal(lines.filter((line) => line.includes('cannot be sent at the moment')).length, 1);
    await cloud.mail[Symbol.asyncDispose]();
    smtp.answer = () => undefined;
    clock.advance(10 * second);
    await using _ = cloud.startNode();
    const mail = await cloud.sent(1);
    assert.equal(codeOf(await cloud.accounts.email.verify(secretIn(mail.text), home)), 'ok');
    await until('it is dealt with', () => isDealtWith(store));
    assert.doesNotMatch(lines.join('\n'), /verify-email\/|p@ss|p%40ss/);
  });

  it('sends an e-mail that was queued before the clock of the machine went back', async () => {
    await using cloud = await startWithMail(engine);
    const now = cloud.clock.now();
    cloud.clock.set(now + 60 * minute);
    await enter(cloud.accounts);
    cloud.clock.set(now);
    assert.deepEqual((await cloud.sent(1)).to, [recipient]);
  });

  it('stops retrying an e-mail after a day, and immediately if its recipient is refused', async () => {
    await using cloud = await startWithMail(engine);
    const { smtp, clock, store, lines } = cloud;
    smtp.answer = (to) => (to === recipient ? 550 : 450);
    await enter(cloud.accounts);
    clock.advance(second);
    await until('it is dealt with', () => isDealtWith(store));
    assert.match(lines.join('\n'), /the SMTP server refused an e-mail.*"responseCode":550/);
    unwrap(await cloud.accounts.signUp({ ...anna, email: 'bela@example.org' }, home));
    const until24h = (milliseconds: number) => clock.set(made + day - milliseconds);
    const made = clock.now();
    until24h(16 * second);
    clock.advance(second);
    const pauseOf = async () => (await readOutbox(store))[1]!.due_at! - clock.now();
    await until('it is put off', async () => (await pauseOf()) === 10 * second);
    until24h(5 * second);
    clock.advance(second);
    await until('it is given up', () => isDealtWith(store));
    assert.match(lines.join('\n'), /an e-mail could not be sent/);
    assert.deepEqual(smtp.mails, []);
  });

  it('sends an e-mail once from two nodes that share a store', async () => {
    await using cloud = await startWithMail(engine);
    await using _ = cloud.startNode();
    for (let count = 0; count < 5; count++)
      unwrap(await cloud.accounts.signUp({ ...anna, email: `a${count}@example.org` }, home));
    await cloud.sent(5);
    await until('all are dealt with', () => isDealtWith(cloud.store));
    assert.equal(new Set(cloud.smtp.mails.map(({ to }) => to[0])).size, 5);
    assert.equal(cloud.smtp.mails.length, 5);
  });

  it('removes the authenticator app at a reset only if the address was never verified', async () => {
    await using cloud = await startWithMail(engine);
    const { accounts, store } = cloud;
    const session = await enter(accounts);
    const verification = secretIn((await cloud.sent(1)).text);
    const insert = () =>
      store.db
        .insertInto('authenticator')
        .values({
          account_id: session.account.id,
          secret: 'x',
          confirmed_at: 1,
          last_counter: 0,
        })
        .execute();
    const reset = async (count: number) => {
      await accounts.email.requestReset(anna.email, home);
      const token = secretIn((await cloud.sent(count)).text);
      assert.equal(codeOf(await accounts.email.resetPassword({ token, password: next }, home)), 'ok');
      return (await store.db.selectFrom('authenticator').selectAll().execute()).length;
    };
    await insert();
    assert.equal(await reset(2), 0);
    await accounts.email.verify(verification, home);
    await cloud.sent(3);
    await insert();
    assert.equal(await reset(4), 1);
  });

  it('offers nothing that needs e-mail, and queues no e-mail, if no server is configured', async () => {
    await using cloud = await start(engine);
    const session = await enter(cloud.accounts);
    const { email } = cloud.accounts;
    assert.equal(email.isOffered, false);
    assert.equal(await email.isVerified(cloud.store.db, session.account.id), undefined);
    assert.equal(codeOf(await email.requestReset(anna.email, home)), 'no-email');
    assert.equal(codeOf(await email.requestVerification(session.account, home)), 'no-email');
    await cloud.accounts.changePassword(session, { present: anna.password, next }, home);
    assert.deepEqual(await readOutbox(cloud.store), []);
  });

  it('verifies or resets only a link’s own account, and deletes e-mails with the account', async () => {
    await using cloud = await startWithMail(engine);
    const mine = await enter(cloud.accounts);
    const other = unwrap(await cloud.accounts.signUp({ ...anna, email: 'bela@example.org' }, elsewhere));
    await cloud.sent(2);
    const toAnna = cloud.smtp.mails.find(({ to }) => to[0] === recipient)!;
    await cloud.accounts.email.verify(secretIn(toAnna.text), elsewhere);
    assert.equal(await cloud.accounts.email.isVerified(cloud.store.db, mine.account.id), true);
    assert.equal(await cloud.accounts.email.isVerified(cloud.store.db, other.account.id), false);
    const owners = async () => {
      const { db } = cloud.store;
      const outbox = await db.selectFrom('email_outbox').select('account_id').execute();
      const tokens = await db.selectFrom('account_token').select('account_id').execute();
      const verified = await db.selectFrom('verified_email').select('account_id').execute();
      return [outbox, tokens, verified].map((rows) => rows.map((row) => row.account_id).sort());
    };
    const [own, others] = [mine.account.id, other.account.id];
    assert.deepEqual(await owners(), [[own, others].sort(), [others], [own]]);
    assert.equal(codeOf(await cloud.accounts.remove(other, anna.password, elsewhere)), 'ok');
    assert.deepEqual(await owners(), [[own], [], [own]]);
  });
});
