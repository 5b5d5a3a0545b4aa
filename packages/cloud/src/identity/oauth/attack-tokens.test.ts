import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  codeForm,
  createApp,
  obtainCode,
  obtainTokens,
  refresh,
  signUp,
  startCloudWithApp,
  startTestCloud,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { silent } from '../../kernel/log/log.ts';
import { readAudit } from '../account/audit/audit.fixture.ts';

/** Attacks of RFC 9700, OAuth 2.0 Security Best Current Practice. The numbers in the titles are its sections. */
onEachStore('an attacker with a token', (engine) => {
  it('revokes the token family when a refresh token is stolen and used after the app (4.14)', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const other = await obtainTokens(cloud, app);
    const { refresh: stolen } = await obtainTokens(cloud, app);
    const { body: rotated } = await refresh(cloud, app, stolen);
    t.mock.timers.setTime(1_800_000_030_001);
    assert.equal((await refresh(cloud, app, stolen)).body.error, 'invalid_grant');
    const { tokens } = cloud.identity.authorization;
    assert.equal(await tokens.identify(String(rotated.access_token)), undefined);
    assert.equal((await refresh(cloud, app, String(rotated.refresh_token))).body.error, 'invalid_grant');
    assert.notEqual(await tokens.identify(other.access), undefined, 'each consent has its own token family');
    const [{ act, facts } = {}] = await readAudit(cloud.store, account.id, 1);
    assert.deepEqual({ act, facts }, { act: 'app-unlinked', facts: { clientId: app.clientId, by: 'reuse' } });
  });

  it('revokes the token family when the app uses a refresh token after a thief did (4.14)', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: stolen } = await obtainTokens(cloud, app);
    const { body: thiefs } = await refresh(cloud, app, stolen);
    const { body: next } = await refresh(cloud, app, String(thiefs.refresh_token));
    // This is within 30 s, but the thief has used the next token, so the response was not lost.
    assert.equal((await refresh(cloud, app, stolen)).body.error, 'invalid_grant');
    const { tokens } = cloud.identity.authorization;
    for (const { access_token } of [thiefs, next])
      assert.equal(await tokens.identify(String(access_token)), undefined);
  });

  it('refuses the refresh token of another app', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [victim, thief] = [await createApp(cloud), await createApp(cloud)];
    const given = await obtainTokens(cloud, victim.app);
    assert.equal((await refresh(cloud, thief.app, given.refresh)).body.error, 'invalid_grant');
    assert.equal((await refresh(cloud, victim.app, given.refresh)).status, 200);
  });

  it('refuses a refresh with a wider scope (RFC 6749, 6)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const given = await obtainTokens(cloud, app);
    const wider = await refresh(cloud, app, given.refresh, { scope: 'query-control pair-bridge' });
    assert.equal(wider.body.error, 'invalid_scope');
  });

  it('accepts no tokens or credentials in the URL (4.2.4, 4.3.2)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { access, refresh: refreshToken } = await obtainTokens(cloud, app);
    const query = (form: Record<string, string>) => `?${new URLSearchParams(form)}`;
    const form = { client_id: app.clientId, grant_type: 'refresh_token', refresh_token: refreshToken };
    const token = await fetch(`${cloud.url}/token${query(form)}`, { method: 'POST' });
    assert.equal(token.status, 400);
    assert.equal((await fetch(`${cloud.url}/token${query(form)}`)).status, 404);
    const revoke = query({ client_id: app.clientId, token: access });
    assert.equal((await fetch(`${cloud.url}/revoke${revoke}`, { method: 'POST' })).status, 400);
    assert.notEqual(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('refuses a token request from a page of another site (4.17)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const code = await obtainCode(cloud, app);
    const body = new URLSearchParams(codeForm(app, code));
    const ask = (origin: string) =>
      fetch(`${cloud.url}/token`, { method: 'POST', body, headers: { origin } });
    const evil = await ask('https://evil.example');
    assert.equal(evil.status, 400);
    assert.equal(evil.headers.get('access-control-allow-origin'), null);
    const own = await ask('https://app.example.org');
    assert.equal(own.status, 200);
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://app.example.org');
  });

  it('responds to a preflight request in the same way whether or not the request contains a form', async () => {
    const failures: unknown[] = [];
    const log = { ...silent, error: (facts: object) => void failures.push(facts) };
    await using cloud = await startTestCloud(engine, log);
    const form = { client_id: 'app', grant_type: 'refresh_token', refresh_token: 'x' };
    for (const path of ['/token', '/revoke', '/introspect', '/device/authorization']) {
      const ask = async (init: RequestInit) =>
        (await fetch(cloud.url + path, { method: 'OPTIONS', ...init })).status;
      const body = new URLSearchParams(form);
      assert.equal(await ask({ body }), await ask({}), path);
      const headers = { origin: 'https://app.example.org', 'access-control-request-method': 'POST' };
      assert.equal(await ask({ body, headers }), 204);
    }
    assert.deepEqual(failures, []);
  });
});
