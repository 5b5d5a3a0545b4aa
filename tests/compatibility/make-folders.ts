/**
 * Writes `builds/<commit>`: runs a bridge and a cloud of another build, uses them as people do, kills both, and packs their
 * data folders together with everything their users had at that moment.
 *
 *     node tests/compatibility/make-folders.ts CHECKOUT
 *
 * CHECKOUT is a clone of that build with its `node_modules`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { askCloud, discover, sendForm, startReceiver, watchUntil } from './app.fixture.ts';
import { type Answer, type Browser, type BrowserState, createBrowser, type Site } from './browser.fixture.ts';
import { askBridge, command, readLocalContract, readSnapshot } from './house.fixture.ts';
import { type Known, packFile, type Tokens, toStoredWatch } from './known.ts';
import { type Plenum, type Service, startBridge, startCloud, startCommand } from './services.fixture.ts';

const house = join(import.meta.dirname, 'house.yaml');
const owner = { email: 'anna@example.org', password: 'a quiet house by the sea' };
const demo = { email: 'demo@plenum.local', password: 'demo house 24/7', clientId: 'plenum-demo-app' };
const redirectUri = 'http://127.0.0.1:8095/callback';

/** The body of an answer; throws unless the request succeeded. */
const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Repeats a request until its answer satisfies `isDone`. */
const until = async <Value>(ask: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> => {
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    await pause(50);
  }
};

const browserStateOf = ({ cookies, formToken }: Browser): BrowserState => ({ cookies, formToken });

const loginOf = (clientId: string) =>
  `/login?${new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'a state',
    response_type: 'code',
    redirect_uri: redirectUri,
  })}`;

/** Consents to an app; returns the authorization code. */
const allow = async (browser: Browser, clientId: string): Promise<string> => {
  const page = await browser.open(loginOf(clientId));
  const { url } = await browser.submit(page, '/consent', { answer: 'allow' });
  return new URL(url).searchParams.get('code')!;
};

const exchange = (
  cloud: Service,
  app: Readonly<Record<string, string>>,
  grant: Readonly<Record<string, string>>,
) => done(sendForm(cloud.url, '/token', { ...app, ...grant })) as Promise<Tokens>;

/** The build in use. */
interface Build {
  readonly plenum: Plenum;
  readonly checkout: string;
  /** Contains the data folders `bridge` and `cloud` while they are in use. */
  readonly folder: string;
}

const startBoth = async ({ plenum, folder }: Build, place: { publicUrl?: string } = {}) => {
  const cloud = await startCloud(plenum, { data: join(folder, 'cloud'), ...place });
  const bridge = await startBridge(plenum, { data: join(folder, 'bridge'), house, cloud: cloud.url });
  return { cloud, bridge };
};

/** Waits until the console lists the bridge as connected and has its components. */
const waitForBridge = async (browser: Browser): Promise<Known['owner']['bridges'][0]> => {
  const bridges = await until(
    () => done(browser.get('/console/bridges')),
    ([bridge]) => bridge?.isPresent && bridge.unit !== undefined,
  );
  return bridges[0];
};

/** Signs up, pairs the bridge, registers an app with endpoints and links it; then stops both processes cleanly. */
const setUp = async (build: Build, receiverUrl: string) => {
  const { cloud, bridge } = await startBoth(build);
  const publicUrl = cloud.url;
  const browser = createBrowser({ url: cloud.url, publicUrl });
  const { accountId } = await done(browser.signIn('sign-up', owner));
  const [code] = await bridge.running.line(/\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b/);
  await done(browser.post('/console/pairings/allow', { code }));
  const { systemId } = (await waitForBridge(browser)) as { systemId: string };
  await done(browser.post(`/console/bridges/${systemId}/name`, { name: 'The house by the sea' }));

  const draft = { name: 'Heating report', redirectUri, confidential: true, pkceRequired: false };
  const { app, secret } = await done(browser.post('/console/apps', draft));
  const { clientId } = app;
  const client = { client_id: clientId, client_secret: secret };
  const grant = { grant_type: 'authorization_code', code: await allow(browser, clientId) };
  const tokens = await exchange(cloud, client, grant);

  const endpoints = `/console/apps/${clientId}/endpoints`;
  const { endpoint, secret: oldSecret } = await done(browser.post(endpoints, { url: receiverUrl }));
  const { secret: endpointSecret } = await done(browser.post(`${endpoints}/${endpoint.id}/secret`));
  const { endpoint: disabled } = await done(browser.post(endpoints, { url: receiverUrl }));
  await done(browser.post(`${endpoints}/${disabled.id}/disable`));
  await done(browser.post(`${endpoints}/${endpoint.id}/test`));

  const { access_token } = tokens;
  const { length } = await discover(cloud.url, access_token);
  const early = await watchUntil(
    cloud.url,
    { accessToken: access_token },
    ({ components }) => components.size === length,
  );
  await askCloud(cloud.url, access_token, { requestType: 'Query', componentId: `${systemId}_hvac_zone_9` });

  await bridge.stop();
  await cloud.stop();
  return {
    ...{
      publicUrl,
      accountId,
      systemId,
      app,
      client,
      tokens,
      endpoints,
      browserState: browserStateOf(browser),
    },
    ...{
      endpoint: {
        id: endpoint.id as string,
        secret: endpointSecret as string,
        oldSecret: oldSecret as string,
      },
    },
    ...{ disabledId: disabled.id as string, early: toStoredWatch(early) },
  };
};

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Sends every command and simulation override while time passes, then pauses the clock: nothing changes by itself any more. */
const fillJournal = async ({ checkout }: Build, { url }: Service) => {
  const { commands, overrides } = readLocalContract(checkout);
  const step = (seconds: number) => command(url, '/simulation/ClockStep', seconds);
  const byPath = Map.groupBy(commands, ({ path }) => path);
  // Concurrent commands share a transaction. Irrigation commands depend on each other, so they follow one another.
  for (const [path, group] of byPath)
    if (path === '/iLightCommand') for (const { body } of group) await command(url, path, body);
    else await Promise.all(group.map(({ body }) => command(url, path, body)));
  await step(900);
  await Promise.all(overrides.map(({ path, body }) => command(url, path, body)));
  await step(600);
  await command(url, '/simulation/UnitFault', '');
  await command(url, '/HvacCommandV2', { ZoneMode: { Index: 0, Mode: 3 } });
  await step(1_000);
  await command(url, '/simulation/ClockPause', 1);
};

/** Reads everything that a local client can read. */
const readHouse = async (
  { checkout }: Build,
  { url }: Service,
): Promise<Omit<Known['bridge'], 'last' | 'systemId'>> => {
  const answered = async (path: string, body?: unknown) => ({
    path,
    ...(body !== undefined && { body }),
    answer: await askBridge(url, { path, body }),
  });
  const snapshot = await readSnapshot(url);
  const answers = [];
  for (const { path, body } of readLocalContract(checkout).queries) answers.push(await answered(path, body));
  const { series } = JSON.parse(await askBridge(url, { path: '/history/series' }));
  const recorded = (from: number, points: number) =>
    `/history?series=${series}&from=${snapshot.at - from}&to=${snapshot.at}&points=${points}`;
  const [day, hour] = [86_400_000, 3_600_000];
  return {
    snapshot,
    // The firmware answer contains the version.
    answers: answers.filter(({ answer }) => !answer.includes('"Fmw"')),
    simulation: await askBridge(url, { path: '/simulation' }),
    history: [await answered(recorded(2 * day, 24)), await answered(recorded(hour, 60))],
  };
};

const endpointOf = ({ endpoints, endpoint }: Setup) => `${endpoints}/${endpoint.id}`;

const waitForDelivery = (browser: Browser, setup: Setup) =>
  until(
    () => done(browser.get(endpointOf(setup))),
    ({ ledger }) => ledger.pending === 0,
  );

/** Reads the endpoint and the usage of the app from the console. */
const readConsole = async (browser: Browser, setup: Setup) => {
  const one = endpointOf(setup);
  const { deliveries } = await done(browser.get(`${one}/deliveries`));
  const { number } = deliveries.find(({ verdict }: { verdict: string }) => verdict === 'delivered');
  return {
    shown: await done(browser.get(one)),
    deliveries,
    delivered: await done(browser.get(`${one}/deliveries/${number}`)),
    usage: (await done(browser.get(`/console/apps/${setup.app.clientId}/usage`))).usage,
  };
};

/** Fills the journal of the bridge and leaves several OAuth flows unfinished; then restarts the cloud. */
const startFlows = async (build: Build, setup: Setup) => {
  const { publicUrl } = setup;
  const { clientId } = setup.app;
  const { cloud, bridge } = await startBoth(build, { publicUrl });
  const site: Site = { url: cloud.url, publicUrl };
  const browser = createBrowser(site, setup.browserState);
  await waitForBridge(browser);
  await fillJournal(build, bridge);

  const demoBrowser = createBrowser(site);
  const { accountId: demoId } = await done(demoBrowser.signIn('sign-in', demo));
  const demoGrant = { grant_type: 'authorization_code', code: await allow(demoBrowser, demo.clientId) };
  const demoTokens = await exchange(cloud, { client_id: demo.clientId }, demoGrant);

  const second = createBrowser(site);
  await done(second.signIn('sign-in', owner));
  const { url, html } = await second.open(loginOf(clientId));
  const [form] = /<form[\s\S]*<\/form>/.exec(html)!;
  const systemId = '123456789';
  const deviceForm = { client_id: 'plenum-bridge', scope: 'pair-bridge', system_id: systemId };
  const waiting = await done(sendForm(cloud.url, '/device/authorization', deviceForm));
  const { accessToken: ownToken } = await done(browser.post(`/console/apps/${clientId}/token`));
  const code = await allow(browser, clientId);
  await waitForDelivery(browser, setup);
  await cloud.stop();
  return {
    bridge,
    site,
    browser,
    demo: { ...demo, accountId: demoId, tokens: demoTokens },
    consenting: { ...browserStateOf(second), url, html: form },
    waiting: { deviceCode: waiting.device_code, userCode: waiting.user_code, systemId },
    app: { ownToken, code },
  };
};

/** Controls a zone through the cloud, overwrites the value locally, then makes a change whose delivery fails. */
const makeLastChanges = async (
  { cloud, bridge, browser }: { cloud: Service; bridge: Service; browser: Browser },
  setup: Setup,
  closeReceiver: () => Promise<void>,
) => {
  const control = {
    requestId: '3f1c9a52-7d46-4b8e-9a55-0c1d2e3f4a5b',
    componentId: `${setup.systemId}_hvac_zone_0`,
    requestBody: { ZoneSetpoint: { Index: 0, Setpoint: 2150 } },
  };
  const request = { requestType: 'Control', ...control };
  await done(askCloud(cloud.url, setup.tokens.access_token, request));
  await command(bridge.url, '/HvacCommandV2', { ZoneSetpoint: { Index: 0, Setpoint: 2400 } });
  const query = { requestType: 'Query', componentId: control.componentId };
  await until(
    () => done(askCloud(cloud.url, setup.tokens.access_token, query)),
    ({ response }) => response.component.datagram.Setpoint === 2400,
  );
  await waitForDelivery(browser, setup);
  await closeReceiver();
  await command(bridge.url, '/HvacCommandV2', { ZoneName: { Index: 0, Name: 'Undelivered' } });
  const newest = async () => {
    const [{ number }] = (await done(browser.get(`${endpointOf(setup)}/deliveries`))).deliveries;
    return done(browser.get(`${endpointOf(setup)}/deliveries/${number}`));
  };
  const { messageId } = await until(
    newest,
    ({ verdict, payload }) => verdict === 'retry' && /Undelivered/.test(payload),
  );
  return { control, pending: messageId as string };
};

/** Uses the build up to the kill of both processes; the bridge dies immediately after it acknowledged a command. */
const useAndKill = async (
  build: Build,
  setup: Setup,
  closeReceiver: () => Promise<void>,
): Promise<Omit<Known, 'build' | 'audit' | 'commandLine'>> => {
  const { publicUrl, systemId, accountId, client, endpoint, tokens: spent } = setup;
  const { bridge, site, browser, ...open } = await startFlows(build, setup);
  const place = { publicUrl, port: Number(new URL(site.url).port) };
  const cloud = await startCloud(build.plenum, { data: join(build.folder, 'cloud'), ...place });
  await waitForBridge(browser);
  const accessToken = spent.access_token;
  const { length } = await discover(cloud.url, accessToken);
  const recent = await watchUntil(cloud.url, { accessToken }, ({ components }) => components.size === length);
  const { control, pending } = await makeLastChanges({ cloud, bridge, browser }, setup, closeReceiver);

  const discovered = await discover(cloud.url, accessToken);
  const all = new Map(discovered.map(({ componentId, datagram }) => [componentId, datagram]));
  const watching = { accessToken, before: recent };
  const late = await watchUntil(cloud.url, watching, ({ components }) => isDeepStrictEqual(components, all));
  const local = await readHouse(build, bridge);
  const bridges = [await waitForBridge(browser)];
  const { usage, ...delivery } = await readConsole(browser, setup);
  const links = await done(browser.get('/console/links'));
  const [shown] = await done(browser.get('/console/apps'));
  const refresh = { grant_type: 'refresh_token', refresh_token: spent.refresh_token };
  const tokens = await exchange(cloud, client, refresh);

  await cloud.kill();
  const last = {
    path: '/iLightCommand',
    body: { RetStSoak: { No: 0, Soak: 0 } },
    ...{ kind: 'station', index: 0, set: { Soak: 0 } },
    componentId: `${systemId}_irrigation_station_0`,
  };
  await command(bridge.url, last.path, last.body);
  await bridge.kill();
  const consenting = open.consenting;
  return {
    killedAt: Date.now(),
    publicUrl,
    bridge: { systemId, last, ...local },
    owner: { ...owner, accountId, browserState: browserStateOf(browser), consenting, bridges, links },
    demo: open.demo,
    app: {
      ...{ clientId: client.client_id, clientSecret: client.client_secret, redirectUri, shown },
      ...{ ...open.app, tokens, spentRefreshToken: spent.refresh_token, control, usage },
      ...{
        discovered,
        early: setup.early,
        recent: toStoredWatch(recent),
        late: Object.fromEntries(late.cursors),
      },
    },
    endpoint: { ...endpoint, ...delivery, pending, disabled: { id: setup.disabledId } },
    waiting: open.waiting,
  };
};

/** Reads all commands and options from the help texts. */
const readCommandLine = async (plenum: Plenum): Promise<Known['commandLine']> => {
  const help = async (...words: string[]) => (await startCommand(plenum, [...words, '--help']).ended).out;
  const [, listed] = (await help()).split('Commands:');
  const names = [...listed!.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
  const commands: Record<string, Known['commandLine'][string]> = {};
  for (const name of names) {
    const [, options = ''] = (await help(name)).split('Options:');
    commands[name] = options.split(/^ {2}(?=-)/m).flatMap((text) => {
      const [, flag, value] = /^(?:-\w, )?(--[a-z-]+)( <)?/.exec(text) ?? [];
      const [env] = /PLENUM_\w+/.exec(text) ?? [];
      return flag === undefined || flag === '--help'
        ? []
        : [{ flag, takesValue: value !== undefined, ...(env && { env }) }];
    });
  }
  return commands;
};

/** Reads the audit log from a copy of the folder: opening a store changes its files. */
const readAudit = async ({ plenum, folder }: Build): Promise<string[]> => {
  const copy = join(folder, 'audited');
  cpSync(join(folder, 'cloud'), copy, { recursive: true });
  const { out } = await startCommand(plenum, ['audit', '--data', copy, '--json']).ended;
  return out.trim().split('\n');
};

/** Counts the journal entries that are in no snapshot, in a copy of the folder. */
const countJournal = ({ folder }: Build): number => {
  const copy = join(folder, 'journal');
  cpSync(join(folder, 'bridge'), copy, { recursive: true });
  const db = new DatabaseSync(join(copy, 'bridge.sqlite'));
  const { n } = db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number };
  db.close();
  return n;
};

const make = async (checkout: string): Promise<void> => {
  const git = ['-C', checkout, 'rev-parse', '--short=7', 'HEAD'];
  const commit = execFileSync('git', git, { encoding: 'utf8' }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-compatibility-'));
  const build = { plenum: { bin: join(checkout, 'packages/plenum/bin/plenum.js') }, checkout, folder };
  const receiver = await startReceiver();
  const setup = await setUp(build, receiver.url);
  const used = await useAndKill(build, setup, () => receiver[Symbol.asyncDispose]());
  const known: Known = {
    build: commit,
    ...used,
    audit: await readAudit(build),
    commandLine: await readCommandLine(build.plenum),
  };
  const entries = countJournal(build);
  if (entries < 50) throw new Error(`the journal has only ${entries} entries`);

  const to = join(import.meta.dirname, 'builds', commit);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  // SQLite rebuilds the index of a write-ahead log (-shm) from the log.
  for (const one of ['bridge', 'cloud'])
    for (const name of readdirSync(join(folder, one)))
      if (!name.endsWith('-shm')) packFile(join(folder, one, name), join(to, one));
  const lines = Object.entries(known).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  writeFileSync(join(to, 'known.json'), `{\n${lines.join(',\n')}\n}\n`);
  rmSync(folder, { recursive: true });
  console.log(`${to}: ${entries} journal entries, ${known.audit.length} audit entries`);
};

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('node tests/compatibility/make-folders.ts CHECKOUT');
await make(resolve(checkout));
