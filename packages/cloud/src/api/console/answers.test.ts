import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ConsoleRouteId, consoleRoute, contractRouteIds } from '@plenum/protocol/console';
import { type BridgeFrame, uplink } from '@plenum/protocol/uplink';
import { startReceiver } from '@plenum/testbed/receiver';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { TOTP } from 'otpauth';
import { link } from '../../delivery/house.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { pairBridge } from '../../fleet/bridge/pair.ts';
import { createScriptedBridge, snapshotOf } from '../../fleet/uplink/bridge.fixture.ts';
import { toEmailKey } from '../../identity/account/account-store.ts';
import { createSecurityKey } from '../../identity/account/second-step/passkey.fixture.ts';
import { createSecret, hashSecret } from '../../identity/account/secret.ts';
import type { Store } from '../../kernel/database/store.ts';
import { toNamedOrigin } from '../../kernel/http/public-url.ts';
import { createFakeHosting } from '../../sandbox/hosting.fixture.ts';
import type { ClimateCloud } from '../../start/climate-cloud.ts';
import { type ContractOperation, createMemberCount, faultsOf } from './contract.fixture.ts';
import { startWholeCloud } from './owner.fixture.ts';

const credentials = { email: 'ann@example.org', password: 'a quiet house by the sea' };
const systemId = '123456789';

const snapshotWithLeader = {
  ...snapshotOf(systemId),
  components: [
    { kind: 'unit', index: 0, datagram: { SysOn: 1, RAS: 2, CtrlZone: 3 } },
    { kind: 'zone', index: 3, datagram: { Index: 3, Name: 'Study' } },
  ],
} as BridgeFrame;

/** Opens a browser that calls routes of the contract by id and validates every response. */
const openBrowser = ({ publicUrl }: ClimateCloud) => {
  const members = createMemberCount();
  const asked = new Set<string>();
  const cookies = new Map<string, string>();
  let formToken = '';
  const ask = async (
    id: ConsoleRouteId,
    about: { at?: Record<string, string | number>; body?: object; refused?: number } = {},
  ) => {
    const { path, method, status, answer } = consoleRoute(id);
    const { at = {}, body = {}, refused } = about;
    const reply = await fetch(publicUrl + path.replace(/\{(\w+)\}/g, (_, name) => `${at[name]}`), {
      method,
      headers: {
        cookie: [...cookies.values()].join('; '),
        'x-form-token': formToken,
        'content-type': 'application/json',
      },
      ...(method === 'post' && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.equal(reply.status, refused ?? status, `${id}: ${text}`);
    for (const line of reply.headers.getSetCookie()) cookies.set(line.split('=')[0]!, line.split(';')[0]!);
    if (refused !== undefined) return undefined;
    if (answer === undefined) return assert.equal(text, '', id);
    const value = JSON.parse(text);
    const place: ContractOperation = { path, method, status };
    assert.deepEqual(faultsOf(value, place), [], `${id}: ${text}`);
    asked.add(id);
    members.add(value, place);
    formToken = value.formToken ?? formToken;
    return value;
  };
  return { ask, asked, unseen: members.unseen };
};

/**
 * Inserts relationships in both directions: a guest in the account's own house, and a host with two houses. The account
 * is a guest in one of the two and is invited to the other.
 */
const shareHouses = async ({ db }: Store, { accountId, email }: { accountId: string; email: string }) => {
  const now = Date.now();
  const until = now + 3_600_000;
  const host = await insertAccount({ db } as Store, 'host');
  const houses = ['000000003', '000000004'];
  for (const house of houses) {
    const none = {
      connected_node: null,
      last_seen: null,
      time_zone: null,
    };
    const about = { public_key: null, key_id: null, account_id: host, name: 'Hut', version: 0, epoch: 0 };
    await db
      .insertInto('bridge')
      .values({ system_id: house, paired_at: now, ...about, ...none })
      .execute();
  }
  const { paired_at } = await db
    .selectFrom('bridge')
    .select('paired_at')
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  const row = { access: 'view' as const, until, invited_at: now, token_hash: null, expires_at: null };
  const guest = { ...row, email: 'x', email_key: 'x', accepted_at: now };
  const own = { id: '1', system_id: systemId, paired_at, invited_by: accountId, account_id: host };
  const theirs = { id: '2', system_id: houses[0]!, paired_at: now, invited_by: host, account_id: accountId };
  const token = createSecret();
  const invitation = {
    ...row,
    email,
    email_key: toEmailKey(email),
    token_hash: hashSecret(token),
    expires_at: until,
  };
  const open = { id: '3', system_id: houses[1]!, paired_at: now, invited_by: host, account_id: null };
  await db
    .insertInto('bridge_member')
    .values([
      { ...guest, ...own },
      { ...guest, ...theirs },
      { ...invitation, ...open, accepted_at: null },
    ])
    .execute();
  return token;
};

onSqliteFirst('the answers of the account and console routes', (engine) => {
  it('returns exactly what the contract defines, and uses every member of the contract', async () => {
    await using mails = await startSmtpReceiver();
    const smtp = { url: mails.url, from: 'plenum@example.org' };
    const { hosting } = createFakeHosting();
    await using running = await startWholeCloud(engine, {
      events: { retryPolicy: { delays: [1] } },
      smtp,
      hosting: async () => hosting,
    });
    const { publicUrl, store } = running.cloud;
    const { ask, asked, unseen } = openBrowser(running.cloud);

    await ask('signUp', { body: credentials });
    await ask('signIn', { body: credentials });
    const next = { present: credentials.password, next: 'a loud house by the road' };
    await ask('changePassword', { body: next });
    const { accountId } = await ask('account');
    await ask('offers');
    const { publicKey: p256dh } = await ask('notificationKey');
    const endpoint = 'https://push.example.org/one';
    const choices = { fault: true, filter: true, battery: true, offline: true };
    const range = { low: 1800, high: 2600, minutes: 60 };
    const target = { endpoint, keys: { p256dh, auth: 'A'.repeat(22) } };
    const reader = { language: 'en', scale: 'C' };
    const subscription = { target, choices: { ...choices, range }, reader };
    await ask('saveNotifications', { body: subscription });
    const password = next.next;
    const { secret } = await ask('beginCodes', { body: { password } });
    await ask('confirmCodes', { body: { code: new TOTP({ secret }).generate() } });
    await ask('signInMethods');
    const { recoveryCodes } = await ask('renewRecoveryCodes', { body: { password } });
    const key = createSecurityKey(toNamedOrigin(publicUrl)!);
    const adding = await ask('beginPasskey', { body: { password } });
    await ask('addPasskey', { body: { name: 'Key', response: key.register(adding.options) } });
    const entering = await ask('beginPasskeySignIn');
    await ask('signInWithPasskey', { body: { response: key.sign(entering.options) } });
    await ask('signInMethods');
    await ask('signIn', { body: { ...credentials, password }, refused: 401 });
    await ask('signInWithCode', { body: { code: recoveryCodes[0] } });

    const bridge = await createScriptedBridge(systemId);
    const pairing = { systemId, accountId, keyId: bridge.kid, jwk: bridge.jwk, now: Date.now() };
    await store.transaction('full', (tx) => pairBridge(tx, pairing, { ownershipChanged: [] }));
    const line = await bridge.connect(publicUrl);
    line.send(snapshotWithLeader);
    await line.next();
    await ask('saveNotifications', {
      body: { ...subscription, houses: [{ systemId, choices: { ...choices, range } }] },
    });
    await ask('readNotifications', { body: { endpoint } });
    await ask('renewNotifications', { body: { endpoint, reader } });
    const invitationToken = await shareHouses(store, { accountId, email: credentials.email });
    const until = Date.now() + 3_600_000;
    const whom = { email: 'kim@example.org', access: 'view', until };
    await ask('invite', { at: { systemId }, body: whom });
    await ask('members', { at: { systemId } });
    await ask('invitations');
    await ask('findInvitation', { body: { token: invitationToken } });
    await ask('bridges');
    const begun = await fetch(`${publicUrl}/device/authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: uplink.clientId, [uplink.systemIdParameter]: '000000002' }),
    });
    const { user_code: code } = (await begun.json()) as { user_code: string };
    await ask('findPairing', { body: { code } });

    const redirectUri = 'https://app.example.org/callback';
    const { app } = await ask('makeApp', { body: { name: 'Lights', redirectUri, confidential: true } });
    const { clientId } = app;
    await ask('apps');
    await ask('replaceAppSecret', { at: { clientId } });
    await ask('makeTestKeys', { at: { clientId } });
    await ask('apps');
    const { testUserId } = await ask('makeTestUser', { body: { name: 'Ann' } });
    const { systemId: testHouse } = await ask('makeTestHouse', { at: { testUserId } });
    await ask('makeTestTokens', { at: { clientId, testUserId } });
    const { testUserId: guest } = await ask('makeTestUser', { body: { name: 'Bob' } });
    const shared = { at: { systemId: testHouse, testUserId: guest }, body: { access: 'view', until } };
    await ask('shareTestHouse', shared);
    await ask('testUsers');
    const { accessToken } = await ask('makeOwnToken', { at: { clientId } });
    await ask('ownToken', { at: { clientId } });
    await fetch(`${publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    await ask('appUsage', { at: { clientId } });
    await using receiver = await startReceiver();
    receiver.react = (_, count) => (count === 1 ? { status: 500, body: 'no luck' } : 'break');
    const made = await ask('makeEndpoint', { at: { clientId }, body: { url: receiver.url } });
    const at = { clientId, endpointId: made.endpoint.id };
    // Only now, because a new endpoint gets the components of linked accounts.
    await link(store, { accountId, clientId });
    await ask('links');
    await ask('replaceEndpointSecret', { at });
    const { components } = await ask('testableComponents');
    const { componentId } = components.find(({ name }: { name?: string }) => name)!;
    await ask('testEndpoint', { at, body: { componentId } });
    while ((await ask('deliveries', { at })).deliveries.length < 2);
    // The components of the house have not changed.
    await store.db.updateTable('delivery').set({ attributes: ',Temp,' }).execute();
    await ask('deliveries', { at });
    await ask('delivery', { at: { ...at, number: 1 } });
    await ask('delivery', { at: { ...at, number: 2 } });
    await ask('dead', { at });
    await ask('eventTypes');
    await ask('resendAll', { at, body: { result: 'failed' } });
    await ask('resendJob', { at });
    await ask('startResend', { at, body: { kind: 'test' } });
    await ask('cancelResend', { at });
    await ask('resendJob', { at });
    await ask('resend', { at: { ...at, number: 1 } });
    await ask('replay', { at });
    await ask('chooseEventTypes', { at, body: { eventTypes: ['sync'] } });
    await ask('disableEndpoint', { at });
    await ask('endpoint', { at });
    await ask('endpoints', { at });
    await store.db.insertInto('verified_email').values({ account_id: accountId, verified_at: 1 }).execute();
    await store.db.updateTable('bridge').set({ time_zone: 'Australia/Sydney' }).execute();
    await ask('exportAccount');
    await ask('testClock');
    await ask('moveTestClock', { body: { step: '1s' } });

    // If a cloud sends e-mail, it shows the link in an invitation only to the recipient.
    assert.deepEqual(unseen(), ['MadeInvitation.link']);
    const silent = contractRouteIds.filter((id) => consoleRoute(id).answer !== undefined && !asked.has(id));
    // The response may be any object, because the bridge's reply is passed on unchanged (house-routes.test.ts).
    assert.deepEqual(silent, [
      'readHouse',
      'listeners',
      'readSimulation',
      'readTestRequests',
      'readTestComponents',
    ]);
  });
});

it('detects members of a response that are missing, unknown or of the wrong type, at any depth', () => {
  const place = { path: '/console/apps/{clientId}/endpoints/{endpointId}', method: 'get', status: 200 };
  const ledger = { changes: 1, delivered: 1, superseded: 0, pending: 0, dead: 0 };
  const endpoint = { id: 'e', clientId: 'c', url: 'https://example.org/', createdAt: 1, ledger };
  assert.deepEqual(faultsOf(endpoint, place), []);
  const { url: _, ...less } = endpoint;
  assert.deepEqual(faultsOf(less, place), [" must have required property 'url'"]);
  assert.deepEqual(faultsOf({ ...endpoint, secret: 'x' }, place), [
    ' must NOT have additional properties: secret',
  ]);
  const lost = { ...ledger, lost: 0 };
  assert.deepEqual(faultsOf({ ...endpoint, ledger: lost }, place), [
    '/ledger must NOT have additional properties: lost',
  ]);
  const disabled = { at: 1, why: 'bored' };
  assert.deepEqual(faultsOf({ ...endpoint, disabled }, place), [
    '/disabled/why must be equal to one of the allowed values',
  ]);
});
