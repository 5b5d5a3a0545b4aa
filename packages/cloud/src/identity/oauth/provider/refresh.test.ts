import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import {
  askToken,
  codeForm,
  createApp,
  obtainCode,
  obtainTokens,
  refresh,
  signUp,
  startCloudWithApp,
  startTestCloud,
} from '../../../fixture/identity.fixture.ts';
import { onEachStore } from '../../../fixture/with-store.fixture.ts';

const start = 1_800_000_000_000;
const day = 24 * 60 * 60_000;

onEachStore('a refresh token', (engine) => {
  it('exchanges a refresh token for a new one and a new access token, again and again', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    let { refresh: token } = await obtainTokens(cloud, app);
    const seen = new Set([token]);
    for (let count = 1; count <= 5; count++) {
      const { status, body } = await refresh(cloud, app, token);
      assert.equal(status, 200);
      assert.equal(body.expires_in, 3600);
      token = String(body.refresh_token);
      assert.equal(seen.has(token), false);
      seen.add(token);
      const caller = await cloud.identity.authorization.tokens.identify(String(body.access_token));
      assert.equal(caller?.clientId, app.clientId);
    }
  });

  it('repeats a lost refresh response within 30 s and keeps the grant valid', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: start });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const first = await refresh(cloud, app, token);
    t.mock.timers.setTime(start + 30_000);
    const again = await refresh(cloud, app, token);
    assert.deepEqual(again.body, { ...first.body, expires_in: 3570 });
    const { tokens } = cloud.identity.authorization;
    assert.notEqual(await tokens.identify(String(first.body.access_token)), undefined);
    assert.equal((await refresh(cloud, app, String(first.body.refresh_token))).status, 200);
  });

  it('repeats a refresh response that was lost twice', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const answers = [];
    for (let count = 0; count < 3; count++)
      answers.push((await refresh(cloud, app, token)).body.access_token);
    assert.equal(new Set(answers).size, 1);
    const rows = await cloud.store.db
      .selectFrom('authorization_item')
      .select('kind')
      .where('kind', '=', 'AccessToken')
      .execute();
    assert.equal(rows.length, 2, 'the repetition created no other token');
  });

  it('gives one response to twenty concurrent uses of a refresh token', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cloud, app, token)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    assert.equal((await refresh(cloud, app, String(answers[0]!.body.refresh_token))).status, 200);
  });

  it('repeats a refresh response only to its own app with its secret', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [open, other] = [await createApp(cloud), await createApp(cloud)];
    const { refresh: token } = await obtainTokens(cloud, open.app);
    const first = await refresh(cloud, open.app, token);
    assert.equal((await refresh(cloud, other.app, token)).body.error, 'invalid_grant');
    assert.equal((await refresh(cloud, open.app, token)).body.refresh_token, first.body.refresh_token);
  });

  it('repeats a refresh response to an app that sends its secret in the header or in the form', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [{ app, secret }, other] = [
      await createApp(cloud, { confidential: true }),
      await createApp(cloud, { confidential: true }),
    ];
    const shown = { client_secret: secret! };
    const given = await askToken(cloud, codeForm(app, await obtainCode(cloud, app), shown));
    const token = String(given.body.refresh_token);
    const first = await refresh(cloud, app, token, shown);
    assert.equal(first.status, 200);
    const wrong: Record<string, string>[] = [
      {},
      { client_secret: 'wrong' },
      { client_secret: other.secret! },
      { client_secret: app.secretHash! },
    ];
    for (const more of wrong) {
      const { status, body } = await refresh(cloud, app, token, more);
      assert.deepEqual([status, body.error], [401, 'invalid_client'], JSON.stringify(more));
    }
    const stranger = await refresh(cloud, other.app, token, { client_secret: other.secret! });
    assert.equal(stranger.body.error, 'invalid_grant');
    const again = await refresh(cloud, app, token, shown);
    assert.equal(again.body.refresh_token, first.body.refresh_token);
    const authorization = `Basic ${Buffer.from(`${app.clientId}:${secret}`).toString('base64')}`;
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const byHeader = await askToken(cloud, form, { headers: { authorization } });
    assert.equal(byHeader.body.access_token, first.body.access_token);
  });

  it('repeats a refresh response with the same headers, and never to a page of another site', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: start });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const ask = async (origin?: string) => {
      const answer = await fetch(`${cloud.url}/token`, {
        method: 'POST',
        headers: origin === undefined ? {} : { origin },
        body: new URLSearchParams({
          client_id: app.clientId,
          grant_type: 'refresh_token',
          refresh_token: token,
        }),
      });
      const headers = Object.fromEntries(answer.headers);
      for (const changing of ['date', 'ratelimit', 'x-request-id', 'content-length'])
        delete headers[changing];
      return { status: answer.status, headers, body: (await answer.json()) as object };
    };
    const [own, evil] = [new URL(app.redirectUris[0]!).origin, 'https://evil.example'];
    const first = await ask(own);
    assert.equal(first.headers['access-control-allow-origin'], own);
    assert.deepEqual(await ask(own), first);
    const { status, headers, body } = await ask(evil);
    assert.deepEqual(
      [status, headers['access-control-allow-origin'], (body as { error?: string }).error],
      [400, undefined, 'invalid_request'],
    );
    const { headers: plain } = await ask();
    assert.deepEqual(plain, { ...first.headers, 'access-control-allow-origin': '*' });
  });

  it('does not repeat a refresh response for a wider scope', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const first = await refresh(cloud, app, token);
    const wider = await refresh(cloud, app, token, { scope: 'query-control pair-bridge' });
    assert.equal(wider.body.error, 'invalid_scope');
    const same = await refresh(cloud, app, token, { scope: 'query-control' });
    assert.equal(same.body.refresh_token, first.body.refresh_token);
  });

  it('does not repeat a refresh response after the owner revoked the access', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { refresh: token } = await obtainTokens(cloud, app);
    await refresh(cloud, app, token);
    const { grants } = cloud.identity.authorization;
    await grants.unlink({ accountId: account.id, clientId: app.clientId }, '192.0.2.1');
    assert.equal((await refresh(cloud, app, token)).body.error, 'invalid_grant');
  });

  it('keeps a refresh token and its consent valid for half a year without use', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: start });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    let { refresh: token, access } = await obtainTokens(cloud, app);
    for (let round = 1; round <= 3; round++) {
      t.mock.timers.setTime(start + round * 179 * day);
      const { status, body } = await refresh(cloud, app, token);
      assert.equal(status, 200, `round ${round}`);
      token = String(body.refresh_token);
      access = String(body.access_token);
    }
    t.mock.timers.setTime(start + 3 * 179 * day + 3_599_999);
    const { tokens } = cloud.identity.authorization;
    assert.notEqual(await tokens.identify(access), undefined);
    t.mock.timers.setTime(start + 3 * 179 * day + 3_600_000);
    assert.equal(await tokens.identify(access), undefined);
    t.mock.timers.setTime(start + (3 * 179 + 180) * day);
    assert.equal((await refresh(cloud, app, token)).body.error, 'invalid_grant');
  });

  it('accepts a refresh token again if its exchange failed, at any point', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { refresh: token } = await obtainTokens(cloud, app);
    const fail = async () => {
      const { status, body } = await refresh(cloud, app, token);
      assert.equal(status, 500);
      assert.deepEqual(Object.keys(body), ['error', 'error_description']);
      assert.equal(body.error, 'server_error');
    };
    const { db } = cloud.store;
    // The first access token exists, so the second cannot be stored. The refresh token was used up just before that.
    const one = sql`CREATE UNIQUE INDEX one_each ON authorization_item (client_id) WHERE kind = 'AccessToken'`;
    await one.execute(db);
    await fail();
    await sql`DROP INDEX one_each`.execute(db);
    // All tokens are issued, but the response cannot be stored.
    await db.schema.alterTable('authorization_item').renameColumn('answer', 'gone').execute();
    await fail();
    await db.schema.alterTable('authorization_item').renameColumn('gone', 'answer').execute();
    assert.equal((await refresh(cloud, app, token)).status, 200);
  });
});
