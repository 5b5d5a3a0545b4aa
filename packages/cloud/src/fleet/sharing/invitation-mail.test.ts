import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { isRefused } from '@plenum/protocol/console';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { onEachStore, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { createAccounts } from '../../identity/account/accounts.ts';
import { startAccountMail } from '../../identity/account/mail/account-mail.ts';
import { openMailer } from '../../identity/mail/smtp.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { pairBridge } from '../bridge/pair.ts';
import { createInvitationMail, invitationMail } from './invitation-mail.ts';
import { startSharing } from './sharing.ts';

const publicUrl = 'https://cloud.example.org';
const systemId = '123456789';
const ann = { accountId: 'ann', address: '192.0.2.7', systemId };

/** Creates a house owned by ann in a cloud that sends e-mail. */
const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock(Date.parse('2026-11-22T13:05Z'));
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const smtp = stack.use(await startSmtpReceiver());
  const mailer = openMailer({ url: smtp.url, from: 'plenum@example.org' });
  const composers = { [invitationMail]: createInvitationMail({ store, publicUrl, now: clock.now }) };
  const mail = startAccountMail({ store, mailer, publicUrl, composers, clock, log: silent });
  stack.use(mail);
  const accounts = createAccounts(store, clock, { mail });
  const listeners = { ownershipChanged: [] };
  const bus = createMemoryBus({ clock, log: silent });
  const { toAddress } = accounts.email;
  const sharing = stack.use(startSharing({ store, bus, listeners, mail: toAddress, clock, log: silent }));
  await insertAccount(store, 'ann');
  const pairing = { systemId, accountId: 'ann', keyId: 'ann', jwk: {}, now: clock.now() };
  await store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
  const invite = async (email: string, more: object = {}) => {
    const made = await sharing.invite(ann, { email, access: 'control', ...more });
    return isRefused(made) ? made.refusal.code : made;
  };
  /** Runs the sender and resolves to the e-mail with the given number, counted from the first. */
  const sent = (count: number) => {
    clock.advance(1_000);
    return smtp.came(count);
  };
  const countWaiting = async () =>
    (await store.db.selectFrom('email_outbox').select('id').where('due_at', 'is not', null).execute()).length;
  return {
    clock,
    store,
    sharing,
    invite,
    sent,
    countWaiting,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

onEachStore('invitation e-mails', (engine) => {
  it('sends an invitation to the invited address with a single-use link that nobody else gets', async () => {
    await using cloud = await start(engine);
    const until = cloud.clock.now() + 86_400_000;
    const made = await cloud.invite(' Bob@example.org', { until });
    assert.ok(typeof made !== 'string');
    assert.equal(made.token, undefined);
    const { to, headers, text } = await cloud.sent(1);
    assert.deepEqual([to, headers.subject], [['Bob@example.org'], 'ann@example.org shares a house with you']);
    assert.match(
      text.replaceAll(/\r?\n/g, ' '),
      /ann@example.org lets you view and control a house at https:\/\/cloud.example.org, until 2026-11-23 13:05 UTC\..* valid until 2026-11-29 13:05 UTC/,
    );
    const token = /#\/invitation\/([\w-]{43})\s/.exec(text)![1]!;
    await insertAccount(cloud.store, 'kim');
    const kim = { account: { id: 'kim', email: 'kim@example.org', createdAt: 1 }, address: '' };
    assert.equal(await cloud.sharing.accept(kim, { token }), undefined);
    assert.ok(isRefused(await cloud.sharing.accept(kim, { token })));
  });

  it('does not e-mail an invitation that was withdrawn', async () => {
    await using cloud = await start(engine);
    const made = await cloud.invite('bob@example.org');
    assert.ok(typeof made !== 'string');
    await cloud.sharing.remove(ann, made.member.id);
    assert.equal(await cloud.countWaiting(), 1);
    await cloud.invite('kim@example.org');
    assert.deepEqual((await cloud.sent(1)).to, ['kim@example.org']);
  });

  it('limits invitation e-mails per account, and sends none for refused invitations', async () => {
    await using cloud = await start(engine);
    assert.equal(await cloud.invite('no address'), 'email-malformed');
    assert.equal(await cloud.invite('bob@example.org', { until: 1 }), 'until-malformed');
    const { sharing } = cloud;
    const inviteFrom = async (at: number) => {
      const whom = { email: `guest${at}@example.org`, access: 'view' } as const;
      const made = await sharing.invite({ ...ann, address: `192.0.2.${at}` }, whom);
      if (!isRefused(made)) await sharing.remove(ann, made.member.id);
      return isRefused(made) ? made.refusal.code : 'made';
    };
    for (let at = 0; at <= 20; at++) assert.equal(await inviteFrom(at), 'made');
    assert.equal(await inviteFrom(21), 'too-many-guesses');
    assert.equal(await cloud.countWaiting(), 21);
    cloud.clock.set(cloud.clock.now() + 1_000);
    assert.equal(await inviteFrom(22), 'made');
  });
});
