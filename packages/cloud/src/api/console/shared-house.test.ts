import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { RecordOf } from '@plenum/protocol/console';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { type Receiver, startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { link } from '../../delivery/house.fixture.ts';
import { createLinkedApps } from '../../delivery/outbox/linked-apps.ts';
import { createOutbox } from '../../delivery/outbox/outbox.ts';
import { onEachStore, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { createFakeHosting } from '../../sandbox/hosting.fixture.ts';
import { freshId } from '../dev/dev.fixture.ts';
import { changed, createHouse } from '../house.fixture.ts';
import { type Owner, signUpOwner, startWholeCloud } from './owner.fixture.ts';

const systemId = '123456789';
const bridge = `/console/bridges/${systemId}`;
const house = `/console/houses/${systemId}`;
const unit = `${systemId}_hvac_systemsettings_0`;
const minute = 60_000;
let ownHouses = 0;

/** Signs a person up and gives them an app with a token. */
const signUpWithApp = async (cloud: Parameters<typeof signUpOwner>[0], name: string) => {
  const owner = await signUpOwner(cloud, `${name}@example.org`);
  const app = { name, redirectUri: 'https://example.org/', confidential: true, pkceRequired: false };
  const { clientId } = (await owner.post('/console/apps', app)).body.app;
  const { accessToken } = (await owner.post(`/console/apps/${clientId}/token`)).body;
  return {
    ...owner,
    clientId: clientId as string,
    email: `${name}@example.org`,
    accessToken: accessToken as string,
  };
};

/** A cloud with Ann's house. The other people have accounts before anybody is invited. */
const start = async (engine: TestEngine, names: readonly string[]) => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock(Date.now());
  const { cloud } = stack.use(await startWholeCloud(engine, { clock }));
  const ann = await signUpWithApp(cloud, 'ann');
  const outbox = createOutbox({ linkedApps: createLinkedApps(clock.now), now: clock.now, wake: () => {} });
  const listeners = { componentsChanged: [outbox.enqueueChanges], ownershipChanged: [] };
  const of = { accountId: ann.accountId, systemId, now: clock.now() };
  const owned = await createHouse({ store: cloud.store, listeners }, of);
  const people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await signUpWithApp(cloud, name)] as const)),
  ) as Record<string, typeof ann>;
  const client = stack.use(createGrpcClient(Number(new URL(cloud.publicUrl).port)));
  const dev = async (accessToken: string, request: object) => {
    const answer = await fetch(`${cloud.publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ requestId: freshId(), ...request }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { response: { devices: unknown[]; detail: string } },
    };
  };
  /** Invites a person by address, who then accepts. */
  const share = async (name: string, access: string, until?: number) => {
    const made = await ann.post(`${bridge}/members`, { email: people[name]!.email, access, until });
    assert.equal(made.status, 201);
    const accepted = await people[name]!.post(`/console/invitations/${made.body.member.id}/accept`);
    assert.equal(accepted.status, 204);
    return made.body.member.id as string;
  };
  return {
    cloud,
    clock,
    ann,
    owned,
    people,
    client,
    dev,
    share,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

type Cloud = Awaited<ReturnType<typeof start>>;
type Person = Cloud['ann'];

const codeOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code === undefined ? String(status) : `${status} ${body.code}`;

const stream = async (person: Owner) => {
  const answer = await person.open(`${house}/events`);
  await answer.body?.cancel();
  return String(answer.status);
};

const codeOfCall = async (call: Promise<unknown>) => {
  const isDone = await call.then(
    () => true,
    () => false,
  );
  return isDone ? '0' : `${(await statusOf(call)).code}`;
};

/**
 * Operations on the house over each interface, with their results. 504 means that the command was allowed, and got no
 * reply because the bridge is not connected.
 */
const operations: Readonly<Record<string, (cloud: Cloud, person: Person) => Promise<string>>> = {
  'POST /dev Discover': async ({ dev }, { accessToken }) =>
    `${(await dev(accessToken, { requestType: 'Discover' })).body.response.devices.length > 0}`,
  'POST /dev Query': async ({ dev }, { accessToken }) =>
    `${(await dev(accessToken, { requestType: 'Query', componentId: unit })).status}`,
  'POST /dev Control': async ({ dev }, { accessToken }) => {
    const request = { requestType: 'Control', componentId: unit, requestBody: { SysOn: 1 } };
    const { status, body } = await dev(accessToken, request);
    return `${status} ${body.response.detail}`;
  },
  'gRPC Discover': async ({ client }, { accessToken }) =>
    `${((await client.discover({ accessToken, requestId: freshId() })).devices as unknown[]).length > 0}`,
  'gRPC Query': async ({ client }, { accessToken }) =>
    codeOfCall(client.query({ accessToken, requestId: freshId(), componentId: unit })),
  'gRPC Control': async ({ client }, { accessToken }) => {
    const requestBody = JSON.stringify({ SysOn: 1 });
    const request = { accessToken, requestId: freshId(), componentId: unit, requestBody };
    return codeOfCall(client.control(request));
  },
  'list bridges': async (_, person) => {
    const { body } = await person.get('/console/bridges');
    return body.map((one: { access: string; owner?: string }) => `${one.access} ${one.owner ?? ''}`).join();
  },
  'follow the house': (_, person) => stream(person),
  'read its history': async (_, person) => codeOf(await person.get(`${house}/recorded?path=/history&query=`)),
  'command the house': async (_, person) => codeOf(await person.post(`${house}/control`, { SysOn: 1 })),
  'change what it keeps': async (_, person) =>
    codeOf(await person.post(`${house}/recorded`, { path: '/energy/tariff', body: {} })),
  rename: async (_, person) => codeOf(await person.post(`${bridge}/name`, { name: 'Home' })),
  'list guests': async (_, person) => codeOf(await person.get(`${bridge}/members`)),
  invite: async (_, person) => {
    const whom = { email: `${freshId()}@example.org`, access: 'view' };
    return codeOf(await person.post(`${bridge}/members`, whom));
  },
  'change a guest': async (_, person) =>
    codeOf(await person.post(`${bridge}/members/none`, { access: 'view' })),
  'remove a guest': async (_, person) => codeOf(await person.post(`${bridge}/members/none/remove`)),
  // Must be last, because it pairs a house with every account.
  'gRPC Watch': async ({ cloud, clock, client }, { accountId, accessToken }) => {
    const own = String(900_000_000 + ++ownHouses);
    await createHouse(cloud, { accountId, systemId: own, now: clock.now() });
    const watching = client.watch({ accessToken, requestId: freshId() });
    const seen: unknown[] = [];
    for (let last: unknown; last !== own; seen.push(last)) last = (await watching.next()).systemId;
    watching.cancel();
    return seen.slice(0, -1).join();
  },
};

const viewOnly = 'This user may view this house, but not control it.';
const offline = 'The bridge is not connected; nothing was done.';
const nobodys = 'This user has no such component.';
const ofAnn = 'ann@example.org';

/**
 * The expected results of an operation for a stranger, an invited person, guests by their access, the owner, and a
 * former guest. The first, second and last may not know that the house exists.
 */
const results = (outside: string, view: string, control: string, manage: string, owner = manage) => [
  outside,
  outside,
  view,
  control,
  manage,
  owner,
  outside,
];
const hidden = '404 no-such-bridge';
const refused = '403 access-missing';
const expected: Readonly<Record<string, readonly string[]>> = {
  'POST /dev Discover': results('false', 'true', 'true', 'true'),
  'POST /dev Query': results('403', '200', '200', '200'),
  'POST /dev Control': results(`403 ${nobodys}`, `403 ${viewOnly}`, `504 ${offline}`, `504 ${offline}`),
  'gRPC Discover': results('false', 'true', 'true', 'true'),
  'gRPC Watch': results('', systemId, systemId, systemId),
  'gRPC Query': results('7', '0', '0', '0'),
  'gRPC Control': results('7', '7', '14', '14'),
  'list bridges': results('', `view ${ofAnn}`, `control ${ofAnn}`, `manage ${ofAnn}`, 'owner '),
  'follow the house': results('404', '200', '200', '200'),
  'read its history': results(hidden, '504 Error', '504 Error', '504 Error'),
  'command the house': results(hidden, refused, '504 Error', '504 Error'),
  'change what it keeps': results(hidden, refused, refused, '504 Error'),
  rename: results(hidden, refused, refused, '204'),
  'list guests': results(hidden, refused, refused, '200'),
  invite: results(hidden, refused, refused, '201'),
  'change a guest': results(hidden, refused, refused, '404 no-such-member'),
  'remove a guest': results(hidden, refused, refused, '404 no-such-member'),
};

const names = ['stranger', 'invited', 'viewer', 'controller', 'manager', 'former'];

onEachStore('a shared house', (engine) => {
  it('gives people in a shared house exactly their access, over every interface, until it ends', async () => {
    await using cloud = await start(engine, names);
    const { ann, people, clock, share } = cloud;
    await ann.post(`${bridge}/members`, { email: people.invited!.email, access: 'manage' });
    for (const until of ['tomorrow', null]) {
      const endless = { email: 'kim@example.org', access: 'view', until };
      assert.equal(codeOf(await ann.post(`${bridge}/members`, endless)), '400 body-malformed');
    }
    const reserved = { email: 'ann@test-user.invalid', access: 'view' };
    assert.equal(codeOf(await ann.post(`${bridge}/members`, reserved)), '400 email-reserved');
    await share('viewer', 'view');
    await share('controller', 'control');
    await share('manager', 'manage');
    await share('former', 'manage', clock.now() + minute);
    clock.set(clock.now() + minute);
    const columns = ['stranger', 'invited', 'viewer', 'controller', 'manager'].map((name) => people[name]!);
    const all = [...columns, ann, people.former!];
    for (const [name, operation] of Object.entries(operations)) {
      const answers = [];
      for (const person of all) answers.push(await operation(cloud, person));
      assert.deepEqual(answers, expected[name], name);
    }
  });

  it("ends a guest's open streams and apps' access on time, and continues those of the owner", async () => {
    await using cloud = await start(engine, ['guest']);
    const { ann, people, clock, share, client, owned } = cloud;
    const guest = people.guest!;
    await using ofAnn = await startReceiver();
    await using ofGuest = await startReceiver();
    for (const [{ post, clientId, accountId }, { url }] of [
      [ann, ofAnn],
      [guest, ofGuest],
    ] as const) {
      await link(cloud.cloud.store, { accountId, clientId });
      assert.equal((await post(`/console/apps/${clientId}/endpoints`, { url })).status, 201);
    }
    const end = clock.now() + minute;
    await share('guest', 'view', end);
    const page = await guest.open(`${house}/events`);
    const shown = text(page.body!);
    const watching = client.watch({ accessToken: guest.accessToken, requestId: freshId() });
    assert.equal((await watching.next()).systemId, systemId);
    const eventsOf = ({ messages }: Receiver) => messages.filter(({ body }) => body.includes(`"${unit}"`));
    const arrives = (what: string, at: Receiver, count: number) =>
      until(what, async () => {
        clock.advance(clock.now() < end ? 200 : 1_000);
        return eventsOf(at).length >= count;
      });
    await owned.change([changed('unit', 0, { SysOn: 0 })]);
    await arrives('the event of the guest', ofGuest, 1);
    await arrives('the event of the owner', ofAnn, 1);
    const offEvents = () => eventsOf(ofGuest).filter(({ body }) => body.includes('"SysOn":0'));
    assert.equal(offEvents().length, 1);

    // A change in the last millisecond may be posted before the end.
    clock.set(end - 1);
    await owned.change([changed('unit', 0, { SysOn: 1 })]);
    clock.advance(1);
    assert.match(await shown, /event: snapshot/);
    let gone: unknown;
    const ends = (async () => {
      for (;;) {
        const { systemId: of, cursor } = await watching.next();
        if (of === systemId && cursor === '') return;
      }
    })().then(() => {
      gone = true;
    });
    await until('the house is gone from Watch', async () => {
      if (gone === undefined) clock.advance(1_000);
      return gone === true;
    });
    await ends;
    watching.cancel();
    await owned.change([changed('unit', 0, { SysOn: 0 })]);
    await arrives('the next event of the owner', ofAnn, 2);
    await until('the Sync of the guest', async () => {
      clock.advance(1_000);
      return ofGuest.messages.at(-1)!.body.includes('"Sync"');
    });
    assert.equal(offEvents().length, 1, 'includes a change from after the end');
  });

  it("shares a test user's house with another test user of the app as between real people", async () => {
    const { hosting } = createFakeHosting();
    await using running = await startWholeCloud(engine, { hosting: async () => hosting });
    const { publicUrl } = running.cloud;
    const developer = await signUpWithApp(running.cloud, 'dev');
    const app = `/console/apps/${developer.clientId}`;
    await developer.post(`${app}/test-keys`);
    const makeUser = async (name: string) => {
      const { testUserId: accountId } = (await developer.post('/console/test-users', { name })).body;
      const { accessToken } = (await developer.post(`${app}/test-users/${accountId}/tokens`)).body;
      const discover = async () => {
        const answer = await fetch(`${publicUrl}/dev`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}` },
          body: JSON.stringify({ requestId: freshId(), requestType: 'Discover' }),
        });
        const { response } = (await answer.json()) as { response: { devices: object[] } };
        return response.devices;
      };
      const shared = async () => {
        const users = (await developer.get('/console/test-users')).body as RecordOf<'TestUser'>[];
        return users.find(({ testUserId }) => testUserId === accountId)!.shared;
      };
      return { accountId: String(accountId), discover, shared };
    };
    const [owner, guest] = [await makeUser('Ann'), await makeUser('Bob')];
    const made = await developer.post(`/console/test-users/${owner.accountId}/houses`);
    const { systemId: house, name } = made.body;
    const guests = `/console/test-houses/${house}/guests`;
    const share = async (terms: object, of = guest.accountId) =>
      codeOf(await developer.post(`${guests}/${of}`, terms));
    await until('the house is stored', async () => (await owner.discover()).length > 0);
    assert.deepEqual(await guest.discover(), []);

    assert.equal(await share({ access: 'view', until: 1 }), '400 until-malformed');
    for (const terms of [{ access: 'view', until: 'tomorrow' }, { access: 'own' }, {}])
      assert.equal(await share(terms), '400 body-malformed');
    assert.equal(await share({ access: 'view' }, owner.accountId), '409 invited-already');
    assert.equal(await share({ access: 'view' }, developer.accountId), '404 no-such-test-user');
    assert.deepEqual(await guest.shared(), []);
    assert.equal(await share({ access: 'view' }), '204');
    assert.deepEqual(await guest.discover(), await owner.discover());
    const end = Date.now() + 3_600_000;
    assert.equal(await share({ access: 'manage', until: end }), '204');
    const listed = { systemId: house, name, owner: owner.accountId, access: 'manage', until: end };
    assert.deepEqual(await guest.shared(), [listed]);
    assert.deepEqual(await owner.shared(), []);
    const remove = async () => codeOf(await developer.post(`${guests}/${guest.accountId}/remove`));
    assert.equal(await remove(), '204');
    assert.equal(await remove(), '404 no-such-member');
    assert.deepEqual(await guest.shared(), []);
    assert.deepEqual(await guest.discover(), []);
  });

  it('allows only the owner to release a shared house, which then belongs to no account', async () => {
    await using cloud = await start(engine, ['manager', 'viewer']);
    const { ann, people, share, dev } = cloud;
    await share('manager', 'manage');
    await share('viewer', 'view');
    assert.equal(codeOf(await people.manager!.post(`${bridge}/release`)), '403 access-missing');
    assert.equal(codeOf(await ann.post(`${bridge}/leave`)), '409 owner-stays');
    assert.equal(codeOf(await ann.post(`${bridge}/release`)), '204');
    for (const person of [ann, people.manager!, people.viewer!]) {
      assert.deepEqual((await person.get('/console/bridges')).body, []);
      const query = { requestType: 'Query', componentId: unit };
      assert.equal((await dev(person.accessToken, query)).status, 403);
    }
  });
});
