import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { run } from '@plenum/plenum';
import {
  askCloud,
  type Component,
  discover,
  type Event,
  sendForm,
  signatureOf,
  startReceiver,
  type Watched,
  watchUntil,
} from './app.fixture.ts';
import { askBridge, command, readSnapshot } from './house.fixture.ts';
import { type Known, readKnown, toWatched, unpackFolder } from './known.ts';
import {
  ownBin,
  type Plenum,
  type Service,
  startBridge,
  startCloud,
  startCommand,
} from './services.fixture.ts';
import { createVisitor, type Site, type Visitor } from './visitor.fixture.ts';

const builds = join(import.meta.dirname, 'builds');

/** Unpacks the folder of a cloud, whose endpoints are somewhere else now; its log stays as the kill left it. */
const unpackCloud = (packed: string, folder: string, receiver: string): string => {
  const opened = unpackFolder(packed, `${folder}-opened`);
  const db = new DatabaseSync(join(opened, 'cloud.sqlite'));
  db.prepare('UPDATE endpoint SET url = ?').run(receiver);
  // A log is emptied into its store when the last connection closes, so the copy is made before.
  cpSync(opened, folder, { recursive: true, filter: (file) => !file.endsWith('-shm') });
  db.close();
  return folder;
};

const byId = (components: readonly Component[]) =>
  new Map(components.map(({ componentId, datagram }) => [componentId, datagram]));

const isSame = (expected: readonly Component[]) => {
  const wanted = byId(expected);
  return ({ components }: Watched) => isDeepStrictEqual(components, wanted);
};

for (const build of readdirSync(builds))
  describe(`what was used with ${build}`, { timeout: 240_000 }, () => {
    const packed = join(builds, build);
    const known: Known = readKnown(packed);
    const { owner, app, demo, endpoint } = known;
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    // Long enough for what was to be tried again, not for what ends by itself within half a minute.
    const plenum: Plenum = { bin: ownBin, frozenAt: known.killedAt + 10_000 };
    const folder = mkdtempSync(join(tmpdir(), 'plenum-compatibility-'));
    const stack = new AsyncDisposableStack();
    stack.defer(() => rmSync(folder, { recursive: true }));
    let receiver: Awaited<ReturnType<typeof startReceiver>>;
    let cloud: Service;
    let site: Site;
    let visitor: Visitor;
    const endpointPath = `/console/apps/${app.clientId}/endpoints/${endpoint.id}`;

    before(async () => {
      receiver = stack.use(await startReceiver());
      const data = unpackCloud(join(packed, 'cloud'), join(folder, 'cloud'), receiver.url);
      cloud = stack.use(await startCloud(plenum, { data, publicUrl: known.publicUrl }));
      site = { url: cloud.url, publicUrl: known.publicUrl };
      visitor = createVisitor(site, owner.browsing);
    });
    after(() => stack.disposeAsync());

    const expectEvery = (found: readonly Component[], expected = app.discovered) =>
      assert.deepEqual(byId(found), byId(expected));

    const expectTokens = async (form: Readonly<Record<string, string>>) => {
      const { status, body } = await sendForm(cloud.url, '/token', form);
      assert.equal(status, 200, JSON.stringify(body));
      return body as Known['app']['tokens'];
    };

    const expectSigned = (event: Event) => {
      const signatures = event.headers['webhook-signature']!.split(' ');
      for (const secret of [endpoint.secret, endpoint.oldSecret])
        assert.ok(signatures.includes(signatureOf(secret, event)), 'signed with a secret from before');
    };

    describe('people', () => {
      it('are still signed in with the cookie of their browser', async () => {
        const { status, body } = await visitor.get('/account');
        assert.equal(status, 200);
        assert.deepEqual([body.accountId, body.email], [owner.accountId, owner.email]);
        assert.equal((await createVisitor(site).get('/account')).status, 401);
      });

      it('go on in a page that was open', async () => {
        const rename = (name: string) =>
          visitor.post(`/console/bridges/${known.bridge.systemId}/name`, { name });
        assert.equal((await rename('Another name')).status, 204);
        assert.equal((await rename(String(owner.bridges[0]!.name))).status, 204);
      });

      it('sign in with their passwords, the demo user too', async () => {
        for (const { email, password, accountId } of [owner, demo]) {
          const { status, body } = await createVisitor(site).enter('sign-in', { email, password });
          assert.deepEqual([status, body.accountId], [200, accountId]);
          const wrong = await createVisitor(site).enter('sign-in', { email, password: `${password}.` });
          assert.equal(wrong.status, 401);
        }
      });

      it('have their bridges and the apps they allowed', async () => {
        const { body } = await visitor.get('/console/bridges');
        const then = owner.bridges.map((one) => ({ ...one, isPresent: false }));
        assert.deepEqual(body, then);
        assert.deepEqual((await visitor.get('/console/links')).body, owner.links);
      });

      it('allow an app without signing in again, and finish what they were at', async () => {
        const query = new URLSearchParams({
          client_id: app.clientId,
          scope: 'query-control',
          response_type: 'code',
          redirect_uri: app.redirectUri,
        });
        const consenting = createVisitor(site, owner.consenting);
        for (const [browser, page] of [
          [visitor, await visitor.open(`/login?${query}`)],
          [consenting, { ...owner.consenting, status: 200 }],
        ] as const) {
          const { url } = await browser.submit(page, '/consent', { answer: 'allow' });
          assert.ok(url.startsWith(app.redirectUri), url);
          const code = new URL(url).searchParams.get('code')!;
          await expectTokens({ ...client, grant_type: 'authorization_code', code });
        }
      });

      it('let in a bridge that showed its code before', async () => {
        const { userCode: code, deviceCode, systemId } = known.waiting;
        const { body } = await visitor.post('/console/pairings/find', { code });
        assert.deepEqual([body.code, body.systemId], [code, systemId]);
        assert.equal((await visitor.post('/console/pairings/allow', { code })).status, 204);
        const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
        await expectTokens({ client_id: 'plenum-bridge', grant_type, device_code: deviceCode });
      });

      it('are in the log of what bears on security, as it was', async () => {
        const data = unpackFolder(join(packed, 'cloud'), join(folder, 'audited'));
        const { out, code } = await startCommand(plenum, ['audit', '--data', data, '--json']).ended;
        assert.equal(code, 0);
        assert.deepEqual(out.trim().split('\n'), known.audit);
      });
    });

    describe('an app', () => {
      it('finds every component under its id, as it was', async () => {
        const { access_token } = app.tokens;
        expectEvery(await discover(cloud.url, access_token));
        for (const { componentId, datagram } of app.discovered) {
          const { body } = await askCloud(cloud.url, access_token, { requestType: 'Query', componentId });
          assert.deepEqual(body.response.component, { componentId, datagram });
        }
      });

      it('uses the token its developer made, and a code that was not exchanged', async () => {
        expectEvery(await discover(cloud.url, app.ownToken));
        const { code } = app;
        const tokens = await expectTokens({ ...client, grant_type: 'authorization_code', code });
        expectEvery(await discover(cloud.url, tokens.access_token));
      });

      it('is answered again what it did not see: a refresh, a control', async () => {
        const { access_token, refresh_token } = await expectTokens({
          ...client,
          grant_type: 'refresh_token',
          refresh_token: app.spentRefreshToken,
        });
        assert.deepEqual([access_token, refresh_token], [app.tokens.access_token, app.tokens.refresh_token]);
        // Its bridge is away, so that it would be refused were it not known.
        const request = { requestType: 'Control', ...app.control };
        const { status, body } = await askCloud(cloud.url, access_token, request);
        assert.deepEqual([status, body.response], [200, { result: 'OK' }]);
        const other = { ...request, requestId: '3f1c9a52-7d46-4b8e-9a55-0c1d2e3f4a5c' };
        assert.equal((await askCloud(cloud.url, access_token, other)).status, 504);
      });

      it('renews its tokens, one without a secret too', async () => {
        const grant_type = 'refresh_token';
        const own = await expectTokens({ ...client, grant_type, refresh_token: app.tokens.refresh_token });
        expectEvery(await discover(cloud.url, own.access_token));
        const { clientId: client_id, tokens } = demo;
        const others = await expectTokens({ client_id, grant_type, refresh_token: tokens.refresh_token });
        assert.deepEqual(await discover(cloud.url, others.access_token), []);
      });

      it('goes on watching from a cursor of any age, and misses nothing', async () => {
        const accessToken = app.tokens.access_token;
        for (const then of [app.recent, app.early])
          await watchUntil(cloud.url, { accessToken, before: toWatched(then) }, isSame(app.discovered));
      });

      it('is shown to its developer with what it asked for', async () => {
        const { body } = await visitor.get('/console/apps');
        assert.deepEqual(
          body.find(({ clientId }: { clientId: string }) => clientId === app.clientId),
          app.shown,
        );
        const counted = (await visitor.get(`/console/apps/${app.clientId}/usage`)).body.usage;
        for (const { requests, ...row } of app.usage) {
          const now = counted.find((one: object) =>
            isDeepStrictEqual({ ...one, requests: 0 }, { ...row, requests: 0 }),
          );
          assert.ok(now?.requests >= requests, JSON.stringify(row));
        }
      });

      it('is told what it was not told, signed with the secrets it has', async () => {
        const event = await receiver.find(({ headers }) => headers['webhook-id'] === endpoint.pending);
        expectSigned(event);
        assert.match(event.text, /Not told yet/);
      });

      it('has its log of deliveries', async () => {
        const plain = ({
          sentence: _,
          ...delivery
        }: Known['endpoint']['delivered'] & { sentence?: string }) => delivery;
        const { body } = await visitor.get(`${endpointPath}/deliveries`);
        const last = Math.max(...endpoint.deliveries.map(({ number }) => number));
        const then = body.deliveries.filter(({ number }: { number: number }) => number <= last);
        assert.deepEqual(then.map(plain), endpoint.deliveries.map(plain));
        const one = await visitor.get(`${endpointPath}/deliveries/${endpoint.delivered.number}`);
        assert.deepEqual(plain(one.body), plain(endpoint.delivered));
        const { ledger } = (await visitor.get(endpointPath)).body;
        assert.equal(ledger.changes, endpoint.shown.ledger.changes);
        const disabled = await visitor.get(`/console/apps/${app.clientId}/endpoints/${endpoint.disabled.id}`);
        assert.equal(disabled.body.disabled.why, 'developer');
      });
    });

    describe('a bridge', () => {
      let bridge: Service;
      const { last, snapshot, systemId } = known.bridge;
      const discovered = app.discovered.map(({ componentId, datagram }) => ({
        componentId,
        datagram: componentId === last.componentId ? { ...datagram, ...last.set } : datagram,
      }));

      before(async () => {
        const data = unpackFolder(join(packed, 'bridge'), join(folder, 'bridge'));
        const house = join(import.meta.dirname, 'house.yaml');
        bridge = stack.use(
          await startBridge({ ...plenum, byEnvironment: true }, { data, house, cloud: cloud.url }),
        );
      });

      it('has the house as it was after the last command it acknowledged', async () => {
        const components = snapshot.components.map((one) =>
          one.kind === last.kind && one.index === last.index
            ? { ...one, datagram: { ...one.datagram, ...last.set } }
            : one,
        );
        assert.deepEqual(await readSnapshot(bridge.url), { ...snapshot, components });
        const simulation = await askBridge(bridge.url, { path: '/simulation' });
        assert.deepEqual(JSON.parse(simulation), JSON.parse(known.bridge.simulation));
      });

      it('answers every query as it did, byte for byte', async () => {
        for (const { answer, ...request } of known.bridge.answers)
          assert.equal(await askBridge(bridge.url, request), answer, request.path);
      });

      it('has its history', async () => {
        for (const { answer, ...request } of known.bridge.history)
          assert.deepEqual(JSON.parse(await askBridge(bridge.url, request)), JSON.parse(answer));
      });

      it('is let in by the cloud as the one that was paired, and tells what it did since', async () => {
        assert.equal(JSON.parse(await askBridge(bridge.url, { path: '/healthz' })).uid, systemId);
        const accessToken = app.tokens.access_token;
        const before = { components: byId(app.discovered), cursors: new Map(Object.entries(app.late)) };
        await watchUntil(cloud.url, { accessToken, before }, isSame(discovered));
        const { body } = await visitor.get('/console/bridges');
        assert.deepEqual([body.length, body[0].systemId, body[0].isPresent], [1, systemId, true]);
        assert.equal(body[0].pairedAt, owner.bridges[0]!.pairedAt);
      });

      it('goes on: time passes, an app commands it and is told, once', async () => {
        await command(bridge.url, '/simulation/ClockStep', 60);
        assert.equal((await readSnapshot(bridge.url)).at, snapshot.at + 60_000);
        const { access_token } = app.tokens;
        const componentId = `${systemId}_hvac_zone_0`;
        const zone = () => askCloud(cloud.url, access_token, { requestType: 'Query', componentId });
        const setpoint = async () => (await zone()).body.response.component.datagram.Setpoint;
        assert.equal(await setpoint(), 2400, 'the control that came again was not done again');
        const requestBody = { ZoneSetpoint: { Index: 0, Setpoint: 1950 } };
        const { status } = await askCloud(cloud.url, access_token, {
          ...{ requestType: 'Control', componentId, requestBody },
        });
        assert.equal(status, 200);
        expectSigned(await receiver.find(({ text }) => /"Setpoint":1950/.test(text)));
        assert.equal(await setpoint(), 1950);
      });

      it('is read by the words of the command line that were there', async () => {
        const words =
          'unit ac zones zone schedules schedule favourites favourite faults splits split split-system';
        const more =
          'split-favourites split-favourite vrf vrfs vrf-favourites vrf-favourite irrigation programs';
        for (const word of `${words} ${more} program stations station power firmware all`.split(' ')) {
          const lines: string[] = [];
          const io = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
          const surroundings = { env: {}, columns: undefined, color: false, canAsk: false };
          const { signal } = new AbortController();
          const host = new URL(bridge.url).host;
          const code = await run(['query', host, word, '--json'], { ...io, ...surroundings, signal });
          assert.equal(code, 0, `${word}: ${lines}`);
        }
      });
    });

    it('people who reached their cloud by https are still signed in with the cookies of that', async () => {
      const secure = 'https://localhost:8443';
      const data = unpackCloud(join(packed, 'cloud'), join(folder, 'secure'), receiver.url);
      await using service = await startCloud({ ...plenum, byEnvironment: true }, { data, publicUrl: secure });
      const cookies = owner.browsing.cookies
        .filter(({ path }) => path === '/')
        .map((cookie) => ({ ...cookie, name: `__Host-${cookie.name}` }));
      const browser = createVisitor({ url: service.url, publicUrl: secure }, { ...owner.browsing, cookies });
      assert.equal((await browser.get('/account')).body.email, owner.email);
    });
  });
