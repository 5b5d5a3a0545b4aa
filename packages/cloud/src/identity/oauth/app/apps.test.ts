import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cloudLimits } from '@plenum/protocol/cloud';
import { toConsoleSentence } from '@plenum/protocol/console';
import { onEachStore, type TestEngine } from '../../../fixture/with-store.fixture.ts';
import { openStore } from '../../../kernel/database/store.ts';
import { type AppDraft, type Apps, createApps, maxApps } from './apps.ts';

const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  for (const id of ['dev', 'other'])
    await store.db
      .insertInto('account')
      .values({ id, email: id, email_key: id, password: '', created_at: 0 })
      .execute();
  let at = 0;
  const announced: number[] = [];
  return {
    store,
    announced,
    apps: createApps(
      store,
      () => ++at,
      () => announced.push(at),
    ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

const dev = { accountId: 'dev', address: '192.0.2.1' };
const draft: AppDraft = {
  ownerAccountId: 'dev',
  name: ' Evening Lights ',
  redirectUri: 'https://app.example.org/callback',
  confidential: true,
  pkceRequired: true,
};

/** Creates an app that is expected to be accepted. */
const make = async (apps: Apps, about: AppDraft) => {
  const made = await apps.create(about, dev.address);
  assert.ok(made.ok);
  return made.value;
};

/** Returns the message with which an app is refused, and checks that no app is created. */
const refusalOf = async (apps: Apps, about: AppDraft): Promise<string> => {
  const before = await apps.listOf(about.ownerAccountId);
  const made = await apps.create(about, dev.address);
  assert.ok(!made.ok, about.redirectUri);
  assert.deepEqual(await apps.listOf(about.ownerAccountId), before);
  return toConsoleSentence(made.refusal);
};

const taken = [
  'https://app.example.org/callback?tenant=7',
  'https://app.example.org:8443/',
  'http://127.0.0.1:4567/callback',
  'http://127.0.1.1/',
  'http://[::1]:4567/',
  'http://localhost:3000/cb',
  'com.example.app:/oauth',
  'com.example.app://oauth',
];

const refused = [
  '',
  'callback',
  '/callback',
  '//app.example.org',
  'http://app.example.org/callback',
  'http://localhost.example.org/',
  'http://127.0.0.1.example.org/',
  'http://192.168.1.4/callback',
  'https://app.example.org/#fragment',
  'https://app.example.org/#',
  'https://*.example.org/',
  'https://app.example.org;sandbox/callback',
  'https://app,example.org/callback',
  'https://user:word@app.example.org/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'app:/oauth',
  'urn:ietf:wg:oauth:2.0:oob',
  ' https://app.example.org/',
  'https://app.example.org/\r\nSet-Cookie: a=b',
  'https://app.exa\tmple.org/',
  'https://app.example.org/\0',
  'https://app.example.org/zurück',
  'https://аpp.example.org/',
  `https://app.example.org/${'a'.repeat(2000)}`,
];

onEachStore('a developer’s app', (engine) => {
  it('creates an app with a key, and with a secret that is shown once and stored as a hash', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const { app, secret } = await make(apps, draft);
    assert.match(app.clientId, /^[\w-]{20}$/);
    assert.match(secret!, /^[\w-]{43}$/);
    assert.equal(app.name, 'Evening Lights');
    assert.deepEqual([app.confidential, app.pkceRequired], [true, true]);
    assert.deepEqual(await apps.find(cloud.store.db, app.clientId), app);
    assert.equal(JSON.stringify(app).includes(secret!), false);
    const open = await make(apps, { ...draft, confidential: false, pkceRequired: false });
    assert.equal(open.secret, undefined);
    assert.equal(open.app.secretHash, undefined);
    assert.deepEqual([open.app.confidential, open.app.pkceRequired], [false, false]);
    assert.deepEqual(
      (await apps.listOf('dev')).map(({ clientId }) => clientId),
      [app.clientId, open.app.clientId],
    );
    assert.deepEqual(await apps.listOf('other'), []);
  });

  it('allows only the owner of an app to change its secret', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const { app } = await make(apps, draft);
    assert.equal(await apps.rotateSecret(app.clientId, { ...dev, accountId: 'other' }), undefined);
    assert.deepEqual(await apps.find(cloud.store.db, app.clientId), app);
    const secret = await apps.rotateSecret(app.clientId, dev);
    assert.match(secret!, /^[\w-]{43}$/);
    assert.notEqual((await apps.find(cloud.store.db, app.clientId))?.secretHash, app.secretHash);
    const open = await make(apps, { ...draft, confidential: false });
    assert.equal(await apps.rotateSecret(open.app.clientId, dev), undefined);
  });

  it('changes and removes test keys only together with their app', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const { app } = await make(apps, draft);
    const { clientId } = (await apps.makeTestKeys(app.clientId, dev))!;
    const keys = () => apps.find(cloud.store.db, clientId);
    const before = await keys();
    assert.equal(await apps.rotateSecret(clientId, dev), undefined);
    assert.equal(await apps.remove(clientId, dev), false);
    assert.deepEqual(await keys(), before);
    assert.equal(await apps.remove(app.clientId, dev), true);
    assert.equal(await keys(), undefined);
  });

  it('allows only the owner to delete an app', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const { app } = await make(apps, draft);
    assert.equal(await apps.remove(app.clientId, { ...dev, accountId: 'other' }), false);
    assert.equal(cloud.announced.length, 0);
    assert.equal(await apps.remove(app.clientId, dev), true);
    assert.equal(cloud.announced.length, 1);
    assert.equal(await apps.remove(app.clientId, dev), false);
    assert.equal(await apps.find(cloud.store.db, app.clientId), undefined);
  });

  it('limits a developer to 100 apps', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    for (let count = 0; count < maxApps; count++) await make(apps, { ...draft, confidential: false });
    assert.equal(await refusalOf(apps, draft), 'You have 100 apps; remove one first.');
    await make(apps, { ...draft, ownerAccountId: 'other' });
    await apps.remove((await apps.listOf('dev'))[0]!.clientId, dev);
    await make(apps, draft);
  });

  it('looks up an app only by a well-formed key', async () => {
    await using cloud = await start(engine);
    for (const name of ['', '\0', 'a\0', 'a b', 'x'.repeat(65), '__proto__', "' OR 1=1"])
      assert.equal(await cloud.apps.find(cloud.store.db, name), undefined, JSON.stringify(name));
  });

  it('accepts one safe redirect URI for an app and refuses unsafe ones', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    for (const redirectUri of taken) {
      const { app } = await make(apps, { ...draft, redirectUri });
      assert.deepEqual(app.redirectUris, [redirectUri]);
    }
    for (const redirectUri of refused)
      assert.match(await refusalOf(apps, { ...draft, redirectUri }), /redirect URI/, redirectUri);
  });

  it('allows only the owner to add and remove redirect URIs, and does not remove the last one', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const {
      clientId,
      redirectUris: [first],
    } = (await make(apps, draft)).app;
    const second = 'com.example.app:/oauth';
    const change = (redirectUri: string, owner = dev) => ({ clientId, redirectUri, owner });
    const stored = async () => (await apps.find(cloud.store.db, clientId))?.redirectUris;
    const sentence = (result: Awaited<ReturnType<Apps['addRedirectUri']>>) =>
      result?.ok === false ? toConsoleSentence(result.refusal) : assert.fail('not refused');

    const other = change(second, { ...dev, accountId: 'other' });
    assert.equal(await apps.addRedirectUri(other), undefined);
    assert.equal(await apps.removeRedirectUri({ ...other, redirectUri: first! }), undefined);
    assert.match(sentence(await apps.addRedirectUri(change('https://*.example.org/'))), /wildcards/);
    assert.match(sentence(await apps.addRedirectUri(change(first!))), /already has this redirect URI/);
    assert.match(sentence(await apps.removeRedirectUri(change(first!))), /at least one redirect URI/);
    assert.deepEqual(await stored(), [first]);

    assert.equal((await apps.addRedirectUri(change(second)))?.ok, true);
    assert.deepEqual(await stored(), [first, second]);
    assert.equal((await apps.removeRedirectUri(change('https://elsewhere.example/')))?.ok, true);
    assert.deepEqual(await stored(), [first, second]);
    assert.equal((await apps.removeRedirectUri(change(first!)))?.ok, true);
    assert.deepEqual(await stored(), [second]);
    assert.equal(cloud.announced.length, 0, 'no token is revoked');
  });

  it('limits an app to 10 redirect URIs, even if they are added at the same time', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    const { clientId } = (await make(apps, draft)).app;
    const { count } = cloudLimits.maxRedirectUris;
    assert.equal(count, 10);
    const add = (number: number) =>
      apps.addRedirectUri({ clientId, redirectUri: `https://app.example.org/${number}`, owner: dev });
    const results = await Promise.all(Array.from({ length: count }, (_, number) => add(number)));
    assert.equal(results.filter((each) => each?.ok).length, count - 1);
    const refused = results.find((each) => each?.ok === false);
    assert.ok(refused?.ok === false);
    assert.equal(
      toConsoleSentence(refused.refusal),
      'An app can have at most 10 redirect URIs; remove one first.',
    );
    assert.equal((await apps.find(cloud.store.db, clientId))?.redirectUris.length, count);
  });

  it('refuses app names with invisible or misleading characters', async () => {
    await using cloud = await start(engine);
    const { apps } = cloud;
    for (const name of ['A', 'Дом', '🏠 Haus & Hof', '☀️ café', 'דירה', 'x'.repeat(50)])
      await make(apps, { ...draft, name });
    for (const name of [
      '',
      '  ',
      'x'.repeat(51),
      'a\nb',
      'a\u0000',
      'safe\u202Eliv',
      'zero\u200Bwidth',
      ...['\u3164', 'a\u115Fb', 'a\u2800b', 'a\u034Fb', 'a\u00ADb', 'a\u2066b', 'a\uFE00b'],
      'half\uD800',
    ])
      assert.match(
        await refusalOf(apps, { ...draft, name }),
        /1 to 50 visible characters/,
        JSON.stringify(name),
      );
  });
});
