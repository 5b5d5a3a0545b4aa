import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { type CloudTokens, connectCloud, verifyWebhook } from '@plenum/client';
import { type ClimateCloudConfig, startClimateCloud } from '@plenum/cloud';
import { type AccountCredentials, demo, enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { actionsOf, createBrowser, type Visit } from '@plenum/testbed/form-browser';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { startReceiver } from '@plenum/testbed/receiver';
import { startServer } from '@plenum/testbed/server';
import { until } from '@plenum/testbed/until';
import { startUplinkBridge, untilUplink } from '@plenum/testbed/uplink-bridge';

const passwordCost = { memory: 8, passes: 1, parallelism: 1 };
const hosting = async () => (await import('@plenum/bridge/hosted')).hosting;

/** Starts a cloud with test users, and signs the demo account in to its console. */
const start = async (dataDir: string, more: Partial<ClimateCloudConfig> = {}) => {
  const cloud = await startClimateCloud({
    store: { dataDir },
    httpPort: 0,
    development: true,
    isAnnounced: true,
    passwordCost,
    hosting,
    ...more,
  });
  const developer = await enterAccount(cloud.publicUrl);
  await developer.signIn();
  return { cloud, url: cloud.publicUrl, developer };
};

type Developer = Awaited<ReturnType<typeof enterAccount>>;
interface User {
  readonly testUserId: string;
  readonly houses: readonly { readonly systemId: string; readonly isPresent: boolean }[];
}

interface ListedUser {
  readonly testUserId: string;
  readonly createdAt: number;
  readonly houses: readonly {
    readonly systemId: string;
    readonly isPresent: boolean;
    readonly createdAt: number;
    readonly suspendsAt: number;
  }[];
}

const day = 86_400_000;

const makeUser = async (developer: Developer) =>
  await developer.call<User>('/console/test-users', { name: 'Ann' });

const makeHouse = async (developer: Developer, { testUserId }: User, draft: object = {}) =>
  await developer.call<User['houses'][0]>(`/console/test-users/${testUserId}/houses`, draft);

const makeTokens = async (developer: Developer, { testUserId }: User, scope?: string) =>
  await developer.call<Required<CloudTokens> & { readonly clientId: string }>(
    `/console/apps/${demo.clientId}/test-users/${testUserId}/tokens`,
    scope === undefined ? {} : { scope },
  );

/** Returns the client of the app for a test user with one house. */
const makeAll = async (url: string, developer: Developer) => {
  await developer.call(`/console/apps/${demo.clientId}/test-keys`, {});
  const user = await makeUser(developer);
  const house = await makeHouse(developer, user);
  const { clientId, ...tokens } = await makeTokens(developer, user);
  const client = connectCloud({ url, tokens, app: { clientId } });
  return { user, house, tokens, clientId, client };
};

const kitchenOf = async ({ client }: Pick<Awaited<ReturnType<typeof makeAll>>, 'client'>) => {
  const { components } = await client.discover();
  const kitchen = components.find(({ datagram }) => (datagram as { Name?: string }).Name === 'Kitchen')!;
  return { id: kitchen.componentId, setpoint: (kitchen.datagram as { Setpoint: number }).Setpoint };
};

const requestOf = (clientId: string) =>
  new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'x',
    response_type: 'code',
    redirect_uri: demo.redirectUri,
  });

/** Follows the link of an app with a new browser, and signs in. */
const askFor = async (url: string, clientId: string, credentials: AccountCredentials) => {
  const browser = createBrowser(url);
  const first = await browser.go(`/login?${requestOf(clientId)}`);
  const action = actionsOf(first.html).find((one) => one.endsWith('/sign-in'))!;
  const { email, password } = credentials;
  return { browser, page: await browser.send(first, { action, fields: { email, password } }) };
};

/** Returns the form token of the session, which the form to use another account contains. */
const tokenOf = ({ html }: Visit): string =>
  /action="[^"]*switch"[\s\S]*?name="token" value="([^"]+)"/.exec(html)![1]!;

describe('a house of a test user', () => {
  it('answers the app through Discover, Query and Control as soon as it is created', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const all = await makeAll(url, developer);
    assert.equal(all.house.isPresent, true);
    const { id } = await kitchenOf(all);
    await all.client.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    assert.equal((await kitchenOf(all)).setpoint, 2350);
    const [listed] = await developer.call<User[]>('/console/test-users');
    assert.deepEqual(
      listed!.houses.map(({ systemId }) => systemId),
      [all.house.systemId],
    );
  });

  it('is there again with every acknowledged command after a restart', async () => {
    using folder = createDataFolder();
    const first = await start(folder.path);
    const before = await makeAll(first.url, first.developer);
    const { id } = await kitchenOf(before);
    await before.client.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await first.cloud[Symbol.asyncDispose]();

    const second = await start(folder.path);
    await using _ = second.cloud;
    const client = connectCloud({
      url: second.url,
      tokens: before.tokens,
      app: { clientId: before.clientId },
    });
    await until('the house is connected', async () => {
      const [user] = await second.developer.call<User[]>('/console/test-users');
      return user!.houses[0]!.isPresent;
    });
    assert.equal((await kitchenOf({ client })).setpoint, 2350);
    await client.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2250 } });
    assert.equal((await kitchenOf({ client })).setpoint, 2250);
  });

  it('loses no acknowledged command when its cloud is killed, and runs again within seconds', async () => {
    await using server = await startServer('cloud', '--development');
    const developer = await enterAccount(server.url);
    await developer.signIn();
    const all = await makeAll(server.url, developer);
    const { id } = await kitchenOf(all);
    for (const Setpoint of [2350, 2250, 2150])
      await all.client.control(id, { ZoneSetpoint: { Index: 1, Setpoint } });
    await server.kill();
    await server.restart();
    await until('the house obeys', async () => {
      await all.client.control(id, { ZoneName: { Index: 1, Name: 'Galley' } });
      return true;
    });
    const { components } = await all.client.discover();
    const galley = components.find(({ componentId }) => componentId === id)!;
    assert.deepEqual(
      [(galley.datagram as { Name: string }).Name, (galley.datagram as { Setpoint: number }).Setpoint],
      ['Galley', 2150],
    );
  });

  it('sends signed events to an endpoint of test keys, also a guest’s, and none to live keys', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    await using test = await startReceiver();
    await using live = await startReceiver();
    const all = await makeAll(url, developer);
    const { clientId } = all;
    await developer.call(`/console/apps/${demo.clientId}/endpoints`, { url: live.url });
    const { secret } = await developer.call<{ secret: string }>(`/console/apps/${clientId}/endpoints`, {
      url: test.url,
    });
    const { id } = await kitchenOf(all);
    await all.client.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await until('an event arrives', async () =>
      test.messages.some(({ body }) => body.includes('"Setpoint":2350')),
    );
    // Bob is a guest until the developer ends it.
    const bob = await makeUser(developer);
    const tokens = await makeTokens(developer, bob);
    const guest = connectCloud({ url, tokens, app: { clientId } });
    const guests = `/console/test-houses/${all.house.systemId}/guests/${bob.testUserId}`;
    const control = (Setpoint: number) => guest.control(id, { ZoneSetpoint: { Index: 1, Setpoint } });
    const syncs = () =>
      test.messages.filter(({ body }) => body.includes('"Sync"') && body.includes(bob.testUserId)).length;
    await assert.rejects(guest.query(id));
    await developer.call(guests, { access: 'view' });
    await until('a Sync for Bob arrives', async () => syncs() === 1);
    await guest.query(id);
    await assert.rejects(control(2250));
    await developer.call(guests, { access: 'control' });
    await control(2250);
    assert.equal((await kitchenOf(all)).setpoint, 2250);
    await developer.call(`${guests}/remove`, {});
    await until('another Sync for Bob arrives', async () => syncs() === 2);
    await assert.rejects(guest.query(id));
    for (const { headers, body } of test.messages) verifyWebhook({ headers, body, secrets: [secret] });
    assert.deepEqual(live.messages, []);

    // The developer ends the access of the test keys to Ann.
    const appsOf = async () =>
      (await developer.call<{ apps: object[] }[]>('/console/test-users')).map(({ apps }) => apps.length);
    assert.deepEqual(await appsOf(), [1, 1]);
    await developer.call(`/console/test-users/${all.user.testUserId}/links/${clientId}/remove`, {});
    assert.deepEqual(await appsOf(), [0, 1]);
    await assert.rejects(all.client.query(id));
  });

  it('is created, and suspended after seven days, by the clock of the cloud', async () => {
    using folder = createDataFolder();
    const { cloud, developer } = await start(folder.path);
    await using _ = cloud;
    const clock = cloud.testClock!;
    await clock.step(30 * day);
    await developer.signIn();
    const user = await makeUser(developer);
    const before = clock.now();
    const { systemId } = await makeHouse(developer, user);
    const read = async () => {
      const items = await developer.call<ListedUser[]>('/console/test-users');
      return items.find(({ testUserId }) => testUserId === user.testUserId)!;
    };
    const [house] = (await read()).houses;
    assert.equal(house!.systemId, systemId);
    assert.ok(house!.createdAt >= before && house!.createdAt <= clock.now());
    assert.equal(house!.suspendsAt, house!.createdAt + 7 * day);
    assert.ok((await read()).createdAt >= before - 60_000);
    await clock.step(house!.suspendsAt - clock.now() - 60_000);
    await developer.signIn();
    assert.equal((await read()).houses[0]!.isPresent, true);
    await clock.step(60_001);
    assert.equal((await read()).houses[0]!.isPresent, false);
  });

  it('obeys the developer’s controls of its clock and faults, within the developer’s limits', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const { house } = await makeAll(url, developer);
    const path = `/console/test-houses/${house.systemId}/simulation`;
    const status = async () =>
      await developer.call<{ clock: { at: number; scale: number }; faults: object[] }>(path);
    await developer.call(path, { ClockScale: 600 });
    await developer.call(path, { ZoneDamperStuck: { Zone: 1, On: 1 } });
    const { at } = (await status()).clock;
    await developer.call(path, { ClockStep: 3600 });
    const { clock, faults } = await status();
    assert.ok(clock.at >= at + 3_600_000);
    assert.equal(clock.scale, 600);
    assert.equal(faults.length, 1);
    await assert.rejects(developer.call(path, { ClockScale: 36_000 }), /test-houses-too-fast/);
    await assert.rejects(developer.call(path, { ClockScale: 'fast' }), /InvalidRequest/);
    assert.equal((await status()).clock.scale, 600);
  });

  it('lists its latest requests and its components for its developer, and for nobody else', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const all = await makeAll(url, developer);
    const { id } = await kitchenOf(all);
    const path = `/console/test-houses/${all.house.systemId}/simulation`;
    const asked = { ZoneName: { Index: 1, Name: 'Galley' } };
    await all.client.control(id, asked);
    const { requests } = await developer.call<{
      requests: readonly { over: string; asked: object; result: string; isRedacted: boolean }[];
    }>(`${path}/requests`);
    assert.deepEqual(
      requests.map(({ over, asked, result, isRedacted }) => ({ over, asked, result, isRedacted })),
      [{ over: 'cloud', result: 'OK', isRedacted: true, asked: { ZoneName: { Index: 1, Name: '<text>' } } }],
    );
    const components = await developer.call<
      {
        datagram: { Name?: string };
      }[]
    >(`${path}/components`);
    assert.ok(components.some(({ datagram }) => datagram.Name === 'Galley'));
    const other = await enterAccount(url, { email: 'bob@example.org', password: 'a quiet house by the sea' });
    await other.signUp();
    for (const what of ['requests', 'components'])
      await assert.rejects(other.call(`${path}/${what}`), /no-such-test-house/);
  });

  it('answers like a bridge that lost its connection, and sends its changes afterwards', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path, { controlWithin: 3_000 });
    await using _ = cloud;
    const all = await makeAll(url, developer);
    const { id } = await kitchenOf(all);
    const path = `/console/test-houses/${all.house.systemId}/simulation`;
    const isPresent = async () =>
      (await developer.call<User[]>('/console/test-users'))[0]!.houses[0]!.isPresent;
    await developer.call(path, { Offline: 1 });
    await until('it is offline', async () => !(await isPresent()));
    await assert.rejects(all.client.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }));
    await developer.call(path, { ZoneDamperStuck: { Zone: 1, On: 1 } });
    // A stuck damper is noticed once it should move, which it does on any day, but not in any two hours.
    await developer.call(path, { ClockStep: 86_400 });
    const status = await developer.call<{ faults: object[]; Offline: number }>(path);
    assert.deepEqual([status.faults.length, status.Offline], [1, 1]);
    const damper = async () => {
      const { components } = await all.client.discover();
      const kitchen = components.find(({ componentId }) => componentId === id)!;
      return (kitchen.datagram as { DmpFlt: number }).DmpFlt;
    };
    assert.equal(await damper(), 0);
    await developer.call(path, { Offline: 0 });
    await until('its changes are stored', async () => (await damper()) === 1);
    assert.equal(await isPresent(), true);
  });

  it('can be stepped by a year once, then refuses more, but not for other developers', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const user = await makeUser(developer);
    const houses = [await makeHouse(developer, user), await makeHouse(developer, user)];
    const [first, second] = houses.map(({ systemId }) => `/console/test-houses/${systemId}/simulation`);
    await assert.rejects(developer.call(first!, { ClockStep: 31_622_401 }), /InvalidRequest/);
    const { stepping } = await developer.call(first!, { ClockStep: 31_622_400 });
    const { from, at, to } = stepping as unknown as Record<'from' | 'at' | 'to', number>;
    assert.ok(from < at && at < to, 'it continues after the response');
    // The clock goes on in real time meanwhile.
    assert.ok(to - from >= 31_622_400_000 && to - from < 31_622_460_000);
    const read = (await developer.call(first!)).stepping as unknown as { at: number; to: number };
    assert.ok(read.at >= at);
    assert.ok(read.to >= to && read.to < to + 60_000);
    await assert.rejects(developer.call(first!, { ClockStep: 1 }), /too-many-test-steps/);
    await assert.rejects(developer.call(second!, { ClockStep: 1 }), /too-many-test-steps/);
    const other = await enterAccount(url, { email: 'bob@example.org', password: 'a quiet house by the sea' });
    await other.signUp();
    const { systemId } = await makeHouse(other, await makeUser(other));
    await other.call(`/console/test-houses/${systemId}/simulation`, { ClockStep: 1 });
  });

  it('is not created from wrong members, which the refusal names with what is allowed', async () => {
    using folder = createDataFolder();
    const { cloud, developer } = await start(folder.path);
    await using _ = cloud;
    const user = await makeUser(developer);
    const { readShippedHouse } = await import('@plenum/simulator');
    const shipped = readShippedHouse('flat');
    assert.ok(shipped.ok);
    const file = shipped.value;
    for (const [draft, sentence] of [
      [
        { timeScale: 'fast' },
        /timeScale: .*fast.* is not a number\. Allowed is 0-36000: seconds of house time/,
      ],
      [{ timeScale: 99_999 }, /timeScale: 99999 is above the maximum of 36000\./],
      [{ timeScale: -1 }, /timeScale: -1 is below the minimum of 0\./],
      [{ timeScale: 0.5 }, /timeScale: 0\.5 is not a whole number\./],
      [{ seed: -1 }, /seed: -1 is below the minimum of 0\./],
      [{ houze: 1 }, /There is no member .*houze.*\. Did you mean house\?/],
      [{ house: 'larg' }, /house: .*larg.* is not one of demo, flat, large\. Did you mean large\?/],
      [{ file: [] }, /file: \[\] is not an object\. Allowed is any object: a house file/],
      [{ file, house: 'demo' }, /Give house or file, not both/],
      [
        { file: { ...file, placee: {} } },
        /The cloud cannot simulate this house: .*placee.* Did you mean place/,
      ],
      [{ file: { ...file, name: 'x'.repeat(61) } }, /name: .* is not 1 to 60 characters on one line/],
      [{ place: { latitud: 1 } }, /The cloud cannot simulate this house: .*latitud/],
      [{ place: 5 }, /place: 5 is not an object\./],
    ] as const)
      await assert.rejects(makeHouse(developer, user, draft), ({ message }: Error) => {
        assert.match(message, /: 400 /);
        assert.match(message, sentence);
        return true;
      });
    const [listed] = await developer.call<User[]>('/console/test-users');
    assert.deepEqual(listed!.houses, []);
    await makeHouse(developer, user, { file: { ...file, name: 'x'.repeat(60) }, seed: 0, timeScale: 0 });
  });

  it('is gone with its test user', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const { user, client } = await makeAll(url, developer);
    await client.discover();
    await developer.call(`/console/test-users/${user.testUserId}/remove`, {});
    await assert.rejects(client.discover());
    assert.deepEqual(await developer.call('/console/test-users'), []);
  });
});

describe('a cloud that has only test users', () => {
  it('serves their houses, and refuses bridges and live keys with the reason', async () => {
    using folder = createDataFolder();
    using bridgeFolder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path, { onlyTestUsers: true });
    await using _ = cloud;
    const all = await makeAll(url, developer);
    await kitchenOf(all);
    const page = await createBrowser(url).go(`/login?${requestOf(all.clientId)}`);
    assert.ok(actionsOf(page.html).some((one) => one.endsWith('/sign-in')));
    const refreshed = await fetch(`${url}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: all.clientId,
        grant_type: 'refresh_token',
        refresh_token: all.tokens.refreshToken,
      }),
    });
    assert.equal(refreshed.status, 200);

    const refusedPage = await createBrowser(url).go(`/login?${requestOf(demo.clientId)}`);
    assert.equal(refusedPage.status, 400);
    assert.match(refusedPage.html, /this cloud has only test users/);
    const live = { client_id: demo.clientId };
    for (const [path, form] of [
      ['/token', { ...live, grant_type: 'authorization_code', code: 'x' }],
      ['/token', { ...live, grant_type: 'refresh_token', refresh_token: 'x' }],
      ['/device/authorization', { client_id: 'plenum-bridge' }],
    ] as const) {
      const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) });
      assert.equal(answer.status, 400, path);
      assert.match(await answer.text(), /unauthorized_client.*this cloud has only test users/, path);
    }

    const pairing = await fetch(`${url}/uplink/pairing`, { method: 'POST' });
    assert.equal(pairing.status, 403);
    assert.deepEqual(await pairing.json(), { error: 'test-users-only' });
    await using bridge = await startUplinkBridge(bridgeFolder.path, url);
    assert.match((await untilUplink(bridge, 'waiting')).why, /accepts no bridges/);
  });
});

describe('test keys and live keys', () => {
  it('keep test users and real ones apart', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const { client, house, clientId, user, tokens: testTokens } = await makeAll(url, developer);
    const tokens = await developer.allowApp();
    const live = connectCloud({
      url,
      tokens: { accessToken: tokens.access, refreshToken: tokens.refresh },
      app: { clientId: demo.clientId },
    });
    const idsOf = async (by: typeof live) =>
      new Set((await by.discover()).components.map(({ componentId }) => componentId.slice(0, 9)));
    assert.deepEqual([...(await idsOf(live))], []);
    assert.equal((await idsOf(client)).size, 1);
    const { id } = await kitchenOf({ client });
    await assert.rejects(live.query(id));
    await assert.rejects(live.control(id, { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }));

    // The same over gRPC.
    using grpc = createGrpcClient(cloud.http.port);
    const by = (accessToken: string) => ({ accessToken, requestId: randomUUID() });
    const ask = { componentId: id, requestBody: '{"ZoneSetpoint":{"Index":1,"Setpoint":2350}}' };
    const own = by(testTokens.accessToken);
    assert.notDeepEqual((await grpc.discover(own)).devices, []);
    await grpc.query({ ...by(own.accessToken), componentId: id });
    await grpc.control({ ...by(own.accessToken), ...ask });
    assert.deepEqual((await grpc.discover(by(tokens.access))).devices, []);
    await assert.rejects(grpc.query({ ...by(tokens.access), componentId: id }));
    await assert.rejects(grpc.control({ ...by(tokens.access), ...ask }));
    const [blind, watching] = [grpc.watch(by(tokens.access)), grpc.watch(by(own.accessToken))];
    const first = Promise.race([blind, watching].map(async (each) => (await each.next()).systemId));
    assert.equal(await first, house.systemId);
    for (const each of [blind, watching]) each.cancel();

    // The token that a developer gets for the own account is not for test keys.
    await assert.rejects(developer.call(`/console/apps/${clientId}/token`, {}), /no-such-app/);

    // Another developer has no access to the test user, its house and the test keys.
    const bob = { email: 'bob@example.org', password: 'a quiet house by the sea' };
    const other = await enterAccount(url, bob);
    await other.signUp();
    const refused: readonly (readonly [string, object?])[] = [
      [`/console/test-users/${user.testUserId}/remove`, {}],
      [`/console/test-users/${user.testUserId}/houses`, {}],
      [`/console/test-houses/${house.systemId}/remove`, {}],
      [`/console/test-houses/${house.systemId}/simulation`],
      [`/console/test-houses/${house.systemId}/simulation`, { ClockScale: 2 }],
      [`/console/apps/${demo.clientId}/test-keys`, {}],
      [`/console/apps/${demo.clientId}/test-users/${user.testUserId}/tokens`, {}],
    ];
    for (const [path, body] of refused) await assert.rejects(other.call(path, body), /no-such-/, path);
    assert.deepEqual(await other.call('/console/test-users'), []);

    // Nor can it allow the test keys, even with a forged form.
    const { browser, page } = await askFor(url, clientId, bob);
    assert.match(page.html, /no test users of yours/);
    const cancel = actionsOf(page.html).find((one) => one.endsWith('/cancel'))!;
    const forged = await browser.fetch(`${url}${cancel.replace(/cancel$/, 'test-user')}`, {
      method: 'POST',
      headers: { origin: url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ user: user.testUserId, token: tokenOf(page) }),
    });
    const { left } = await browser.go(forged.headers.get('location')!);
    assert.equal(left!.searchParams.get('error'), 'access_denied');
  });

  it('get test messages with components of test houses, and live keys with those of real ones', async () => {
    using folder = createDataFolder();
    using bridgeFolder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    await using receiver = await startReceiver();
    await using bridge = await startUplinkBridge(bridgeFolder.path, url);
    await developer.enterCode((await untilUplink(bridge, 'pairing')).userCode);
    await untilUplink(bridge, 'connected');
    const { clientId, user, house } = await makeAll(url, developer);
    // A house that is shared is listed once.
    const bob = await makeUser(developer);
    await developer.call(`/console/test-houses/${house.systemId}/guests/${bob.testUserId}`, {
      access: 'view',
    });
    const list = async (query: string) => {
      const answer = await developer.call<{
        components: readonly { readonly componentId: string; readonly systemId: string }[];
      }>(`/console/components${query}`);
      const ids = answer.components.map(({ componentId }) => componentId);
      assert.equal(new Set(ids).size, ids.length);
      return { first: ids[0]!, houses: [...new Set(answer.components.map(({ systemId }) => systemId))] };
    };
    const [all, live, test] = [
      await list(''),
      await list(`?clientId=${demo.clientId}`),
      await list(`?clientId=${clientId}`),
    ];
    assert.deepEqual(all, live);
    const paired = await developer.call<{ systemId: string }[]>('/console/bridges');
    assert.deepEqual(
      live.houses,
      paired.map(({ systemId }) => systemId),
    );
    assert.deepEqual(test.houses, [house.systemId]);

    const testerOf = async (app: string) => {
      const { endpoint } = await developer.call<{ endpoint: { id: string } }>(
        `/console/apps/${app}/endpoints`,
        {
          url: receiver.url,
        },
      );
      return (componentId: string) =>
        developer.call(`/console/apps/${app}/endpoints/${endpoint.id}/test`, { componentId });
    };
    const [testKeys, liveKeys] = [await testerOf(clientId), await testerOf(demo.clientId)];
    await assert.rejects(testKeys(live.first), /404.*No house that this app can see has this component/);
    await assert.rejects(liveKeys(test.first), /no-such-component/);
    await testKeys(test.first);
    await liveKeys(live.first);
    const tests = () =>
      receiver.messages
        .flatMap(({ body }) => JSON.parse(body).requestBody?.devices ?? [])
        .map(({ componentId }) => componentId);
    await until('both test messages arrive', async () =>
      [test.first, live.first].every((id) => tests().includes(id)),
    );

    // Nobody else can list them, and without test users there are none.
    const other = await enterAccount(url, { email: 'bob@example.org', password: 'a quiet house by the sea' });
    await other.signUp();
    await assert.rejects(other.call(`/console/components?clientId=${clientId}`), /no-such-app/);
    for (const each of [user, bob]) await developer.call(`/console/test-users/${each.testUserId}/remove`, {});
    assert.deepEqual((await list(`?clientId=${clientId}`)).houses, []);
    await assert.rejects(testKeys(test.first), /no-such-component/);
  });

  it('are allowed by their developer with one click for a test user', async () => {
    using folder = createDataFolder();
    const { cloud, url, developer } = await start(folder.path);
    await using _ = cloud;
    const { clientId, user, house } = await makeAll(url, developer);
    const { browser, page } = await askFor(url, clientId, demo);
    assert.match(page.html, /Allow as Ann/);
    const action = actionsOf(page.html).find((one) => one.endsWith('/test-user'))!;
    const end = await browser.send(page, { action, fields: { user: user.testUserId } });
    const code = end.left!.searchParams.get('code');
    assert.ok(code, String(end.left));
    const answer = await fetch(`${url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, grant_type: 'authorization_code', code }),
    });
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
    const client = connectCloud({
      url,
      tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
      app: { clientId },
    });
    const { userId, components } = await client.discover();
    assert.equal(userId, user.testUserId);
    assert.ok(components.every(({ componentId }) => componentId.startsWith(house.systemId)));

    // The same browser then allows the live keys as the developer.
    const live = await browser.go(`/login?${requestOf(demo.clientId)}`);
    assert.match(live.html, /demo@plenum\.local/);
    const consent = actionsOf(live.html).find((one) => one.endsWith('/consent'))!;
    const allowed = await browser.send(live, { action: consent, fields: { answer: 'allow' } });
    assert.ok(allowed.left!.searchParams.get('code'));
  });
});
