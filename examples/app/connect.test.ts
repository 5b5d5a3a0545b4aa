import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { connect, createBrowser, start } from './app.fixture.ts';
import { exampleAppErrors, startExampleApp } from './app.ts';

describe('connecting a house to the example app', () => {
  it('the example app starts the login with a state and PKCE, and exchanges the code', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    const login = new URL(await browser.locationOf('/connect'));
    assert.equal(login.origin + login.pathname, `${cloud.url}/login`);
    const asked = Object.fromEntries(login.searchParams);
    assert.deepEqual(
      { ...asked, state: asked.state!.length, code_challenge: asked.code_challenge!.length },
      {
        client_id: 'my-app',
        scope: 'query-control',
        state: 22,
        response_type: 'code',
        redirect_uri: app.redirectUri,
        code_challenge: 43,
        code_challenge_method: 'S256',
      },
    );
    const back = await browser.go(`/callback?${cloud.allow(login.href)}`);
    assert.deepEqual([back.status, back.headers.get('location')], [303, '/']);
    const { path, form } = cloud.forms[0]!;
    assert.deepEqual(
      [path, form.get('redirect_uri'), form.get('client_id')],
      ['/token', app.redirectUri, 'my-app'],
    );
    assert.match((await browser.go('/')).text, /Kitchen.*23\.1°.*set to 22\.5°/s);
  });

  it('the example app refuses a login response with another state, cloud or browser', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    const back = cloud.allow(await browser.locationOf('/connect'));
    const wrong = (name: string, value: string) => {
      const changed = new URLSearchParams(back);
      changed.set(name, value);
      return `/callback?${changed}`;
    };
    for (const path of [wrong('state', 'guessed'), wrong('iss', 'https://evil.example')])
      assert.equal((await browser.go(path)).headers.get('location'), '/?why=not-ours');
    const victim = createBrowser(app);
    assert.equal((await victim.go(`/callback?${back}`)).headers.get('location'), '/?why=not-ours');
    assert.deepEqual(cloud.forms, []);
    assert.match((await browser.go('/?why=not-ours')).text, /does not belong to a request/);
    assert.match((await browser.go('/?why=constructor')).text, /Connect your house/);
  });

  it('the example app shows the reason if the user refuses or the code is rejected', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    const back = cloud.allow(await browser.locationOf('/connect'));
    back.delete('code');
    back.set('error', 'access_denied');
    assert.equal((await browser.go(`/callback?${back}`)).headers.get('location'), '/?why=denied');
    const again = cloud.allow(await browser.locationOf('/connect'));
    again.set('code', 'another');
    assert.equal((await browser.go(`/callback?${again}`)).headers.get('location'), '/?why=failed');
  });

  it('the example app starts a login only from its own page, with a fresh HttpOnly cookie', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    for (const path of ['/connect', '/disconnect'])
      assert.equal((await browser.go(path, { method: 'POST', origin: 'https://evil.example' })).status, 403);
    await browser.locationOf('/connect');
    const before = browser.cookie();
    const done = await connect(browser, cloud);
    assert.notEqual(browser.cookie(), before);
    assert.match(done.headers.get('set-cookie')!, /; HttpOnly; SameSite=Lax; /);
  });

  it('the example app keeps tokens on the server, in a private file, across a restart', async () => {
    await using running = await start();
    const { cloud, app, begin, tokenFile } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const page = await browser.go('/');
    assert.doesNotMatch(page.text, /access"|refresh"/);
    assert.match(
      page.headers.get('content-security-policy')!,
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const kept = readFileSync(tokenFile, 'utf8');
    assert.match(kept, /"accessToken":"access","refreshToken":"refresh"/);
    assert.equal(kept.includes(browser.cookie().split('=')[1]!), false);
    assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
    await using other = await begin();
    const answer = await fetch(other.url, { headers: { cookie: browser.cookie() } });
    assert.match(await answer.text(), /Kitchen/);
    assert.match((await createBrowser(app).go('/')).text, /Connect your house/);
  });
});

it('the example app reports in one sentence that its port is in use', async () => {
  await using running = await start();
  const port = Number(new URL(running.app.url).port);
  const another = startExampleApp({
    cloud: running.cloud.url,
    clientId: 'my-app',
    endpointSecrets: () => [],
    tokenFile: running.tokenFile,
    port,
  });
  await assert.rejects(another, (error) => {
    assert.ok(exampleAppErrors.is(error, 'port-taken'));
    assert.equal(
      error.message,
      `The example app cannot listen on port ${port} of 127.0.0.1: another program uses it.`,
    );
    return true;
  });
});

it('the example app refuses to start alone if the secret for events is missing or truncated', () => {
  for (const PLENUM_ENDPOINT_SECRET of [undefined, '', ' ', 'whsec_', `whsec_${'A'.repeat(31)}`, 'whsec']) {
    const { status, stderr } = spawnSync(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
      env: { ...process.env, PLENUM_CLIENT_ID: 'my-app', PLENUM_ENDPOINT_SECRET },
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr.match(/PLENUM_ENDPOINT_SECRET is missing or cut/)?.length], [2, 1]);
  }
});
