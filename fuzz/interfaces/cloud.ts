import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { demo } from '@plenum/testbed/account';
import fc from '@plenum/testbed/fast-check';
import { cloudBodies, type Operation, readOperations } from '../contracts.ts';
import { valuesLike } from '../mutate.ts';
import { type Started, target } from '../target.ts';
import { isAccepted } from './exchange.ts';
import { type HttpCase, requestsLike } from './requests.ts';
import { createSender, signUp } from './send-to-cloud.ts';
import { type FuzzedCloud, limitGrowth, secretName, startCloud } from './start-cloud.ts';

const operations = readOperations('cloud.openapi.json');

/** Number of the state checks of the owner: one in this many cases, because the console limits the rate of requests. */
const checkEvery = 100;

/** Everything that the owner sees in the console. Nobody else can change it. */
const readConsole = async ({ owner }: FuzzedCloud): Promise<string> => {
  const parts = [];
  for (const path of ['/console/bridges', '/console/links', '/console/apps'])
    parts.push(await owner.call(path));
  return JSON.stringify(parts, (key, value: unknown) => (/At$|^last|used/i.test(key) ? undefined : value));
};

/** Checks from time to time that the state of the owner is unchanged. */
const watchOwner = async (cloud: FuzzedCloud): Promise<{ next(): Promise<void>; check(): Promise<void> }> => {
  const before = await readConsole(cloud);
  let count = 0;
  const check = async () =>
    assert.equal(await readConsole(cloud), before, 'the data of the owner were changed');
  return { check, next: async () => (++count % checkEvery === 0 ? check() : undefined) };
};

/** Number of tokens that take turns, because a cloud delays many refusals of one token. */
const tokens = 40;

const knownOf = ({ systemId }: FuzzedCloud) => ({
  systemId,
  componentId: `${systemId}_hvac_zone_1`,
  client_id: demo.clientId,
  clientId: demo.clientId,
  redirect_uri: demo.redirectUri,
  redirectUri: demo.redirectUri,
  grant_type: 'refresh_token',
  email: demo.email,
  name: 'Fuzz',
  confidential: false,
  pkceRequired: false,
});

/** Requests of apps: of the cloud's interface and of its authorization server. */
export const cloudForApps = target<HttpCase>({
  name: 'HTTP of the cloud for apps',
  weight: 6,
  start: async (stack): Promise<Started<HttpCase>> => {
    const cloud = await startCloud(stack);
    const senders: Record<string, string>[] = [{}];
    for (let n = 0; n < tokens; n++)
      senders.push({ Authorization: `Bearer ${(await cloud.owner.allowApp()).access}` });
    const ofApps = operations
      .filter(({ path }) => !/^\/(account|console)/.test(path) && !/^\/uplink$/.test(path))
      .map((one) => (one.path === '/dev' ? { ...one, bodies: cloudBodies(cloud.systemId) } : one));
    const { componentId: _, ...known } = knownOf(cloud);
    const send = createSender(cloud, []);
    const finish = await limitGrowth(cloud);
    return {
      cases: requestsLike(ofApps, { known, senders: senders.toReversed() }),
      check: async (given) => (await send(given)).some(isAccepted),
      finish,
    };
  },
});

/** Number of accounts that take turns, because the console limits the requests of an account. */
const accounts = 6;

/** Requests of other accounts with the ids of the owner: none may show or change anything of the owner. */
export const cloudForAccounts = target<HttpCase>({
  name: 'HTTP of the cloud for accounts',
  weight: 5,
  start: async (stack): Promise<Started<HttpCase>> => {
    const cloud = await startCloud(stack);
    const senders: Record<string, string>[] = [];
    for (let n = 0; n < accounts; n++) senders.push(await signUp(cloud.url));
    // A session that was signed out would be refused everything from then on.
    const ofAccounts = operations.filter(
      ({ path }) => /^\/(account|console)/.test(path) && path !== '/account/sign-out',
    );
    const send = createSender(cloud, [secretName]);
    const watch = await watchOwner(cloud);
    const limit = await limitGrowth(cloud);
    return {
      cases: requestsLike(ofAccounts, { known: knownOf(cloud), senders: [...senders, {}] }),
      check: async (given) => {
        const responses = await send(given);
        await watch.next();
        return responses.some(isAccepted);
      },
      finish: async () => {
        await watch.check();
        await limit();
      },
    };
  },
});

const form = 'application/x-www-form-urlencoded';
const toPage = (path: string, body: object): Operation => ({
  method: 'POST',
  path,
  query: {},
  type: form,
  bodies: [body],
});

/** The forms of the pages for signing in and for consent, which are in no contract. */
const pagesOf = (uid: string, token: string): readonly Operation[] => [
  toPage(`/interaction/${uid}/sign-in`, { token, email: demo.email, password: 'wrong' }),
  toPage(`/interaction/${uid}/sign-up`, { token, email: demo.email, password: 'a new account 24/7' }),
  toPage(`/interaction/${uid}/code`, { token, code: '123456' }),
  toPage(`/interaction/${uid}/consent`, { token, answer: 'allow', garage: 'yes' }),
  toPage(`/interaction/${uid}/cancel`, { token: 'stale' }),
  toPage('/device', { user_code: 'ABCD-EFGH', confirm: 'yes', xsrf: token }),
  ...['', '/sign-up', '/consent'].map((step) => ({
    ...toPage(`/interaction/${uid}${step}`, {}),
    method: 'GET',
    type: undefined,
    bodies: [],
  })),
];

/** Sign-in pages with changed forms and cookies. */
export const cloudPages = target<HttpCase>({
  name: 'sign-in pages of the cloud',
  weight: 2,
  start: async (stack): Promise<Started<HttpCase>> => {
    const cloud = await startCloud(stack);
    const asked = new URLSearchParams({
      client_id: demo.clientId,
      scope: 'query-control',
      state: 'x',
      response_type: 'code',
      redirect_uri: demo.redirectUri,
    });
    const begun = await fetch(`${cloud.url}/login?${asked}`, { redirect: 'manual' });
    const cookies = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
    const path = new URL(begun.headers.get('location')!, cloud.url).pathname;
    const sender = { Cookie: cookies.join('; ') };
    const page = await (await fetch(`${cloud.url}${path}`, { headers: sender })).text();
    const token = /name="token"[^>]* value="([^"]+)"/.exec(page)?.[1] ?? 'none';
    const send = createSender(cloud, [secretName]);
    return {
      cases: requestsLike(pagesOf(path.split('/')[2]!, token), { senders: [sender, {}] }),
      check: async (given) => (await send(given)).some(isAccepted),
      finish: await limitGrowth(cloud),
    };
  },
});

const thing = 'zone/1';

/** The tools of assistants, with arguments. */
const tools: Readonly<Record<string, object>> = {
  get_house: {},
  get_component: { thing },
  get_history: { series: 'zone.1.Temp', hours: 1 },
  explain: { thing },
  set_zone: { thing, mode: 'close', setpoint_celsius: 23.5, max_air_percent: 90 },
  set_unit: { thing: 'unit', on: true, mode: 'cool', fan: 'low', sleep_timer_minutes: 30 },
  run_favourite: { thing: 'favourite/0' },
  water: { thing: 'program/0', action: 'run' },
  set_light: { thing: 'lamp/0', on: true, brightness_percent: 50, cover: 'open' },
};

const clientInfo = { name: 'fuzz', version: '1' };
const messages: readonly (readonly [method: string, params: object])[] = [
  ...Object.entries(tools).map(([name, args]) => ['tools/call', { name, arguments: args }] as const),
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }],
  ...['notifications/initialized', 'ping', 'tools/list', 'resources/list'].map((name) => [name, {}] as const),
];

const toMessage = (method: string, params: unknown): object => ({ jsonrpc: '2.0', id: 1, method, params });

/** Generates messages of an assistant: changed in any part, or valid ones with changed parameters. */
const messagesLike = (headers: Readonly<Record<string, string>>): fc.Arbitrary<HttpCase> => {
  const about = {
    method: 'POST',
    target: '/mcp',
    headers: { ...headers, 'Content-Type': 'application/json' },
  };
  const toCase = (method: string, params: unknown): HttpCase => ({
    requests: [{ ...about, body: JSON.stringify(toMessage(method, params)) }],
  });
  const operation: Operation = {
    method: 'POST',
    path: '/mcp',
    query: {},
    type: 'application/json',
    bodies: messages.map(([method, params]) => toMessage(method, params)),
  };
  return fc.oneof(
    requestsLike([operation], { senders: [headers], most: 1 }),
    ...messages.map(([method, params]) => valuesLike([params]).map((changed) => toCase(method, changed))),
    ...Object.entries(tools).map(([name, args]) =>
      valuesLike([args]).map((changed) => toCase('tools/call', { name, arguments: changed })),
    ),
  );
};

/** Time between two messages of an assistant, in ms, because a cloud limits their rate for each user. */
const betweenMessages = 50;

/** Messages of assistants, with a token that may do everything. */
export const cloudForAssistants = target<HttpCase>({
  name: 'assistants of the cloud',
  weight: 2,
  start: async (stack): Promise<Started<HttpCase>> => {
    const cloud = await startCloud(stack);
    const { access } = await cloud.owner.allowApp('query-control history lighting garage');
    const headers = { Accept: 'application/json, text/event-stream', Authorization: `Bearer ${access}` };
    const send = createSender(cloud, []);
    return {
      cases: messagesLike(headers),
      check: async (given) => {
        const responses = await send(given);
        await pause(betweenMessages);
        return responses.some(isAccepted);
      },
      finish: await limitGrowth(cloud),
    };
  },
});
