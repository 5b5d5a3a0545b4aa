import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { uplink } from '@plenum/protocol/uplink';
import { enterAccount } from '@plenum/testbed/account';
import { createBrowser } from '@plenum/testbed/form-browser';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { until } from '@plenum/testbed/until';
import { TOTP } from 'otpauth';
import { type Owner, signUpOwner, startWholeCloud } from '../../../api/console/owner.fixture.ts';
import { answerOn, signInOn } from '../../../fixture/identity.fixture.ts';
import { onSqliteFirst, type TestEngine } from '../../../fixture/with-store.fixture.ts';
import { createScriptedBridge } from '../../../fleet/uplink/bridge.fixture.ts';
import { createEncryption } from '../../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../../kernel/crypto/random.ts';
import { toNamedOrigin } from '../../../kernel/http/public-url.ts';
import { resetCodes } from '../../../operator/reset-authenticator.ts';
import { createFakeHosting } from '../../../sandbox/hosting.fixture.ts';
import { demo } from '../../oauth/app/demo.ts';
import { createAccounts } from '../accounts.ts';
import { secretIn } from '../mail/mail.fixture.ts';
import { createSecurityKey } from '../second-step/passkey.fixture.ts';
import { type Act, acts } from './audit.ts';

const password = 'a quiet house by the sea';
const wrong = 'a loud house by the road';
const next = 'another house, another sea';
const systemId = '123456789';

/** A whole cloud, a developer with an app, and an owner. `written` returns the entries recorded from now on. */
const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const mails = stack.use(await startSmtpReceiver());
  const smtp = { url: mails.url, from: 'plenum@example.org' };
  const hosting = async () => createFakeHosting().hosting;
  const { cloud } = stack.use(await startWholeCloud(engine, { smtp, hosting }));
  const { publicUrl: url, store } = cloud;
  const seen = new Set<string>();
  /** Returns the entries recorded since the last call, without their timestamps. */
  const written = async () => {
    const rows = await store.db.selectFrom('audit').selectAll().execute();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh.map(({ account_id: accountId, act, address, facts }) => ({
      act: act as Act,
      accountId,
      address,
      facts: JSON.parse(facts) as object,
    }));
  };
  const form = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) });
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
  };
  const dev = await signUpOwner(cloud, 'dev@example.org');
  const ann = await signUpOwner(cloud, 'ann@example.org');
  const draft = {
    name: 'Evening Lights',
    redirectUri: 'https://app.example.org/callback',
    confidential: true,
  };
  const { clientId } = (await dev.post('/console/apps', draft)).body.app as { clientId: string };
  const hook = { url: 'http://127.0.0.1:9/events' };
  const made = await dev.post(`/console/apps/${clientId}/endpoints`, hook);
  const endpointId = made.body.endpoint.id as string;
  await written();
  /** Returns the secret from the latest link of the given kind that was sent to an address. */
  const linked = async (kind: string, to: string) => {
    const find = () => mails.mails.findLast((mail) => mail.to[0] === to && mail.text.includes(`#/${kind}/`));
    await until(`a link to ${kind}`, async () => find() !== undefined);
    return secretIn(find()!.text);
  };
  const call = async (who: Owner, path: string, body: object = {}) => {
    const answer = await who.post(path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const login = `/login?${new URLSearchParams({
    client_id: demo.clientId,
    scope: 'query-control',
    state: 'x',
    response_type: 'code',
    redirect_uri: demo.redirectUri,
  })}`;
  /** Responds to the consent page of the demo app as Ann, in a new browser. Returns the code that the app gets. */
  const answer = async (how: 'allow' | 'refuse') => {
    const browser = createBrowser(url);
    const credentials = { email: 'ann@example.org', password };
    const page = await answerOn(browser, await signInOn(browser, await browser.go(login), credentials), how);
    return page.left!.searchParams.get('code') ?? '';
  };
  const exchange = (code: string) =>
    form('/token', { client_id: demo.clientId, grant_type: 'authorization_code', code });
  /** Requests a code for a bridge. */
  const begin = async () =>
    (await form('/device/authorization', { client_id: uplink.clientId, scope: uplink.scope })).user_code!;
  /** Registers a bridge with the consent of its owner, by default Ann. */
  const register = async (email = 'ann@example.org') => {
    const owner = await enterAccount(url, { email, password });
    const bridge = await createScriptedBridge(systemId);
    await bridge.register(url, await owner.allowPairing());
    return bridge.kid;
  };
  /** Opens a listener with the keys of an app. */
  const listen = async (keys: { readonly clientId: string; readonly secret: string }) => {
    const authorization = `Basic ${Buffer.from(`${keys.clientId}:${keys.secret}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const opened = await fetch(`${url}/listen`, { method: 'POST', headers, body: '{"name":"laptop"}' });
    assert.equal(opened.status, 200);
  };
  return {
    cloud,
    written,
    linked,
    form,
    dev,
    ann,
    clientId,
    endpointId,
    hook,
    draft,
    call,
    answer,
    exchange,
    begin,
    register,
    listen,
    endpoint: `/console/apps/${clientId}/endpoints/${endpointId}`,
    app: `/console/apps/${clientId}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

type World = Awaited<ReturnType<typeof start>>;
/** An expected entry: owner, act, facts and address. */
type Entry = readonly [owner: string | null, act: Act, facts?: object, address?: string];

const ofDemo = { clientId: demo.clientId };
const ofBridge = { clientId: uplink.clientId };

/** Steps that run in order on one cloud, with the entries that each one records. */
const steps: Readonly<Record<string, (world: World) => Promise<readonly Entry[]>>> = {
  'somebody signs up': async ({ cloud }) => {
    const { accountId } = await signUpOwner(cloud, 'new@example.org');
    return [[accountId, 'account-made']];
  },
  'somebody signs up with the address of another': async ({ ann }) => {
    await ann.post('/account/sign-up', { email: 'ann@example.org', password: wrong });
    return [[ann.accountId, 'sign-up-refused']];
  },
  'somebody signs in, and out': async ({ cloud, call }) => {
    const guest = await signUpOwner(cloud, 'guest@example.org');
    await guest.post('/account/sign-in', { email: 'guest@example.org', password: wrong }, { cookie: '' });
    await guest.post('/account/sign-in', { email: 'guest@example.org', password }, { cookie: '' });
    await call(guest, '/account/sign-out');
    const acts = ['account-made', 'signed-in', 'sign-in-refused', 'signed-out'] as const;
    return acts.map((act) => [guest.accountId, act]);
  },
  'somebody confirms an address, and loses the password': async ({ cloud, linked, call }) => {
    const dora = await signUpOwner(cloud, 'dora@example.org');
    await call(dora, '/account/verify-email', { token: await linked('verify-email', 'dora@example.org') });
    await call(dora, '/account/lost-password', { email: 'dora@example.org' });
    await call(dora, '/account/lost-password', { email: 'nobody@example.org' });
    const token = await linked('reset-password', 'dora@example.org');
    await call(dora, '/account/reset-password', { token, password: next });
    const acts = ['account-made', 'email-verified', 'password-reset-requested', 'password-reset'] as const;
    return [...acts.map((act): Entry => [dora.accountId, act]), [null, 'password-reset-requested']];
  },
  'somebody signs in with codes, and then without again': async ({ cloud, call }) => {
    const eva = await signUpOwner(cloud, 'eva@example.org');
    const { secret } = await call(eva, '/account/codes', { password });
    const code = new TOTP({ secret }).generate();
    await call(eva, '/account/codes/confirm', { code });
    const { recoveryCodes } = await call(eva, '/account/codes/recovery', { password });
    const first = await eva.send('/account/sign-in', { email: 'eva@example.org', password }, { cookie: '' });
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
    await eva.post('/account/sign-in/code', { code }, { cookie });
    await eva.post('/account/sign-in/code', { code: recoveryCodes[0] }, { cookie });
    await call(eva, '/account/codes/remove', { password });
    const acts = [
      'account-made',
      'codes-enabled',
      'recovery-codes-renewed',
      'sign-in-refused',
      'recovery-code-used',
      'signed-in',
      'codes-disabled',
    ] as const;
    return acts.map((act) => [eva.accountId, act]);
  },
  'somebody who knows the password guesses codes from many places, and the operator removes the app': async ({
    cloud,
    call,
  }) => {
    const gil = await signUpOwner(cloud, 'gil@example.org');
    const { secret } = await call(gil, '/account/codes', { password });
    await call(gil, '/account/codes/confirm', { code: new TOTP({ secret }).generate() });
    const encryption = createEncryption([Buffer.alloc(32, 7)], systemRandom);
    const accounts = createAccounts(cloud.store, systemClock, { encryption });
    const addresses = Array.from({ length: 11 }, (_, at) => `203.0.113.${at}`);
    for (const address of addresses) {
      const result = await accounts.signIn({ email: 'gil@example.org', password }, address);
      const { step } = result.ok ? { step: '' } : result.refusal.facts;
      await accounts.codes!.signInWithCode(String(step), '000000', { address });
    }
    await resetCodes(cloud.store, 'gil@example.org', Date.now);
    const last = addresses.at(-1)!;
    return [
      [gil.accountId, 'account-made'],
      [gil.accountId, 'codes-enabled'],
      ...addresses.map((address): Entry => [gil.accountId, 'sign-in-refused', {}, address]),
      [gil.accountId, 'codes-guessed', {}, last],
      [gil.accountId, 'guessing-slowed', { counter: 'codeAccount' }, last],
      [gil.accountId, 'codes-reset', { by: 'operator' }, 'operator'],
    ];
  },
  'somebody adds a passkey, signs in with it and removes it': async ({ cloud, call }) => {
    const fay = await signUpOwner(cloud, 'fay@example.org');
    const key = createSecurityKey(toNamedOrigin(cloud.publicUrl)!);
    const challenged = async (path: string, body: object) => {
      const begun = await fay.send(path, body);
      const cookie = `${fay.cookie}; ${begun.headers.getSetCookie()[0]!.split(';')[0]}`;
      return { cookie, ...((await begun.json()) as { options: { challenge: string } }) };
    };
    const adding = await challenged('/account/passkeys/options', { password });
    const added = { name: 'Key', response: key.register(adding.options) };
    await fay.post('/account/passkeys', added, { cookie: adding.cookie });
    const entering = await challenged('/account/sign-in/passkey/options', {});
    const response = key.sign(entering.options);
    const cookie = entering.cookie.split('; ')[1]!;
    await fay.post('/account/sign-in/passkey', { response }, { cookie });
    await call(fay, `/account/passkeys/${key.id}/remove`);
    const acts = ['account-made', 'passkey-added', 'signed-in', 'passkey-removed'] as const;
    return acts.map((act) => [fay.accountId, act]);
  },
  'somebody guesses until it takes longer': async ({ ann }) => {
    const guess = () => ann.post('/account/sign-in', { email: 'nobody@example.org', password: wrong });
    const refused: Entry[] = [];
    while ((await guess()).status === 401) refused.push([null, 'sign-in-refused']);
    return [...refused, [null, 'guessing-slowed', { counter: 'pair' }]];
  },
  'a developer makes an app, replaces its secret and removes it': async ({ dev, draft, call }) => {
    const { clientId } = (await call(dev, '/console/apps', draft)).app;
    await call(dev, `/console/apps/${clientId}/secret`);
    await call(dev, `/console/apps/${clientId}/remove`);
    const acts = ['app-made', 'app-secret-changed', 'app-removed'] as const;
    return acts.map((act) => [dev.accountId, act, { clientId }]);
  },
  'a developer makes test keys, test users with a shared house, and tokens, and removes them': async (
    world,
  ) => {
    const { cloud, dev, app, clientId: liveId, call } = world;
    const { clientId } = await call(dev, `${app}/test-keys`);
    const { testUserId } = await call(dev, '/console/test-users', { name: 'Ann' });
    const { systemId: house } = await call(dev, `/console/test-users/${testUserId}/houses`);
    await call(dev, `/console/apps/${liveId}/test-users/${testUserId}/tokens`);
    const { testUserId: guest } = await call(dev, '/console/test-users', { name: 'Bob' });
    const guests = `/console/test-houses/${house}/guests/${guest}`;
    await call(dev, guests, { access: 'view' });
    const { id: memberId } = await cloud.store.db
      .selectFrom('bridge_member')
      .select('id')
      .where('account_id', '=', guest)
      .executeTakeFirstOrThrow();
    const ofMember = { systemId: house, memberId, access: 'view' };
    const byOwner = { ...ofMember, by: testUserId };
    await call(dev, `${guests}/remove`);
    await call(dev, `/console/test-houses/${house}/remove`);
    await call(dev, `/console/test-users/${testUserId}/remove`);
    return [
      [dev.accountId, 'test-keys-made', { clientId }],
      [dev.accountId, 'test-user-made', { testUserId }],
      [dev.accountId, 'test-user-made', { testUserId: guest }],
      [dev.accountId, 'test-house-made', { testUserId, systemId: house }],
      [dev.accountId, 'test-house-shared', { testUserId: guest, systemId: house, access: 'view' }],
      [testUserId, 'access-offered', byOwner],
      ...[testUserId, guest].flatMap((accountId): Entry[] => [
        [accountId, 'access-accepted', { ...ofMember, by: guest }],
        [accountId, 'access-ended', { ...byOwner, why: 'removed' }],
      ]),
      [dev.accountId, 'test-house-unshared', { testUserId: guest, systemId: house }],
      [testUserId, 'app-unlinked', { clientId, by: 'owner' }],
      [dev.accountId, 'test-tokens-made', { clientId, testUserId }],
      [testUserId, 'bridge-released', { systemId: house }],
      [dev.accountId, 'test-house-removed', { systemId: house }],
      [dev.accountId, 'test-user-removed', { testUserId }],
    ];
  },
  'a developer adds a redirect URI and removes it': async ({ dev, app, clientId, call }) => {
    const redirectUri = 'com.example.app:/callback';
    await call(dev, `${app}/redirect-uris`, { redirectUri });
    for (let times = 0; times < 2; times++) await call(dev, `${app}/redirect-uris/remove`, { redirectUri });
    const acts = ['app-redirect-uri-added', 'app-redirect-uri-removed'] as const;
    return acts.map((act) => [dev.accountId, act, { clientId, redirectUri }]);
  },
  'a developer makes a token, another in its place, and ends it, twice': async ({
    dev,
    app,
    clientId,
    call,
  }) => {
    for (const path of ['token', 'token', 'token/end', 'token/end']) await call(dev, `${app}/${path}`);
    const acts = ['own-token-made', 'own-token-made', 'own-token-ended'] as const;
    return acts.map((act) => [dev.accountId, act, { clientId }]);
  },
  'a developer makes an endpoint': async ({ dev, app, hook, clientId, call }) => {
    const { endpoint } = await call(dev, `${app}/endpoints`, hook);
    return [[dev.accountId, 'endpoint-made', { clientId, endpointId: endpoint.id }]];
  },
  'a developer chooses the event types of an endpoint': async (world) => {
    const { dev, endpoint, clientId, endpointId, call } = world;
    await call(dev, `${endpoint}/event-types`, { eventTypes: ['component'] });
    return [[dev.accountId, 'endpoint-types-chosen', { clientId, endpointId }]];
  },
  'a developer replaces the secret of an endpoint, pauses, goes on, removes': async (world) => {
    const { dev, endpoint, clientId, endpointId, call } = world;
    for (const act of ['secret', 'disable', 'enable', 'remove']) await call(dev, `${endpoint}/${act}`);
    const acts = ['secret-changed', 'removed', 'enabled', 'disabled'] as const;
    return acts.map((act) => [dev.accountId, `endpoint-${act}`, { clientId, endpointId }]);
  },
  'a program listens with test keys, and the developer ends it': async ({ dev, app, call, listen }) => {
    const keys = await call(dev, `${app}/test-keys`);
    await listen(keys);
    const { clientId } = keys;
    const [{ id }] = (await dev.get(`/console/apps/${clientId}/listeners`)).body;
    await call(dev, `/console/apps/${clientId}/listeners/${id}/remove`);
    const facts = { clientId, endpointId: id, name: 'laptop' };
    return [
      [dev.accountId, 'test-keys-made', { clientId }],
      [dev.accountId, 'listener-made', facts],
      [dev.accountId, 'listener-removed', facts],
    ];
  },
  'an owner refuses an app, and a bridge': async ({ ann, answer, begin, call }) => {
    await answer('refuse');
    await call(ann, '/console/pairings/refuse', { code: await begin() });
    return [
      [ann.accountId, 'signed-in'],
      [ann.accountId, 'app-refused', ofDemo],
      [ann.accountId, 'app-refused', ofBridge],
    ];
  },
  'an owner allows an app and takes it back': async ({ ann, answer, call }) => {
    await answer('allow');
    await call(ann, `/console/links/${demo.clientId}/remove`);
    return [
      [ann.accountId, 'signed-in'],
      [ann.accountId, 'app-allowed', ofDemo],
      [ann.accountId, 'app-unlinked', { ...ofDemo, by: 'owner' }],
    ];
  },
  'an app gives back what it was allowed': async ({ ann, answer, exchange, form }) => {
    const { refresh_token } = await exchange(await answer('allow'));
    await form('/revoke', { client_id: demo.clientId, token: refresh_token! });
    return [
      [ann.accountId, 'signed-in'],
      [ann.accountId, 'app-allowed', ofDemo],
      [ann.accountId, 'app-unlinked', { ...ofDemo, by: 'app' }],
    ];
  },
  'a code comes a second time': async ({ ann, answer, exchange }) => {
    const code = await answer('allow');
    await exchange(code);
    assert.equal((await exchange(code)).error, 'invalid_grant');
    return [
      [ann.accountId, 'signed-in'],
      [ann.accountId, 'app-allowed', ofDemo],
      [ann.accountId, 'app-unlinked', { ...ofDemo, by: 'reuse' }],
    ];
  },
  'a bridge is let in, another under its system id is not, and it is released': async (world) => {
    const { ann, call, begin, register } = world;
    await call(ann, '/console/pairings/allow', { code: await begin() });
    const [keyId, otherId] = [await register(), await register()];
    await call(ann, `/console/bridges/${systemId}/release`);
    return [
      [ann.accountId, 'signed-in'],
      [ann.accountId, 'signed-in'],
      ...[1, 2, 3].map((): Entry => [ann.accountId, 'app-allowed', ofBridge]),
      [ann.accountId, 'bridge-paired', { systemId, keyId }],
      [ann.accountId, 'bridge-pairing-refused', { systemId, keyId: otherId }],
      [ann.accountId, 'bridge-released', { systemId }],
    ];
  },
  'an owner shares a house, changes what a guest may do, and ends it': async (world) => {
    const { cloud, call, register } = world;
    const liz = await signUpOwner(cloud, 'liz@example.org');
    const gus = await signUpOwner(cloud, 'gus@example.org');
    const keyId = await register('liz@example.org');
    const house = `/console/bridges/${systemId}`;
    const invite = async () =>
      (await call(liz, `${house}/members`, { email: 'gus@example.org', access: 'view' })).member.id as string;
    const declined = await invite();
    await call(gus, `/console/invitations/${declined}/decline`);
    const withdrawn = await invite();
    await call(liz, `${house}/members/${withdrawn}/remove`);
    const guest = await invite();
    await call(gus, `/console/invitations/${guest}/accept`);
    await call(liz, `${house}/members/${guest}`, { access: 'control' });
    await call(liz, `${house}/members/${guest}/remove`);
    await call(liz, `${house}/release`);
    const ofMember = (by: Owner, memberId: string, access = 'view') => ({
      systemId,
      memberId,
      access,
      by: by.accountId,
    });
    const ofBoth = (act: Act, facts: object): Entry[] => [
      [liz.accountId, act, facts],
      [gus.accountId, act, facts],
    ];
    return [
      [liz.accountId, 'account-made'],
      [gus.accountId, 'account-made'],
      [liz.accountId, 'signed-in'],
      [liz.accountId, 'app-allowed', ofBridge],
      [liz.accountId, 'bridge-paired', { systemId, keyId }],
      ...[declined, withdrawn, guest].map(
        (id): Entry => [liz.accountId, 'access-offered', ofMember(liz, id)],
      ),
      // The e-mail at Gus' sign-up counts too.
      [liz.accountId, 'guessing-slowed', { counter: 'emailTo' }],
      ...ofBoth('access-offer-declined', ofMember(gus, declined)),
      [liz.accountId, 'access-offer-withdrawn', { ...ofMember(liz, withdrawn), why: 'removed' }],
      ...ofBoth('access-accepted', ofMember(gus, guest)),
      ...ofBoth('access-changed', ofMember(liz, guest, 'control')),
      ...ofBoth('access-ended', { ...ofMember(liz, guest, 'control'), why: 'removed' }),
      [liz.accountId, 'bridge-released', { systemId }],
    ];
  },
  'somebody who does not know the password would change it, or delete the account': async ({ ann }) => {
    await ann.post('/account/password', { present: wrong, next });
    await ann.post('/account/remove', { password: wrong });
    return [
      [ann.accountId, 'account-removal-refused'],
      [ann.accountId, 'password-change-refused'],
    ];
  },
  'a password is changed, which ends what apps were allowed': async ({ cloud, call }) => {
    const bob = await signUpOwner(cloud, 'bob@example.org');
    await (await enterAccount(cloud.publicUrl, { email: 'bob@example.org', password })).allowApp();
    await call(bob, '/account/password', { present: password, next });
    return [
      [bob.accountId, 'account-made'],
      [bob.accountId, 'signed-in'],
      [bob.accountId, 'password-changed'],
      [bob.accountId, 'app-allowed', ofDemo],
      [bob.accountId, 'app-unlinked', { ...ofDemo, by: 'password' }],
    ];
  },
  'an account is exported': async ({ ann, call }) => {
    await call(ann, '/account/export');
    return [[ann.accountId, 'account-exported']];
  },
  'an account is deleted with its bridge and what it allowed': async ({ cloud, register, call }) => {
    const cas = await signUpOwner(cloud, 'cas@example.org');
    const keyId = await register('cas@example.org');
    await call(cas, '/account/remove', { password });
    return [
      [cas.accountId, 'account-made'],
      [cas.accountId, 'account-removed'],
      [cas.accountId, 'signed-in'],
      [cas.accountId, 'app-allowed', ofBridge],
      [cas.accountId, 'app-unlinked', { ...ofBridge, by: 'owner' }],
      [cas.accountId, 'bridge-paired', { systemId, keyId }],
      [cas.accountId, 'bridge-released', { systemId }],
    ];
  },
  'somebody tries codes of devices until it takes longer': async ({ dev }) => {
    const guess = () => dev.post('/console/pairings/find', { code: 'BBBB-BBBB' });
    while ((await guess()).status === 404);
    return [[dev.accountId, 'guessing-slowed', { counter: 'userCode' }]];
  },
};

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

onSqliteFirst('the audit log', (engine) => {
  it('records every security event with its account, address and facts, and nothing else', {
    timeout: 300_000,
  }, async () => {
    await using world = await start(engine);
    const seen = new Set<Act>();
    for (const [what, step] of Object.entries(steps)) {
      const expected = (await step(world)).map(([accountId, act, facts = {}, address = '127.0.0.1']) => ({
        act,
        accountId,
        address,
        facts,
      }));
      const written = await world.written();
      assert.deepEqual(written.toSorted(byText), expected.toSorted(byText), what);
      for (const { act } of written) seen.add(act);
    }
    assert.deepEqual([...seen].sort(), [...acts].sort(), 'the steps cover every act');
  });
});
