import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { signedInCookie } from '@plenum/protocol/console';
import { uplink } from '@plenum/protocol/uplink';
import { createBrowser } from '@plenum/testbed/form-browser';
import { sql } from 'kysely';
import {
  allow,
  answerOn,
  askToken,
  codeForm,
  createApp,
  obtainCode,
  owner,
  signInOn,
  signUp,
  startTestCloud,
  type TestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { createLog } from '../../kernel/log/create-log.ts';

/** Reads the whole content of a store: the bytes of its files, or every row of every table. */
const readWhole = async ({ place, store }: TestCloud): Promise<string> => {
  if ('dataDir' in place)
    return readdirSync(place.dataDir)
      .map((file) => readFileSync(join(place.dataDir, file), 'latin1'))
      .join('\n');
  const tables = await store.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(store.db)),
  );
  return JSON.stringify(rows.map((table) => table.rows));
};

/** Creates a debug log and a function that returns its content. */
const createReadableLog = () => {
  let written = '';
  const sink = new Writable({
    write: (chunk, _, done) => {
      written += String(chunk);
      done();
    },
  });
  return { log: createLog(sink), written: () => written };
};

onEachStore('secrets of the authorization server', (engine) => {
  it('writes no secrets to the store or to the log', async () => {
    const { log, written } = createReadableLog();
    await using cloud = await startTestCloud(engine, log);
    await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const secrets: Record<string, string> = { password: owner.password, clientSecret: secret! };
    const browser = createBrowser(cloud.url);
    const client = { client_id: app.clientId, client_secret: secret! };

    const openLogin = await browser.go(toLoginUrl(cloud, app));
    secrets.openInteraction = openLogin.url.split('/').at(-1)!;
    const left = await allow(cloud, toLoginUrl(cloud, app), browser);
    secrets.code = left.searchParams.get('code')!;
    const form = codeForm(app, secrets.code, client);
    const { body: given } = await askToken(cloud, form);
    secrets.access = String(given.access_token);
    secrets.refresh = String(given.refresh_token);
    const refreshForm = { ...client, grant_type: 'refresh_token', refresh_token: secrets.refresh };
    const { body: next } = await askToken(cloud, refreshForm);
    secrets.nextAccess = String(next.access_token);
    secrets.nextRefresh = String(next.refresh_token);

    const openCode = (await allow(cloud, toLoginUrl(cloud, app), browser)).searchParams.get('code')!;
    secrets.openCode = openCode;

    for (const isPaired of [false, true]) {
      const begun = await fetch(`${cloud.url}/device/authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: uplink.clientId, scope: uplink.scope }),
      });
      const device = (await begun.json()) as { device_code: string; user_code: string };
      secrets[`deviceCode${isPaired}`] = device.device_code;
      secrets[`userCode${isPaired}`] = device.user_code.replace('-', '');
      if (!isPaired) continue;
      const entry = await browser.go('/device');
      const shown = await browser.send(entry, { action: '/device', fields: { user_code: device.user_code } });
      const page = await browser.send(shown, { action: '/device', fields: { confirm: 'yes' } });
      await answerOn(browser, page, 'allow');
      const { body } = await askToken(cloud, {
        client_id: uplink.clientId,
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: device.device_code,
      });
      secrets.pairingToken = String(body.access_token);
    }
    const openConsent = await browser.go(toLoginUrl(cloud, app));
    assert.match(openConsent.html, /would like to/);
    // This cookie only indicates that there is a session.
    for (const { name, path, value } of browser.cookies)
      if (name !== signedInCookie) secrets[`cookie ${name} ${path}`] = value;
    assert.ok(Object.keys(secrets).length > 15);

    const other = createBrowser(cloud.url);
    const wrong = { ...owner, password: 'a wrong password, but a real one' };
    secrets.wrongPassword = wrong.password;
    await signInOn(other, await other.go(toLoginUrl(cloud, app)), wrong);

    const whole = await readWhole(cloud);
    assert.ok(whole.includes(app.clientId) && whole.includes('argon2id'), 'the store was read');
    for (const [name, value] of Object.entries(secrets)) {
      assert.equal(value.length >= 8, true, name);
      assert.equal(whole.includes(value), false, `${name} is in the store`);
      assert.equal(written().includes(value), false, `${name} is in the log`);
    }
  });

  it('writes no secrets to the log when a request fails', async () => {
    const { log, written } = createReadableLog();
    await using cloud = await startTestCloud(engine, log);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = await obtainCode(cloud, app);
    await cloud.store.db.schema.alterTable('authorization_item').renameTo('gone').execute();
    const form = codeForm(app, code);
    assert.equal((await askToken(cloud, form)).status, 500);
    assert.match(written(), /an authorization request failed/);
    assert.equal(written().includes(code), false);
  });
});
