import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createVapidKeys } from '@plenum/outbound/push';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import type { AnswerOf } from '@plenum/protocol/console';
import { TOTP } from 'otpauth';
import { link } from '../../delivery/house.fixture.ts';
import { onEachStore, onSqliteFirst, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { createSecurityKey } from '../../identity/account/second-step/passkey.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { toNamedOrigin } from '../../kernel/http/public-url.ts';
import { createFakeHosting } from '../../sandbox/hosting.fixture.ts';
import { createHouse } from '../house.fixture.ts';
import { type Owner, signUpOwner, startWholeCloud } from './owner.fixture.ts';

type Export = AnswerOf<'exportAccount'>;

const password = 'a quiet house by the sea';
const [own, theirs] = ['123456789', '000000002'];
const zone = (Name: string) => ({ kind: 'zone', index: 1, datagram: { Index: 1, Name } }) as const;

const done = async (owner: Owner, path: string, body: object = {}) => {
  const answer = await owner.post(path, body);
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Adds a passkey, and an authenticator app; returns what only the browser gets. */
const addSignInMethods = async (owner: Owner, publicUrl: string): Promise<readonly string[]> => {
  const key = createSecurityKey(toNamedOrigin(publicUrl)!);
  const begun = await owner.send('/account/passkeys/options', { password });
  const cookie = `${owner.cookie}; ${begun.headers.getSetCookie()[0]!.split(';')[0]}`;
  const { options } = (await begun.json()) as { options: { challenge: string } };
  await owner.post('/account/passkeys', { name: 'Ring', response: key.register(options) }, { cookie });
  const { secret } = await done(owner, '/account/codes', { password });
  const { recoveryCodes } = await done(owner, '/account/codes/confirm', {
    code: new TOTP({ secret }).generate(),
  });
  return [secret, ...recoveryCodes];
};

/** Adds an app with an endpoint, test keys and a test user; returns what only the browser gets. */
const addApp = async (owner: Owner): Promise<readonly string[]> => {
  const draft = { name: 'Evening', redirectUri: 'https://app.example.org/back', confidential: true };
  const { app, secret } = await done(owner, '/console/apps', draft);
  const path = `/console/apps/${app.clientId}`;
  const made = await done(owner, `${path}/endpoints`, { url: 'http://127.0.0.1:9/events' });
  const keys = await done(owner, `${path}/test-keys`);
  const { testUserId } = await done(owner, '/console/test-users', { name: 'Tess' });
  const tokens = await done(owner, `${path}/test-users/${testUserId}/tokens`);
  const { accessToken } = await done(owner, `${path}/token`);
  return [secret, made.secret, keys.secret, tokens.accessToken, tokens.refreshToken, accessToken];
};

/** A cloud in which Ann uses everything, shares her house with Bob, and is a guest in his. */
const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock(Date.now());
  const hosting = async () => createFakeHosting().hosting;
  const { cloud } = stack.use(await startWholeCloud(engine, { clock, hosting }));
  const { publicUrl, store } = cloud;
  const [ann, bob] = [
    await signUpOwner(cloud, 'ann@example.org'),
    await signUpOwner(cloud, 'bob@example.org'),
  ];
  const now = clock.now();
  for (const [owner, systemId, name] of [
    [ann, own, 'Ann’s study'],
    [bob, theirs, 'Bob’s study'],
  ] as const)
    await createHouse({ store }, { accountId: owner.accountId, systemId, components: [zone(name)], now });
  for (const [host, systemId, guest] of [
    [ann, own, 'bob@example.org'],
    [bob, theirs, 'ann@example.org'],
  ] as const) {
    const { member } = await done(host, `/console/bridges/${systemId}/members`, {
      email: guest,
      access: 'view',
    });
    await done(host === ann ? bob : ann, `/console/invitations/${member.id}/accept`);
  }
  const push = (endpoint: string) => ({
    target: { endpoint, keys: { p256dh: createVapidKeys().publicKey, auth: 'A'.repeat(22) } },
    choices: { fault: true, filter: true, battery: true, offline: false },
    reader: { language: 'en', scale: 'C' },
  });
  await done(ann, '/account/notifications', push('https://push.example.org/ann'));
  await done(bob, '/account/notifications', push('https://push.example.org/bob'));
  const secrets = [
    ...(await addSignInMethods(ann, publicUrl)),
    ...(await addApp(ann)),
    ...[ann.cookie.split('=')[1]!, password, 'https://push.example.org/ann'],
  ];
  const [{ client_id: clientId }] = (await store.db.selectFrom('app').select('client_id').execute()) as [
    { client_id: string },
  ];
  await link(store, { accountId: ann.accountId, clientId });
  const exported = async (owner: Owner) => {
    const answer = await owner.send('/account/export');
    assert.equal(answer.status, 200);
    return answer.text();
  };
  return {
    cloud,
    clock,
    store,
    ann,
    bob,
    secrets,
    exported,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** The member of an export that has the rows of a table about an account, or the reason why no member has. */
const tables: Readonly<Record<string, keyof Export | { readonly not: string }>> = {
  account: 'account',
  verified_email: 'account',
  session: 'sessions',
  passkey: 'signInMethods',
  authenticator: 'signInMethods',
  recovery_code: 'signInMethods',
  audit: 'log',
  push_subscription: 'notifications',
  bridge: 'bridges',
  bridge_member: 'houses',
  component: 'houses',
  authorization_item: 'links',
  app: 'apps',
  endpoint: 'apps',
  usage: 'apps',
  test_user: 'testUsers',
  sandbox_house: 'testUsers',
  sandbox_operation: { not: 'commands to test houses until the next copy of their state' },
  test_steps: { not: 'a limit, kept for days' },
  listener: { not: 'connections of plenum listen, deleted after a day; the page of the app shows them' },
  delivery: { not: 'messages to an endpoint, which the page of the app shows for 14 days' },
  resend_job: { not: 'the progress of sending messages of the log again' },
  resend_part: { not: 'ids of components that wait to be sent again; the components are in the export' },
  outbox: { not: 'ids of components that wait to be sent; the components are in the export' },
  email_outbox: { not: 'e-mails that wait to be sent' },
  account_token: { not: 'hashes of secrets in e-mails' },
  control_request: { not: 'results of commands, kept for 10 minutes' },
  guess: { not: 'counters by hashes' },
  known_address: { not: 'hashes of addresses; the log has the addresses' },
  used_token: { not: 'tokens of bridges that were used' },
  passkey_challenge: { not: 'hashes of challenges that were used' },
  push_key: { not: 'the key of the cloud' },
  node: { not: 'processes of the cloud' },
  schema_step: { not: 'the version of the store' },
  schema_release: { not: 'the version of the store' },
};

const secretColumn = /hash|secret|password|token|target|payload|answer|private|public_key|^key$/;

/** Returns each value of the columns with secrets, keys or hashes, with its place. */
const readSecrets = async ({ db }: Store): Promise<readonly (readonly [place: string, value: string])[]> => {
  const found: (readonly [string, string])[] = [];
  for (const { name, columns } of await db.introspection.getTables())
    for (const column of columns.filter((one) => secretColumn.test(one.name))) {
      const rows = await db
        .selectFrom(name as 'audit')
        .select(column.name as 'id')
        .execute();
      for (const row of rows) {
        const value = String((row as Record<string, unknown>)[column.name] ?? '');
        if (value.length >= 12) found.push([`${name}.${column.name}`, value]);
      }
    }
  return found;
};

onEachStore('the export of an account', (engine) => {
  it('contains what the cloud keeps about a person and their houses, and nothing of others', async () => {
    await using world = await start(engine);
    const { ann, bob, store } = world;
    const text = await world.exported(ann);
    const exported = JSON.parse(text) as Export;
    assert.equal(exported.format, 'plenum-account-1');
    assert.equal(exported.account.email, 'ann@example.org');
    assert.equal(exported.signInMethods.codes?.recoveryCodes, 10);
    assert.deepEqual(
      exported.signInMethods.passkeys.map(({ name }) => name),
      ['Ring'],
    );
    assert.equal(exported.sessions.length, 1);
    assert.deepEqual(exported.notifications[0]?.choices.fault, true);
    assert.deepEqual(
      exported.bridges.map(({ systemId, access }) => [systemId, access]),
      [
        [theirs, 'view'],
        [own, 'owner'],
      ],
    );
    assert.deepEqual(
      exported.houses.map(({ systemId, members, components }) => [
        systemId,
        members.map(({ email }) => email),
        components.map(({ kind, index, datagram }) => [kind, index, datagram.Name]),
      ]),
      [[own, ['bob@example.org'], [['zone', 1, 'Ann’s study']]]],
    );
    assert.deepEqual(
      exported.apps.map(({ app, endpoints }) => [app.name, endpoints.map(({ url }) => url)]),
      [['Evening', ['http://127.0.0.1:9/events']]],
    );
    assert.deepEqual(
      exported.testUsers.map(({ name }) => name),
      ['Tess'],
    );
    assert.equal(exported.links.length, 1);
    const log = await store.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', ann.accountId)
      .execute();
    assert.equal(exported.log.length, log.length);
    assert.ok(exported.log.some(({ act }) => act === 'account-exported'));
    assert.ok(!text.includes('Bob’s study'), 'a guest does not get the house of the host');
    const other = JSON.parse(await world.exported(bob)) as Export;
    assert.deepEqual([other.apps, other.testUsers, other.signInMethods.passkeys], [[], [], []]);
    assert.equal(other.houses[0]!.components[0]!.datagram.Name, 'Bob’s study');
  });

  it('contains no password, key, token or code of the account, nor a hash of one', async () => {
    await using world = await start(engine);
    const text = await world.exported(world.ann);
    for (const secret of world.secrets) assert.ok(!text.includes(secret), secret);
    const stored = await readSecrets(world.store);
    assert.ok(stored.length > 20);
    for (const [place, value] of stored) assert.ok(!text.includes(value), place);
  });

  it('has a member for each table of the store, or a reason why not', async () => {
    await using world = await start(engine);
    const names = (await world.store.db.introspection.getTables()).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), Object.keys(tables).toSorted());
    const exported = JSON.parse(await world.exported(world.ann)) as Export;
    for (const member of Object.values(tables))
      if (typeof member === 'string') assert.ok(member in exported, member);
  });
});

onSqliteFirst('requests for an export', (engine) => {
  it('refuses the fourth export of an account in a short time, and no other account', async () => {
    await using world = await start(engine);
    const { ann, bob, clock } = world;
    for (let count = 0; count < limits.accountExports.burst; count++) await world.exported(ann);
    const { status, body } = await ann.post('/account/export');
    assert.deepEqual([status, body.code], [429, 'too-many-exports']);
    assert.match(body.sentence, /You exported your data 3 times in a short time\. Try again in 10 minutes\./);
    await world.exported(bob);
    clock.advance(body.facts.seconds * 1_000);
    await world.exported(ann);
  });

  it('refuses an export without a session, and from another site', async () => {
    await using world = await start(engine);
    const { ann } = world;
    assert.equal((await ann.post('/account/export', {}, { cookie: '' })).body.code, 'not-signed-in');
    assert.equal((await ann.post('/account/export', {}, { 'x-form-token': 'x' })).body.code, 'form-stale');
  });

  it('sends many houses in pieces that are valid JSON together', async () => {
    await using world = await start(engine);
    const { ann, store, clock } = world;
    const components = Array.from({ length: 14 }, (_, index) => ({
      kind: 'zone' as const,
      index,
      datagram: { Index: index, Name: 'Room', filler: 'x'.repeat(3_000) },
    }));
    for (let number = 3; number < 12; number++) {
      const systemId = String(number).padStart(9, '0');
      await createHouse({ store }, { accountId: ann.accountId, systemId, components, now: clock.now() });
    }
    const answer = await ann.send('/account/export');
    // A body that is sent whole has a length.
    assert.equal(answer.headers.get('content-length'), null);
    const { houses } = (await answer.json()) as Export;
    assert.deepEqual(
      houses.map((house) => house.components.length),
      [...Array(9).fill(14), 1],
    );
  });
});
