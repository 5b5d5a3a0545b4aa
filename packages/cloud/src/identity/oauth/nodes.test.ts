import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  addIdentity,
  askToken,
  changeRedirectUri,
  codeForm,
  createApp,
  obtainCode,
  refresh,
  signUp,
  startCloudWithApp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { openStore } from '../../kernel/database/store.ts';
import { type HostConfig, startHost } from '../../start/host.ts';
import { leastCost } from '../account/accounts.fixture.ts';
import { type IdentityConfig, sweepAuthorization } from '../identity.ts';
import { demo } from './app/demo.ts';

/** Starts a node with only accounts and the authorization server. */
const startIdentity = (host: HostConfig, config?: IdentityConfig) =>
  startHost({ httpPort: 0, ...host }, async (opened) => ({ identity: await addIdentity(opened, config) }));

onEachStore('nodes of the authorization server', (engine) => {
  it('deletes only expired authorization items', async (t) => {
    const start = 1_800_000_000_000;
    t.mock.timers.enable({ apis: ['Date'], now: start });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const code = await obtainCode(cloud, app);
    const form = codeForm(app, code);
    const { body: given } = await askToken(cloud, form);
    await refresh(cloud, app, String(given.refresh_token));
    const kindsAt = async (after: number) => {
      await sweepAuthorization(cloud.store, start + after);
      const rows = await cloud.store.db
        .selectFrom('authorization_item')
        .select('kind')
        .orderBy('kind')
        .execute();
      return rows.map(({ kind }) => kind);
    };
    const day = 24 * 60 * 60_000;
    const family = ['Grant', 'RefreshToken'];
    assert.deepEqual(await kindsAt(3_599_999), [
      'AccessToken',
      'AccessToken',
      'AuthorizationCode',
      'Grant',
      'RefreshToken',
      'RefreshToken',
      'Session',
    ]);
    assert.deepEqual(await kindsAt(day + 60_000), [...family, 'RefreshToken']);
    assert.deepEqual(await kindsAt(7 * day), family);
    assert.deepEqual(await kindsAt(180 * day), ['Grant']);
    assert.deepEqual(await kindsAt(181 * day), []);
  });

  it('creates a demo account and app in development mode, and warns at each start', async () => {
    await using where = await engine.createPlace();
    const added: string[] = [];
    for (const redirectUri of [undefined, 'http://127.0.0.1:9999/back']) {
      const warned: string[] = [];
      const log = {
        info: () => {},
        warn: (_: object, words: string) => void warned.push(words),
        error: () => {},
      };
      const given = redirectUri === undefined ? {} : { redirectUri };
      await using cloud = await startIdentity(
        { store: where.place, log },
        { demo: given, passwordCost: leastCost },
      );
      const { identity } = cloud;
      assert.match(warned.join('\n'), /^DEVELOPMENT MODE: anybody/m);
      const app = await identity.authorization.apps.find(cloud.store.db, demo.clientId);
      assert.deepEqual(app?.redirectUris, [redirectUri ?? demo.redirectUri, ...added]);
      if (added.length > 0) continue;
      added.push('com.example.app:/oauth');
      await changeRedirectUri({ identity }, 'addRedirectUri', app!, added[0]!);
      assert.equal((await identity.accounts.signIn(demo, '127.0.0.1')).ok, true);
      assert.equal(cloud.publicUrl.startsWith('http://127.0.0.1:'), true);
    }
  });

  it('refuses development mode if other machines can reach the cloud', async () => {
    await using where = await engine.createPlace();
    await assert.rejects(
      startIdentity({ store: where.place, publicUrl: 'https://cloud.example.org' }, { demo: {} }),
      /Development mode has a known password/,
    );
    await using store = await openStore(where.place);
    assert.deepEqual(await store.db.selectFrom('account').selectAll().execute(), []);
  });

  it('refuses a public URL, but not a local one, if the store has the demo account', async () => {
    await using where = await engine.createPlace();
    const start = ({ demo, ...host }: { demo?: object; publicUrl?: string }) =>
      startIdentity({ store: where.place, ...host }, { demo, passwordCost: leastCost });
    for (const about of [{ demo: {} }, {}]) await (await start(about))[Symbol.asyncDispose]();
    await assert.rejects(
      start({ publicUrl: 'https://cloud.example.org' }),
      /This store was used in development mode: everybody knows the password of its account demo@plenum\.local/,
    );
  });

  // Only one process can use a data folder.
  if (engine.name === 'sqlite') return;
  it('applies changes to redirect URIs on every node immediately', async () => {
    await using one = await startTestCloud(engine);
    await using other = await startIdentity({ store: one.place, publicUrl: one.url });
    const { app } = await createApp(one);
    const [first] = app.redirectUris;
    const second = 'com.example.app:/oauth';
    const there = `http://127.0.0.1:${other.http.port}`;
    const statuses = () =>
      Promise.all(
        [first!, second].map(async (redirect_uri) => {
          const { pathname, search } = new URL(toLoginUrl(one, app, { redirect_uri }));
          return (await fetch(`${there}${pathname}${search}`, { redirect: 'manual' })).status;
        }),
      );
    assert.deepEqual(await statuses(), [303, 400]);
    await changeRedirectUri(one, 'addRedirectUri', app, second);
    assert.deepEqual(await statuses(), [303, 303]);
    await changeRedirectUri(one, 'removeRedirectUri', app, first!);
    assert.deepEqual(await statuses(), [400, 303]);
  });

  it('continues an authorization on another node', async () => {
    await using one = await startTestCloud(engine);
    await using other = await startIdentity({ store: one.place, publicUrl: one.url });
    await signUp(one);
    const { app } = await createApp(one);
    const code = await obtainCode(one, app);
    const there = { ...one, url: `http://127.0.0.1:${other.http.port}` };
    const forms = [one, there, one, there].map((node) => askToken(node, codeForm(app, code)));
    const statuses = (await Promise.all(forms)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 400, 400, 400]);
    const again = await obtainCode(one, app);
    const form = codeForm(app, again);
    const { body: given } = await askToken(there, form);
    const caller = await one.identity.authorization.tokens.identify(String(given.access_token));
    assert.equal(caller?.clientId, app.clientId);
    const token = String(given.refresh_token);
    const answers = await Promise.all([one, there, one, there].map((node) => refresh(node, app, token)));
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});
