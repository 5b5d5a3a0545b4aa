import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { run } from '@plenum/plenum';
import { plenumBin } from '@plenum/testbed/plenum';
import {
  askCloud,
  type Component,
  discover,
  type Event,
  sendForm,
  signatureOf,
  startReceiver,
  type WatchState,
  watchUntil,
} from './app.fixture.ts';
import { type Browser, createBrowser, type Site } from './browser.fixture.ts';
import { askBridge, command, readSnapshot } from './house.fixture.ts';
import { type Known, readKnown, toWatchState, unpackFolder } from './known.ts';
import { type Plenum, type Service, startBridge, startCloud, startCommand } from './services.fixture.ts';

const builds = join(import.meta.dirname, 'builds');

/** Unpacks the data folder of a cloud and points its endpoints at the receiver of this test. */
const unpackCloud = (packed: string, folder: string, receiver: string): string => {
  const opened = unpackFolder(packed, `${folder}-opened`);
  const db = new DatabaseSync(join(opened, 'cloud.sqlite'));
  db.prepare('UPDATE endpoint SET url = ?').run(receiver);
  // SQLite merges the write-ahead log when the last connection closes, so the copy is made before that.
  cpSync(opened, folder, { recursive: true, filter: (file) => !file.endsWith('-shm') });
  db.close();
  return folder;
};

const byId = (components: readonly Component[]) =>
  new Map(components.map(({ componentId, datagram }) => [componentId, datagram]));

const contains = (expected: readonly Component[]) => {
  const wanted = byId(expected);
  return ({ components }: WatchState) => isDeepStrictEqual(components, wanted);
};

/** What these builds stored of `StageOffset` in hundredths of a degree is shown in tenths, as its clients read it. */
const inTenths = <T>(shown: T): T =>
  JSON.parse(
    JSON.stringify(shown).replace(
      /(StageOffset\\*":)(\d+)/g,
      (_, key: string, hundredths: string) => `${key}${Number(hundredths) / 10}`,
    ),
  );

/** A delivery without its sentence, which may be reworded. */
const withoutSentence = ({ sentence: _, ...delivery }: { readonly sentence?: string }) => delivery;

for (const build of readdirSync(builds))
  describe(`the data folders of ${build}`, { timeout: 240_000 }, () => {
    const packed = join(builds, build);
    const known: Known = readKnown(packed);
    const { owner, app, demo, endpoint } = known;
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    // Late enough for the next delivery attempt; early enough to repeat a refresh, which works for 30 s.
    const plenum: Plenum = { bin: plenumBin, frozenAt: known.killedAt + 10_000 };
    const folder = mkdtempSync(join(tmpdir(), 'plenum-compatibility-'));
    const stack = new AsyncDisposableStack();
    stack.defer(() => rmSync(folder, { recursive: true }));
    let receiver: Awaited<ReturnType<typeof startReceiver>>;
    let cloud: Service;
    let site: Site;
    let browser: Browser;
    const endpointPath = `/console/apps/${app.clientId}/endpoints/${endpoint.id}`;

    before(async () => {
      receiver = stack.use(await startReceiver());
      const data = unpackCloud(join(packed, 'cloud'), join(folder, 'cloud'), receiver.url);
      cloud = stack.use(await startCloud(plenum, { data, publicUrl: known.publicUrl }));
      site = { url: cloud.url, publicUrl: known.publicUrl };
      browser = createBrowser(site, owner.browserState);
    });
    after(() => stack.disposeAsync());

    const expectTokens = async (form: Readonly<Record<string, string>>) => {
      const { status, body } = await sendForm(cloud.url, '/token', form);
      assert.equal(status, 200, JSON.stringify(body));
      return body as Known['app']['tokens'];
    };

    const expectComponents = async (accessToken: string) =>
      assert.deepEqual(byId(await discover(cloud.url, accessToken)), byId(app.discovered));

    const expectSigned = (event: Event) => {
      const signatures = event.headers['webhook-signature']!.split(' ');
      for (const secret of [endpoint.secret, endpoint.oldSecret])
        assert.ok(signatures.includes(signatureOf(secret, event)), 'signed with a secret of that build');
    };

    describe('people', () => {
      it('are still signed in by their session cookie', async () => {
        const { status, body } = await browser.get('/account');
        assert.equal(status, 200);
        assert.deepEqual([body.accountId, body.email], [owner.accountId, owner.email]);
        assert.equal((await createBrowser(site).get('/account')).status, 401);
      });

      it('can use a page that they loaded before the upgrade', async () => {
        const rename = (name: string) =>
          browser.post(`/console/bridges/${known.bridge.systemId}/name`, { name });
        assert.equal((await rename('Another name')).status, 204);
        assert.equal((await rename(String(owner.bridges[0]!.name))).status, 204);
      });

      it('sign in with their passwords', async () => {
        for (const { email, password, accountId } of [owner, demo]) {
          const { status, body } = await createBrowser(site).signIn('sign-in', { email, password });
          assert.deepEqual([status, body.accountId], [200, accountId]);
          const wrong = await createBrowser(site).signIn('sign-in', { email, password: `${password}.` });
          assert.equal(wrong.status, 401);
        }
      });

      it('see their bridges and linked apps', async () => {
        const { body } = await browser.get('/console/bridges');
        // These builds did not show the zone that controls the unit; it is among the components that they stored.
        assert.deepEqual(
          body.map(({ leader: _, ...bridge }: { readonly leader?: object }) => bridge),
          owner.bridges.map((bridge) => ({ ...bridge, access: 'owner', isPresent: false })),
        );
        assert.deepEqual((await browser.get('/console/links')).body, owner.links);
      });

      it('consent to an app without signing in again', async () => {
        const query = new URLSearchParams({
          client_id: app.clientId,
          scope: 'query-control',
          response_type: 'code',
          redirect_uri: app.redirectUri,
        });
        const page = await browser.open(`/login?${query}`);
        const { url } = await browser.submit(page, '/consent', { answer: 'allow' });
        const code = new URL(url).searchParams.get('code')!;
        await expectTokens({ ...client, grant_type: 'authorization_code', code });
      });

      it('submit a consent page that they opened before the upgrade', async () => {
        const consenting = createBrowser(site, owner.consenting);
        const page = { ...owner.consenting, status: 200 };
        const { url } = await consenting.submit(page, '/consent', { answer: 'allow' });
        assert.ok(url.startsWith(app.redirectUri), url);
        const code = new URL(url).searchParams.get('code')!;
        await expectTokens({ ...client, grant_type: 'authorization_code', code });
      });

      it('enter a pairing code that their bridge showed before the upgrade', async () => {
        const { userCode: code, deviceCode, systemId } = known.waiting;
        const { body } = await browser.post('/console/pairings/find', { code });
        assert.deepEqual([body.code, body.systemId], [code, systemId]);
        assert.equal((await browser.post('/console/pairings/allow', { code })).status, 204);
        const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
        await expectTokens({ client_id: 'plenum-bridge', grant_type, device_code: deviceCode });
      });

      it('have the same audit log', async () => {
        const data = unpackFolder(join(packed, 'cloud'), join(folder, 'audited'));
        const { out, code } = await startCommand(plenum, ['audit', '--data', data, '--json']).ended;
        assert.equal(code, 0);
        assert.deepEqual(out.trim().split('\n'), known.audit);
      });
    });

    describe('an app', () => {
      it('discovers and queries every component under its id', async () => {
        const { access_token } = app.tokens;
        await expectComponents(access_token);
        for (const { componentId, datagram } of app.discovered) {
          const { body } = await askCloud(cloud.url, access_token, { requestType: 'Query', componentId });
          assert.deepEqual(body.response.component, { componentId, datagram });
        }
      });

      it('can use an access token from the console and exchange an authorization code', async () => {
        await expectComponents(app.ownToken);
        const grant = { grant_type: 'authorization_code', code: app.code };
        await expectComponents((await expectTokens({ ...client, ...grant })).access_token);
      });

      it('gets the same answer when it repeats a refresh', async () => {
        const grant = { grant_type: 'refresh_token', refresh_token: app.spentRefreshToken };
        const { access_token, refresh_token } = await expectTokens({ ...client, ...grant });
        assert.deepEqual([access_token, refresh_token], [app.tokens.access_token, app.tokens.refresh_token]);
      });

      it('gets the same answer when it repeats a control, though the bridge is offline', async () => {
        const repeat = (control: typeof app.control) =>
          askCloud(cloud.url, app.tokens.access_token, { requestType: 'Control', ...control });
        const { status, body } = await repeat(app.control);
        assert.deepEqual([status, body.response], [200, { result: 'OK' }]);
        const other = { ...app.control, requestId: '3f1c9a52-7d46-4b8e-9a55-0c1d2e3f4a5c' };
        assert.equal((await repeat(other)).status, 504);
      });

      it('refreshes its tokens, with and without a client secret', async () => {
        const grant_type = 'refresh_token';
        const own = await expectTokens({ ...client, grant_type, refresh_token: app.tokens.refresh_token });
        await expectComponents(own.access_token);
        const { clientId: client_id, tokens } = demo;
        const demoTokens = await expectTokens({ client_id, grant_type, refresh_token: tokens.refresh_token });
        assert.deepEqual(await discover(cloud.url, demoTokens.access_token), []);
      });

      it('resumes a watch from an older cursor', async () => {
        const accessToken = app.tokens.access_token;
        for (const watch of [app.recent, app.early])
          await watchUntil(cloud.url, { accessToken, before: toWatchState(watch) }, contains(app.discovered));
      });

      it('keeps its registration and its usage', async () => {
        const { body } = await browser.get('/console/apps');
        assert.deepEqual(
          body.find(({ clientId }: { clientId: string }) => clientId === app.clientId),
          app.shown,
        );
        const { usage } = (await browser.get(`/console/apps/${app.clientId}/usage`)).body;
        const withoutCount = ({ requests: _, ...row }: object & { requests?: number }) => row;
        for (const row of app.usage) {
          const current = usage.find((one: object) =>
            isDeepStrictEqual(withoutCount(one), withoutCount(row)),
          );
          assert.ok(current?.requests >= row.requests, JSON.stringify(row));
        }
      });

      it('receives the message whose delivery failed, signed with its secrets', async () => {
        const event = await receiver.find(({ headers }) => headers['webhook-id'] === endpoint.pending);
        expectSigned(event);
        assert.match(event.text, /Undelivered/);
      });

      it('keeps its endpoints and their delivery log', async () => {
        const { body } = await browser.get(`${endpointPath}/deliveries`);
        const last = Math.max(...endpoint.deliveries.map(({ number }) => number));
        const older = body.deliveries.filter(({ number }: { number: number }) => number <= last);
        assert.deepEqual(older.map(withoutSentence), endpoint.deliveries.map(withoutSentence));
        const one = await browser.get(`${endpointPath}/deliveries/${endpoint.delivered.number}`);
        // A later release tells what became of a message after this attempt, too.
        const { later: _, ...attempt } = one.body;
        assert.deepEqual(withoutSentence(attempt), withoutSentence(endpoint.delivered));
        const { ledger } = (await browser.get(endpointPath)).body;
        assert.equal(ledger.changes, endpoint.shown.ledger.changes);
        const disabled = await browser.get(`/console/apps/${app.clientId}/endpoints/${endpoint.disabled.id}`);
        assert.equal(disabled.body.disabled.why, 'developer');
      });
    });

    describe('a bridge', () => {
      const { last, snapshot, systemId, answers } = inTenths(known.bridge);
      const discovered = inTenths(app.discovered).map(({ componentId, datagram }) => ({
        componentId,
        datagram: componentId === last.componentId ? { ...datagram, ...last.set } : datagram,
      }));
      let bridge: Service;

      before(async () => {
        const data = unpackFolder(join(packed, 'bridge'), join(folder, 'bridge'));
        const house = join(import.meta.dirname, 'house.yaml');
        const options = { data, house, cloud: cloud.url };
        bridge = stack.use(await startBridge({ ...plenum, byEnvironment: true }, options));
      });

      it('restores the house up to the last acknowledged command', async () => {
        const components = snapshot.components.map((component) =>
          component.kind === last.kind && component.index === last.index
            ? { ...component, datagram: { ...component.datagram, ...last.set } }
            : component,
        );
        assert.deepEqual(await readSnapshot(bridge.url), { ...snapshot, components });
        const simulation = await askBridge(bridge.url, { path: '/simulation' });
        // Later builds also state the manners of the bridge; a house of this build has none.
        assert.deepEqual(JSON.parse(simulation), { manners: {}, ...JSON.parse(known.bridge.simulation) });
      });

      it('gives the same answer to every query, byte for byte', async () => {
        for (const { answer, ...request } of answers)
          assert.equal(await askBridge(bridge.url, request), answer, request.path);
      });

      it('serves the recorded history', async () => {
        for (const { answer, ...request } of known.bridge.history)
          assert.deepEqual(JSON.parse(await askBridge(bridge.url, request)), JSON.parse(answer));
      });

      it('connects to the cloud without pairing again and reports its last change', async () => {
        assert.equal(JSON.parse(await askBridge(bridge.url, { path: '/healthz' })).uid, systemId);
        const before = { components: byId(app.discovered), cursors: new Map(Object.entries(app.late)) };
        const accessToken = app.tokens.access_token;
        await watchUntil(cloud.url, { accessToken, before }, contains(discovered));
        const { body } = await browser.get('/console/bridges');
        assert.deepEqual([body.length, body[0].systemId, body[0].isPresent], [1, systemId, true]);
        assert.equal(body[0].pairedAt, owner.bridges[0]!.pairedAt);
      });

      it('goes on: time passes, and a control reaches the house and the endpoint', async () => {
        await command(bridge.url, '/simulation/ClockStep', 60);
        assert.equal((await readSnapshot(bridge.url)).at, snapshot.at + 60_000);
        const { access_token } = app.tokens;
        const componentId = `${systemId}_hvac_zone_0`;
        const readSetpoint = async () => {
          const { body } = await askCloud(cloud.url, access_token, { requestType: 'Query', componentId });
          return body.response.component.datagram.Setpoint;
        };
        assert.equal(await readSetpoint(), 2400, 'the repeated control did not reach the bridge');
        const requestBody = { ZoneSetpoint: { Index: 0, Setpoint: 1950 } };
        const request = { requestType: 'Control', componentId, requestBody };
        assert.equal((await askCloud(cloud.url, access_token, request)).status, 200);
        expectSigned(await receiver.find(({ text }) => text.includes('"Setpoint":1950')));
        assert.equal(await readSetpoint(), 1950);
      });

      it('answers every word of plenum query', async () => {
        const { host } = new URL(bridge.url);
        const names = `unit ac zones zone schedules schedule favourites favourite faults splits split split-system
          split-favourites split-favourite vrf vrfs vrf-favourites vrf-favourite irrigation programs program stations
          station power firmware all`;
        for (const name of names.split(/\s+/)) {
          const lines: string[] = [];
          const print = (line: string) => void lines.push(line);
          const { signal } = new AbortController();
          const io = {
            out: print,
            err: print,
            env: {},
            columns: undefined,
            color: false,
            isInteractive: false,
            signal,
          };
          assert.equal(await run(['query', host, name, '--json'], io), 0, `${name}: ${lines}`);
        }
      });
    });

    it('sign people in by the cookies of a cloud behind https', async () => {
      const publicUrl = 'https://localhost:8443';
      const data = unpackCloud(join(packed, 'cloud'), join(folder, 'secure'), receiver.url);
      await using service = await startCloud({ ...plenum, byEnvironment: true }, { data, publicUrl });
      const cookies = owner.browserState.cookies
        .filter(({ path }) => path === '/')
        .map((cookie) => ({ ...cookie, name: `__Host-${cookie.name}` }));
      const secure = createBrowser({ url: service.url, publicUrl }, { ...owner.browserState, cookies });
      assert.equal((await secure.get('/account')).body.email, owner.email);
    });
  });
