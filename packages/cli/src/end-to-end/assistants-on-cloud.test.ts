import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Bridge } from '@plenum/bridge';
import { type ClimateCloud, startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runBridge } from '@plenum/testbed/house';
import { until } from '@plenum/testbed/until';
import { untilUplink } from '@plenum/testbed/uplink-bridge';
import { findAssistants } from '../command/run/cloud/optional-parts.ts';
import { toCloudLines } from '../format/cloud.ts';

/**
 * The burst limit of a token. The allowance does not refill while these tests run, and only the test of the rate limit
 * exceeds it.
 */
const burst = 120;
const callback = 'http://127.0.0.1:9999/callback';

let cloud: ClimateCloud;
let bridge: Bridge;
let url: string;
let owner: Awaited<ReturnType<typeof enterAccount>>;
const running = new AsyncDisposableStack();
before(async () => {
  const { path: dataDir } = running.use(createDataFolder());
  cloud = running.use(
    await startClimateCloud({
      store: { dataDir },
      httpPort: 0,
      development: true,
      isAnnounced: true,
      passwordCost: leastCost,
      rate: { rate: 0.001, burst },
      ...findAssistants(),
    }),
  );
  const toCloud = async (who: Parameters<NonNullable<ClimateCloud['development']>['adopt']>[0]) => {
    await cloud.development!.adopt(who);
    return cloud.publicUrl;
  };
  bridge = running.use(await runBridge({ cloud: toCloud }));
  await untilUplink(bridge, 'connected');
  const stored = () => cloud.store.db.selectFrom('component').selectAll().execute();
  await until('the house is stored', async () => (await stored()).length > 0);
  url = cloud.assistants!;
  owner = await enterAccount(cloud.publicUrl);
});
after(() => running.disposeAsync());

const zone = (index: number) => bridge.device.datagrams().zone[index]!;

/** An assistant that has only the address of a cloud, and a browser in which its user acts. */
const createAssistant = () => {
  let app: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let found: OAuthDiscoveryState | undefined;
  let verifier = '';
  let asked: URL | undefined;
  const authProvider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'House Talk', redirect_uris: [callback] },
    state: () => 'state-1',
    clientInformation: () => app,
    saveClientInformation: (given) => {
      app = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (to) => {
      asked = to;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      found = given;
    },
    discoveryState: () => found,
    invalidateCredentials: () => {
      tokens = undefined;
    },
  };
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
    await client.connect(transport);
    return client;
  };
  return {
    connect,
    asked: () => asked!,
    clientId: () => app!.client_id,
    accessToken: () => tokens!.access_token,
    scope: () => tokens!.scope,
    /** The user signs in and allows the assistant, with these boxes ticked. */
    signIn: async (boxes: Readonly<Record<string, string>> = {}) => {
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
      await assert.rejects(
        new Client({ name: 'test', version: '1.0.0' }).connect(transport),
        UnauthorizedError,
      );
      await transport.finishAuth((await owner.authorize(String(asked), boxes)).searchParams);
      return connect();
    },
  };
};

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content as unknown as [{ text: string }];
  return { text: first.text, found: structuredContent as Record<string, never>, isError };
};

/**
 * Posts one message without an MCP client; returns the status, the headers, and the text or error sentence of the
 * response.
 */
const post = async (token: string | undefined, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  const sentence = answer.ok ? text : (JSON.parse(text) as { error: { message: string } }).error.message;
  return { status: answer.status, headers: answer.headers, sentence };
};

const toCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const readKitchen = toCall('get_component', { thing: 'Kitchen' });

describe('an assistant that is given only the address of a cloud', () => {
  it('an assistant finds the authorization server by address alone, and obeys the scopes', async () => {
    const assistant = createAssistant();
    const client = await assistant.signIn();
    const asked = Object.fromEntries(assistant.asked().searchParams);
    assert.equal(assistant.asked().origin, cloud.publicUrl);
    assert.equal(asked.resource, url);
    assert.equal(asked.code_challenge_method, 'S256');
    assert.equal(asked.scope, 'query-control history lighting garage');
    assert.equal(assistant.scope(), 'query-control history lighting');
    const links = await owner.call<{ clientId: string; name: string }[]>('/console/links');
    assert.deepEqual(links, [{ clientId: assistant.clientId(), name: 'House Talk' }]);

    const { tools } = await client.listTools();
    assert.equal(tools.length, 10);
    assert.ok(Object.hasOwn((await call(client, 'get_house')).found, 'zone'));
    const set = await call(client, 'set_zone', { thing: 'zone/1', setpoint_celsius: 23.5 });
    assert.equal(set.found.setpoint_celsius, 23.5, set.text);
    assert.equal(zone(1).Setpoint, 2350);
    const tooHot = await call(client, 'set_zone', { thing: 'zone/1', setpoint_celsius: 30.5 });
    assert.ok(tooHot.isError);
    assert.match(tooHot.text, /30/);
    assert.equal(zone(1).Setpoint, 2350);
    const why = await call(client, 'explain', { thing: 'zone/1' });
    assert.equal(why.found.name, 'Kitchen', why.text);
    const history = await call(client, 'get_history', { series: 'zone.1.Temp', hours: 1 });
    assert.equal(history.found.unit, '°C', history.text);

    const door = bridge.device.datagrams().lamp.find(({ Type }) => abilitiesOf(Type).isGarageDoor)!;
    const move = { thing: `lamp/${door.Index}`, cover: door.Reed === 1 ? 'open' : 'close' };
    const kept = await call(client, 'set_light', move);
    assert.equal(
      kept.text,
      'The access token does not allow moving a garage door; that needs the scope garage.',
    );
    const opener = createAssistant();
    const moved = await call(await opener.signIn({ garage: 'yes' }), 'set_light', move);
    assert.ok(!moved.isError, moved.text);

    // The user withdraws the access of the first assistant.
    const token = assistant.accessToken();
    await owner.call(`/console/links/${assistant.clientId()}/remove`, {});
    await assert.rejects(call(client, 'get_house'), UnauthorizedError);
    assert.equal((await post(token, readKitchen)).status, 401);
  });

  it('an assistant gets no code for another server, without PKCE or for an unknown redirect', async () => {
    const assistant = createAssistant();
    await assert.rejects(assistant.connect(), UnauthorizedError);
    const ask = async (change: (parameters: URLSearchParams) => void) => {
      const to = new URL(assistant.asked());
      change(to.searchParams);
      const answer = await fetch(to, { redirect: 'manual' });
      const location = URL.parse(answer.headers.get('location') ?? '');
      return [answer.status, location?.host, location?.searchParams.get('error')];
    };
    const here = new URL(callback).host;
    for (const resource of ['https://evil.example/mcp', `${url}#x`, 'mcp'])
      assert.deepEqual(
        await ask((asked) => asked.set('resource', resource)),
        [303, here, 'invalid_target'],
        resource,
      );
    const noProof = (asked: URLSearchParams) => {
      asked.delete('code_challenge');
      asked.delete('code_challenge_method');
    };
    assert.deepEqual(await ask(noProof), [303, here, 'invalid_request']);
    const elsewhere = (asked: URLSearchParams) => asked.set('redirect_uri', 'https://evil.example/callback');
    assert.deepEqual(await ask(elsewhere), [400, undefined, undefined]);
    const otherPort = (asked: URLSearchParams) => asked.set('redirect_uri', 'http://127.0.0.1:9998/callback');
    assert.equal((await ask(otherPort))[0], 303);
    const exchange = await fetch(`${cloud.publicUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: assistant.clientId(),
        grant_type: 'authorization_code',
        code: 'x',
        resource: 'https://evil.example/mcp',
      }),
    });
    assert.equal(exchange.status, 400);
    assert.equal(((await exchange.json()) as { error: string }).error, 'invalid_target');
  });
});

describe('the address for assistants', () => {
  it('the assistants’ address names the issuer if a token is missing, unknown or foreign', async () => {
    const metadata = `${cloud.publicUrl}/.well-known/oauth-protected-resource/mcp`;
    const challenge = `resource_metadata="${metadata}", scope="query-control history lighting garage"`;
    const none = await post(undefined, readKitchen);
    assert.equal(none.status, 401);
    assert.equal(none.headers.get('www-authenticate'), `Bearer ${challenge}`);
    assert.equal(none.sentence, 'The access token is missing or not valid.');
    const unknown = await post('nobodys', readKitchen);
    assert.equal(unknown.headers.get('www-authenticate'), `Bearer error="invalid_token", ${challenge}`);
    const pairing = await post(await owner.allowPairing(), readKitchen);
    assert.equal(pairing.status, 403);
    assert.match(
      pairing.headers.get('www-authenticate')!,
      /^Bearer error="insufficient_scope", scope="query-/,
    );
    assert.deepEqual(await (await fetch(metadata)).json(), {
      resource: url,
      resource_name: 'Plenum',
      authorization_servers: [cloud.publicUrl],
      scopes_supported: ['query-control', 'history', 'lighting', 'garage'],
      bearer_methods_supported: ['header'],
    });
  });

  it('the assistants’ address keeps no sessions, limits sizes and refuses other sites’ pages', async () => {
    const { access } = await owner.allowApp();
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(url, { method, headers: { authorization: `Bearer ${access}` } });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
    }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const filled = (bytes: number) => JSON.stringify(list).padEnd(bytes);
    assert.equal((await post(access, filled(65_536))).status, 200);
    const large = await post(access, filled(65_537));
    assert.deepEqual([large.status, large.sentence], [413, 'The body is larger than 65536 bytes.']);
    assert.equal((await post(access, [list, list])).sentence, 'Send only one message per request.');
    assert.equal((await post(access, '{')).status, 400);
    assert.equal((await post(access, list, { 'content-type': 'text/plain' })).status, 415);
    const origins = [
      cloud.publicUrl,
      'https://evil.example',
      cloud.publicUrl.replace('127.0.0.1', 'evil.example'),
    ];
    const statuses = await Promise.all(
      origins.map(async (origin) => (await post(access, list, { origin })).status),
    );
    assert.deepEqual(statuses, [200, 403, 403]);
    const listen = await post(
      access,
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    assert.match(listen.sentence, /Subscription limit reached/);
  });

  it('shows a guest only the shared rooms, and counts the rate limit of each account separately', async () => {
    const enter = async (name: string) => {
      const account = await enterAccount(cloud.publicUrl, {
        email: `${name}@example.org`,
        password: 'a quiet house by the sea',
      });
      await account.signUp();
      return { ...account, access: (await account.allowApp()).access };
    };
    const [guest, stranger] = [await enter('guest'), await enter('stranger')];
    const members = `/console/bridges/${bridge.identity.uid}/members`;
    const { member } = await owner.call<{
      member: { id: string };
    }>(members, {
      email: 'guest@example.org',
      access: 'view',
    });
    await guest.call(`/console/invitations/${member.id}/accept`, {});
    const seen = await post(guest.access, readKitchen);
    assert.match(seen.sentence, /"name":"Kitchen"/);
    const before = zone(1).Setpoint;
    const set = toCall('set_zone', { thing: 'zone/1', setpoint_celsius: 19 });
    const refused = await post(guest.access, set);
    assert.match(refused.sentence, /This user may view this house, but not control it\./);
    assert.match((await post(stranger.access, set)).sentence, /This account has no house/);
    assert.equal(zone(1).Setpoint, before);

    const { access } = await owner.allowApp();
    assert.equal((await post(access, readKitchen)).status, 200);
    const many = Array.from({ length: 1.5 * burst }, () => post(access, readKitchen));
    const other = await post(guest.access, readKitchen);
    assert.match(other.sentence, /"name":"Kitchen"/);
    const answers = await Promise.all(many);
    const limited = answers.filter(({ status }) => status !== 200);
    // The requests that the tools send count too, so fewer calls succeed than the limit of the token allows.
    assert.ok(limited.length >= burst / 2, `${limited.length}`);
    for (const { status, headers, sentence } of limited) {
      assert.equal(status, 429);
      assert.ok(Number(headers.get('retry-after')) >= 1);
      assert.match(sentence, /^(This token may make|Assistants of this user (may send 20|wait for 20))/);
    }
  });
});

it('a cloud without the optional package serves no assistants and no client registration', async () => {
  using folder = createDataFolder();
  await using plain = await startClimateCloud({ store: { dataDir: folder.path }, httpPort: 0 });
  assert.equal(plain.assistants, undefined);
  const line =
    /^Assistants \(MCP\) are not served: npm install @plenum\/mcp@\d+\.\d+\.\d+, where plenum is installed\.$/m;
  assert.match(toCloudLines(plain).join('\n'), line);
  assert.ok(toCloudLines(cloud).includes(`Assistants (MCP): ${cloud.publicUrl}/mcp`));
  for (const path of ['/mcp', '/register'])
    assert.equal((await fetch(plain.publicUrl + path, { method: 'POST', body: '{}' })).status, 404);
  const metadata = await fetch(`${plain.publicUrl}/.well-known/oauth-authorization-server`);
  assert.ok(!Object.hasOwn((await metadata.json()) as object, 'registration_endpoint'));
});
