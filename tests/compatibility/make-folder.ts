/**
 * Makes the data folders that the test of compatibility starts from, by using a build as its users do:
 *
 *     node tests/compatibility/make-folder.ts CHECKOUT
 *
 * CHECKOUT is a clone of that build with its `node_modules`. The folders are written to `builds/<commit>`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { askCloud, discover, sendForm, startReceiver, watchUntil } from './app.fixture.ts';
import { askBridge, command, readLocalContract, readSnapshot } from './house.fixture.ts';
import { type Known, packFile, type Tokens, toKnown } from './known.ts';
import { type Plenum, type Service, startBridge, startCloud, startCommand } from './services.fixture.ts';
import { type Answer, type Browsing, createVisitor, type Site, type Visitor } from './visitor.fixture.ts';

const house = join(import.meta.dirname, 'house.yaml');
const owner = { email: 'anna@example.org', password: 'a quiet house by the sea' };
const demo = { email: 'demo@plenum.local', password: 'demo house 24/7', clientId: 'plenum-demo-app' };
const redirectUri = 'http://127.0.0.1:8095/callback';

const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Asks again until the answer will do. */
const until = async <Value>(
  ask: () => Promise<Value>,
  isEnough: (value: Value) => boolean,
): Promise<Value> => {
  for (;;) {
    const value = await ask();
    if (isEnough(value)) return value;
    await pause(50);
  }
};

const browsingOf = ({ cookies, formToken }: Visitor): Browsing => ({ cookies, formToken });

const loginOf = (clientId: string) =>
  `/login?${new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'a state',
    response_type: 'code',
    redirect_uri: redirectUri,
  })}`;

/** Lets an app in; the code its user brings it. */
const allow = async (visitor: Visitor, clientId: string): Promise<string> => {
  const page = await visitor.open(loginOf(clientId));
  const { url } = await visitor.submit(page, '/consent', { answer: 'allow' });
  return new URL(url).searchParams.get('code')!;
};

const exchange = (
  cloud: Service,
  app: Readonly<Record<string, string>>,
  grant: Readonly<Record<string, string>>,
) => done(sendForm(cloud.url, '/token', { ...app, ...grant })) as Promise<Tokens>;

interface Using {
  readonly plenum: Plenum;
  readonly checkout: string;
  /** Where the folders `bridge` and `cloud` are while they are made. */
  readonly folder: string;
}

const startBoth = async ({ plenum, folder }: Using, place: { publicUrl?: string } = {}) => {
  const cloud = await startCloud(plenum, { data: join(folder, 'cloud'), ...place });
  const bridge = await startBridge(plenum, { data: join(folder, 'bridge'), house, cloud: cloud.url });
  return { cloud, bridge };
};

/** Waits until the console shows the one bridge of an owner as connected, with its house. */
const untilConnected = async (visitor: Visitor): Promise<Known['owner']['bridges'][0]> => {
  const bridges = await until(
    () => done(visitor.get('/console/bridges')),
    ([bridge]) => bridge?.isPresent && bridge.unit !== undefined,
  );
  return bridges[0];
};

/** The first days: an account, a paired bridge, an app that was allowed and hears of changes. Ends as it should. */
const settleIn = async (using: Using, receiverUrl: string) => {
  const { cloud, bridge } = await startBoth(using);
  const publicUrl = cloud.url;
  const visitor = createVisitor({ url: cloud.url, publicUrl });
  const { accountId } = await done(visitor.enter('sign-up', owner));
  const [code] = await bridge.running.line(/\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b/);
  await done(visitor.post('/console/pairings/allow', { code }));
  const { systemId } = (await untilConnected(visitor)) as { systemId: string };
  await done(visitor.post(`/console/bridges/${systemId}/name`, { name: 'The house by the sea' }));

  const draft = { name: 'Heating report', redirectUri, confidential: true, pkceRequired: false };
  const { app, secret } = await done(visitor.post('/console/apps', draft));
  const { clientId } = app;
  const client = { client_id: clientId, client_secret: secret };
  const grant = { grant_type: 'authorization_code', code: await allow(visitor, clientId) };
  const tokens = await exchange(cloud, client, grant);

  const endpoints = `/console/apps/${clientId}/endpoints`;
  const { endpoint, secret: oldSecret } = await done(visitor.post(endpoints, { url: receiverUrl }));
  const { secret: endpointSecret } = await done(visitor.post(`${endpoints}/${endpoint.id}/secret`));
  const { endpoint: disabled } = await done(visitor.post(endpoints, { url: receiverUrl }));
  await done(visitor.post(`${endpoints}/${disabled.id}/disable`));
  await done(visitor.post(`${endpoints}/${endpoint.id}/test`));

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
    ...{ publicUrl, accountId, systemId, app, client, tokens, endpoints, browsing: browsingOf(visitor) },
    ...{
      endpoint: {
        id: endpoint.id as string,
        secret: endpointSecret as string,
        oldSecret: oldSecret as string,
      },
    },
    ...{ disabledId: disabled.id as string, early: toKnown(early) },
  };
};

type Settled = Awaited<ReturnType<typeof settleIn>>;

/** A day in the house, whose clock stands still at its end: everything its journal can hold. */
const liveADay = async ({ checkout }: Using, { url }: Service) => {
  const { commands, interventions } = readLocalContract(checkout);
  const step = (seconds: number) => command(url, '/simulation/ClockStep', seconds);
  const byPath = Map.groupBy(commands, ({ path }) => path);
  // What comes together is one transaction; a program cannot be run before its station is set.
  for (const [path, group] of byPath)
    if (path === '/iLightCommand') for (const { body } of group) await command(url, path, body);
    else await Promise.all(group.map(({ body }) => command(url, path, body)));
  await step(900);
  await Promise.all(interventions.map(({ path, body }) => command(url, path, body)));
  await step(600);
  await command(url, '/simulation/UnitFault', '');
  await command(url, '/HvacCommandV2', { ZoneMode: { Index: 0, Mode: 3 } });
  await step(1_000);
  await command(url, '/simulation/ClockPause', 1);
};

/** What a client on the local network sees of the house. */
const readHouse = async (
  { checkout }: Using,
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
    // The modules of a bridge and their versions are its own.
    answers: answers.filter(({ answer }) => !answer.includes('"Fmw"')),
    simulation: await askBridge(url, { path: '/simulation' }),
    history: [await answered(recorded(2 * day, 24)), await answered(recorded(hour, 60))],
  };
};

const endpointOf = ({ endpoints, endpoint }: Settled) => `${endpoints}/${endpoint.id}`;

const untilAllDelivered = (visitor: Visitor, settled: Settled) =>
  until(
    () => done(visitor.get(endpointOf(settled))),
    ({ ledger }) => ledger.pending === 0,
  );

/** What a developer sees in the console of an app and its endpoint. */
const readConsole = async (visitor: Visitor, settled: Settled) => {
  const one = endpointOf(settled);
  const { deliveries } = await done(visitor.get(`${one}/deliveries`));
  const { number } = deliveries.find(({ verdict }: { verdict: string }) => verdict === 'delivered');
  return {
    shown: await done(visitor.get(one)),
    deliveries,
    delivered: await done(visitor.get(`${one}/deliveries/${number}`)),
    usage: (await done(visitor.get(`/console/apps/${settled.app.clientId}/usage`))).usage,
  };
};

/** What a day ends with: a house whose journal is open, and people and bridges that are half-way through something. */
const liveOn = async (using: Using, settled: Settled) => {
  const { publicUrl } = settled;
  const { clientId } = settled.app;
  const { cloud, bridge } = await startBoth(using, { publicUrl });
  const site: Site = { url: cloud.url, publicUrl };
  const visitor = createVisitor(site, settled.browsing);
  await untilConnected(visitor);
  await liveADay(using, bridge);

  const stranger = createVisitor(site);
  const { accountId: demoId } = await done(stranger.enter('sign-in', demo));
  const demoGrant = { grant_type: 'authorization_code', code: await allow(stranger, demo.clientId) };
  const demoTokens = await exchange(cloud, { client_id: demo.clientId }, demoGrant);

  const second = createVisitor(site);
  await done(second.enter('sign-in', owner));
  const { url, html } = await second.open(loginOf(clientId));
  const [form] = /<form[\s\S]*<\/form>/.exec(html)!;
  const systemId = '123456789';
  const deviceForm = { client_id: 'plenum-bridge', scope: 'pair-bridge', system_id: systemId };
  const waiting = await done(sendForm(cloud.url, '/device/authorization', deviceForm));
  const { accessToken: ownToken } = await done(visitor.post(`/console/apps/${clientId}/token`));
  const code = await allow(visitor, clientId);
  await untilAllDelivered(visitor, settled);
  await cloud.stop();
  return {
    bridge,
    site,
    visitor,
    demo: { ...demo, accountId: demoId, tokens: demoTokens },
    consenting: { ...browsingOf(second), url, html: form },
    waiting: { deviceCode: waiting.device_code, userCode: waiting.user_code, systemId },
    app: { ownToken, code },
  };
};

/** Controls a zone over the cloud, changes it again in the house, and something else that no app hears of any more. */
const changeLast = async (
  { cloud, bridge, visitor }: { cloud: Service; bridge: Service; visitor: Visitor },
  settled: Settled,
  closeReceiver: () => Promise<void>,
) => {
  const control = {
    requestId: '3f1c9a52-7d46-4b8e-9a55-0c1d2e3f4a5b',
    componentId: `${settled.systemId}_hvac_zone_0`,
    requestBody: { ZoneSetpoint: { Index: 0, Setpoint: 2150 } },
  };
  const request = { requestType: 'Control', ...control };
  await done(askCloud(cloud.url, settled.tokens.access_token, request));
  await command(bridge.url, '/HvacCommandV2', { ZoneSetpoint: { Index: 0, Setpoint: 2400 } });
  const query = { requestType: 'Query', componentId: control.componentId };
  await until(
    () => done(askCloud(cloud.url, settled.tokens.access_token, query)),
    ({ response }) => response.component.datagram.Setpoint === 2400,
  );
  await untilAllDelivered(visitor, settled);
  await closeReceiver();
  await command(bridge.url, '/HvacCommandV2', { ZoneName: { Index: 0, Name: 'Not told yet' } });
  const newest = async () => {
    const [{ number }] = (await done(visitor.get(`${endpointOf(settled)}/deliveries`))).deliveries;
    return done(visitor.get(`${endpointOf(settled)}/deliveries/${number}`));
  };
  const { messageId } = await until(
    newest,
    ({ verdict, payload }) => verdict === 'retry' && /Not told yet/.test(payload),
  );
  return { control, pending: messageId as string };
};

/** The last seconds. They end with the kill of both processes, the bridge right after it acknowledged a command. */
const useUntilKilled = async (
  using: Using,
  settled: Settled,
  closeReceiver: () => Promise<void>,
): Promise<Omit<Known, 'build' | 'audit' | 'commandLine'>> => {
  const { publicUrl, systemId, accountId, client, endpoint, tokens: spent } = settled;
  const { bridge, site, visitor, ...lived } = await liveOn(using, settled);
  const place = { publicUrl, port: Number(new URL(site.url).port) };
  const cloud = await startCloud(using.plenum, { data: join(using.folder, 'cloud'), ...place });
  await untilConnected(visitor);
  const accessToken = spent.access_token;
  const { length } = await discover(cloud.url, accessToken);
  const recent = await watchUntil(cloud.url, { accessToken }, ({ components }) => components.size === length);
  const { control, pending } = await changeLast({ cloud, bridge, visitor }, settled, closeReceiver);

  const discovered = await discover(cloud.url, accessToken);
  const all = new Map(discovered.map(({ componentId, datagram }) => [componentId, datagram]));
  const watching = { accessToken, before: recent };
  const late = await watchUntil(cloud.url, watching, ({ components }) => isDeepStrictEqual(components, all));
  const seen = await readHouse(using, bridge);
  const bridges = [await untilConnected(visitor)];
  const { usage, ...developed } = await readConsole(visitor, settled);
  const links = await done(visitor.get('/console/links'));
  const [shown] = await done(visitor.get('/console/apps'));
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
  const consenting = lived.consenting;
  return {
    killedAt: Date.now(),
    publicUrl,
    bridge: { systemId, last, ...seen },
    owner: { ...owner, accountId, browsing: browsingOf(visitor), consenting, bridges, links },
    demo: lived.demo,
    app: {
      ...{ clientId: client.client_id, clientSecret: client.client_secret, redirectUri, shown },
      ...{ ...lived.app, tokens, spentRefreshToken: spent.refresh_token, control, usage },
      ...{
        discovered,
        early: settled.early,
        recent: toKnown(recent),
        late: Object.fromEntries(late.cursors),
      },
    },
    endpoint: { ...endpoint, ...developed, pending, disabled: { id: settled.disabledId } },
    waiting: lived.waiting,
  };
};

/** The commands of a command line and their options, from its help. */
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

/** Reads the audit log with that build, from a copy: what it reads it may tidy up. */
const readAudit = async ({ plenum, folder }: Using): Promise<string[]> => {
  const copy = join(folder, 'audited');
  cpSync(join(folder, 'cloud'), copy, { recursive: true });
  const { out } = await startCommand(plenum, ['audit', '--data', copy, '--json']).ended;
  return out.trim().split('\n');
};

/** How many commands a bridge would have to do again, from a copy of its folder. */
const countJournal = ({ folder }: Using): number => {
  const copy = join(folder, 'journal');
  cpSync(join(folder, 'bridge'), copy, { recursive: true });
  const db = new DatabaseSync(join(copy, 'bridge.sqlite'));
  const { n } = db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number };
  db.close();
  return n;
};

const make = async (checkout: string): Promise<void> => {
  const git = ['-C', checkout, 'rev-parse', '--short=7', 'HEAD'];
  const build = execFileSync('git', git, { encoding: 'utf8' }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-compatibility-'));
  const using = { plenum: { bin: join(checkout, 'packages/plenum/bin/plenum.js') }, checkout, folder };
  const receiver = await startReceiver();
  const settled = await settleIn(using, receiver.url);
  const used = await useUntilKilled(using, settled, () => receiver[Symbol.asyncDispose]());
  const known: Known = {
    build,
    ...used,
    audit: await readAudit(using),
    commandLine: await readCommandLine(using.plenum),
  };
  const entries = countJournal(using);
  if (entries < 50) throw new Error(`the journal has ${entries} entries only`);

  const to = join(import.meta.dirname, 'builds', build);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  // The index of a log that its process left behind is made again from it.
  for (const one of ['bridge', 'cloud'])
    for (const name of readdirSync(join(folder, one)))
      if (!name.endsWith('-shm')) packFile(join(folder, one, name), join(to, one));
  const lines = Object.entries(known).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  writeFileSync(join(to, 'known.json'), `{\n${lines.join(',\n')}\n}\n`);
  rmSync(folder, { recursive: true });
  console.log(`${to}: ${entries} journal entries, ${known.audit.length} lines of audit`);
};

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('node tests/compatibility/make-folder.ts CHECKOUT');
await make(resolve(checkout));
