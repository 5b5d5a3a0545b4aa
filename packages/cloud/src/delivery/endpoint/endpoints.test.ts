import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createEncryption } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import type { Log } from '../../kernel/log/log.ts';
import { createWorld, home, told, until, verify, type World } from '../event-delivery.fixture.ts';
import { insertApp, unlink, zone } from '../house.fixture.ts';
import { type Delivery, maxStoredPayload } from '../log/delivery-log.ts';

const hour = 3_600_000;

const deliveriesOf = async ({ events }: World, endpointId: string): Promise<readonly Delivery[]> => {
  const listed = await events.endpoints.listDeliveries({ clientId: 'app', endpointId });
  return 'deliveries' in listed ? listed.deliveries : assert.fail(listed.refusal.code);
};

withStore('shows the secret of a new endpoint only once and stores it encrypted', async (store) => {
  await using world = await createWorld(store);
  const { endpoints } = world.events;
  await unlink(store, { accountId: 'ann', clientId: 'app' });
  const made = await endpoints.create({ clientId: 'app', url: 'https://hooks.example.org' });
  assert.ok('secret' in made);
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(await endpoints.list('app'), [made.endpoint]);
  assert.deepEqual(made.endpoint, {
    id: made.endpoint.id,
    clientId: 'app',
    url: 'https://hooks.example.org/',
    createdAt: world.clock.now(),
    oldSecretUntil: undefined,
    disabled: undefined,
    failingSince: undefined,
    ledger: { changes: 0, delivered: 0, superseded: 0, pending: 0, dead: 0 },
  });
  const row = await store.db.selectFrom('endpoint').selectAll().executeTakeFirstOrThrow();
  assert.ok(!JSON.stringify(row).includes(made.secret.slice(6)));
  assert.equal(world.encryption.decrypt(row.secret, row.id), made.secret);
});

withStore('an endpoint receives only the kinds of messages that its developer chose', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { endpoints } = world.events;
  const { id: endpointId } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId };
  const receivedAfter = async (act: () => Promise<unknown>) => {
    const before = receiver.messages.length;
    await act();
    await world.quiet();
    return receiver.messages.slice(before).map(told);
  };
  const change = (Temp: number) => world.house.change(zone(1, Temp));
  assert.deepEqual(
    await receivedAfter(() => change(2_000)),
    [{ Sync: 'ann' }, { 1: 2_000 }],
    'a new endpoint gets all types',
  );
  assert.equal((await world.find(endpointId)).eventTypes, undefined);

  await endpoints.chooseEventTypes(ref, ['sync']);
  assert.deepEqual((await world.find(endpointId)).eventTypes, ['sync']);
  assert.deepEqual(await receivedAfter(() => change(2_050)), []);
  assert.deepEqual(
    await receivedAfter(() => endpoints.sendTest(ref)),
    [{}],
    'test messages are always delivered',
  );
  await endpoints.disable(ref);
  assert.deepEqual(await receivedAfter(() => endpoints.enable(ref)), [{ Sync: 'ann' }]);

  const widened = await receivedAfter(() => endpoints.chooseEventTypes(ref, ['component', 'sync']));
  assert.deepEqual(widened, [{ 1: 2_050 }], 'sends what the endpoint has not received before');
  assert.equal((await world.find(endpointId)).eventTypes, undefined);

  receiver.react = () => ({ status: 500 });
  await change(2_100);
  await world.quiet();
  await endpoints.chooseEventTypes(ref, ['sync']);
  receiver.react = () => ({ status: 204 });
  assert.deepEqual(await receivedAfter(() => world.pass(hour)), [], 'waiting messages are dropped');
  const { changes, delivered, superseded, pending, dead } = (await world.find(endpointId)).ledger;
  assert.deepEqual([pending, dead], [0, 0]);
  assert.equal(changes, delivered + superseded);
});

withStore('limits an app to 10 endpoints, and refuses an endpoint for an unknown app', async (store) => {
  await using world = await createWorld(store);
  const { endpoints } = world.events;
  const url = 'https://hooks.example.org';
  const codeOf = async (clientId: string) => {
    const made = await endpoints.create({ clientId, url });
    return 'refusal' in made ? made.refusal.code : 'made';
  };
  for (let count = 0; count < 10; count++) assert.equal(await codeOf('app'), 'made');
  assert.equal(await codeOf('app'), 'too-many-endpoints');
  assert.equal(await codeOf('nobody'), 'no-such-app');
  const [first] = await endpoints.list('app');
  await endpoints.remove({ clientId: 'app', endpointId: first!.id });
  assert.equal(await codeOf('app'), 'made');
});

withStore(
  'makes only one of two endpoints that are created at once if only one is allowed',
  async (store) => {
    await using world = await createWorld(store);
    const { endpoints } = world.events;
    const create = () => endpoints.create({ clientId: 'app', url: 'https://hooks.example.org' });
    for (let count = 0; count < 9; count++) await create();
    for (let round = 0; round < 10; round++) {
      const made = (await Promise.all([create(), create(), create()])).flatMap((one) =>
        'refusal' in one ? [] : [one.endpoint.id],
      );
      assert.equal(made.length, 1, `round ${round}`);
      await endpoints.remove({ clientId: 'app', endpointId: made[0]! });
    }
  },
);

withStore('refuses an endpoint on an internal address', async (store) => {
  await using world = await createWorld(store, { isDevelopment: false });
  const made = await world.events.endpoints.create({ clientId: 'app', url: 'https://169.254.169.254/' });
  assert.ok('refusal' in made);
  assert.equal(made.refusal.code, 'address-forbidden');
  assert.deepEqual(await world.events.endpoints.list('app'), []);
});

withStore('an app cannot read or change an endpoint of another app', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await insertApp(store, 'other');
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'other', endpointId: id };
  const { endpoints } = world.events;
  const before = await world.find(id);
  const acts = {
    remove: endpoints.remove(ref),
    rotateSecret: endpoints.rotateSecret(ref),
    sendTest: endpoints.sendTest(ref),
    disable: endpoints.disable(ref),
    enable: endpoints.enable(ref),
    listDeliveries: endpoints.listDeliveries(ref),
    listDead: endpoints.listDead(ref),
    replay: endpoints.replay(ref),
  };
  for (const [act, result] of Object.entries(acts)) {
    const refused = await result;
    assert.ok('refusal' in refused, act);
    assert.deepEqual(refused.refusal, {
      code: 'no-such-endpoint',
      path: ['endpointId'],
      input: id,
      facts: {},
    });
  }
  assert.equal(await endpoints.find(ref), undefined);
  assert.deepEqual(await endpoints.list('other'), []);
  await world.quiet();
  assert.equal(receiver.messages.length, 0);
  assert.deepEqual(await world.find(id), before);
});

withStore(
  'after a rotation, signs with both secrets for 24 hours, then only with the new one',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    const { id, secret } = await world.endpoint(receiver.url);
    const rotated = await world.events.endpoints.rotateSecret({ clientId: 'app', endpointId: id });
    assert.ok('secret' in rotated);
    assert.equal(rotated.oldSecretUntil, world.clock.now() + 24 * hour);
    assert.equal((await world.find(id)).oldSecretUntil, rotated.oldSecretUntil);
    await world.house.change(zone(0, 2100));
    await world.quiet();
    verify(secret, receiver.messages[0]!);
    verify(rotated.secret, receiver.messages[0]!);

    const signatures = async () => {
      await world.events.endpoints.sendTest({ clientId: 'app', endpointId: id });
      await world.quiet();
      return String(receiver.messages.at(-1)!.headers['webhook-signature']).split(' ').length;
    };
    world.clock.advance(24 * hour - 1);
    assert.equal(await signatures(), 2);
    world.clock.advance(1);
    assert.equal(await signatures(), 1);
    assert.equal((await world.find(id)).oldSecretUntil, undefined);
  },
);

withStore('does not sign with an expired old secret that is still stored', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { id } = await world.endpoint(receiver.url);
  await world.events.endpoints.rotateSecret({ clientId: 'app', endpointId: id });
  for (const [left, count] of [
    [1, 2],
    [0, 1],
  ] as const) {
    await store.db
      .updateTable('endpoint')
      .set({ old_secret_until: world.clock.now() + left })
      .execute();
    await world.events.endpoints.sendTest({ clientId: 'app', endpointId: id });
    await world.quiet();
    const signatures = String(receiver.messages.at(-1)!.headers['webhook-signature']).split(' ');
    assert.equal(signatures.length, count);
  }
});

withStore('deletes an old secret after it has expired', async (store) => {
  await using world = await createWorld(store);
  const { id } = await world.endpoint('https://hooks.example.org');
  await world.events.endpoints.rotateSecret({ clientId: 'app', endpointId: id });
  const kept = async () => {
    const row = await store.db.selectFrom('endpoint').select('old_secret').executeTakeFirstOrThrow();
    return row.old_secret !== null;
  };
  await world.pass(23 * hour);
  assert.equal(await kept(), true);
  await world.pass(2 * hour);
  await until(async () => !(await kept()));
});

withStore('sends a test message as an Event without devices', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { id, secret } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  await world.events.endpoints.sendTest(ref);
  await world.quiet();
  assert.deepEqual(verify(secret, receiver.messages[0]!), {
    requestId: receiver.messages[0]!.headers['webhook-id'],
    requestType: 'Event',
    requestBody: { devices: [] },
  });
  world.clock.advance(1);
  await world.events.endpoints.sendTest(ref);
  await world.quiet();
  assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 2);

  await world.events.endpoints.disable(ref);
  for (const act of [world.events.endpoints.sendTest(ref), world.events.endpoints.replay(ref)]) {
    const refused = await act;
    assert.ok('refusal' in refused);
    const { code, path, input } = refused.refusal;
    assert.deepEqual([code, path, input], ['endpoint-disabled', ['endpointId'], id]);
  }
});

withStore(
  'sends a component in a test message only if the developer of the app can see it',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000), zone(1, 2150));
    await world.quiet();
    await insertAccount(store, 'bob');
    const ref = { clientId: 'app', endpointId: (await world.endpoint(receiver.url)).id };
    const testBy = async (developer: string, componentId: string) => {
      await store.db.updateTable('app').set({ owner_account_id: developer }).execute();
      world.clock.advance(1);
      await world.events.endpoints.sendTest(ref, { systemId: home, componentId });
      await world.quiet();
      return told(receiver.messages.at(-1)!);
    };
    assert.deepEqual(await testBy('ann', `${home}_hvac_zone_1`), { 1: 2150 });
    assert.deepEqual(await testBy('ann', `${home}_hvac_zone_7`), {});
    assert.deepEqual(await testBy('bob', `${home}_hvac_zone_1`), {});
  },
);

withStore('logs each attempt with its result', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => {
    if (count === 1) return { status: 500, body: 'no\0 luck' };
    return count === 2 ? 'silence' : { status: 204 };
  };
  const began = world.clock.now();
  await world.house.change(zone(0, 2100));
  await world.quiet();
  world.clock.advance(5_000);
  await receiver.came(2);
  world.clock.advance(15_000);
  await world.events.worker.idle();
  await world.pass(30_000);
  const deliveries = await deliveriesOf(world, id);
  const bytes = Buffer.byteLength(receiver.messages[0]!.body);
  const messageId = receiver.messages[0]!.headers['webhook-id'];
  const subjects = ['000000001_hvac_zone_0'];
  const attributes = ['Temp'];
  const all = { messageId, kind: 'component', components: 1, subjects, name: undefined, attributes, bytes };
  const none = { status: undefined, problem: undefined, detail: undefined, answer: undefined };
  assert.deepEqual(deliveries, [
    {
      ...all,
      ...none,
      number: 3,
      at: began + 50_000,
      attempt: 3,
      verdict: 'delivered',
      status: 204,
      latency: 0,
      nextAt: undefined,
      answer: '',
    },
    {
      ...all,
      ...none,
      number: 2,
      at: began + 20_000,
      attempt: 2,
      verdict: 'retry',
      problem: 'too-slow',
      detail: '15000 ms',
      latency: 15_000,
      nextAt: began + 50_000,
    },
    {
      ...all,
      ...none,
      number: 1,
      at: began,
      attempt: 1,
      verdict: 'retry',
      status: 500,
      latency: 0,
      nextAt: began + 5_000,
      answer: 'no  luck',
    },
  ]);
  const page = await world.events.endpoints.listDeliveries(
    { clientId: 'app', endpointId: id },
    { before: 3, most: 1 },
  );
  assert.deepEqual(page, { deliveries: deliveries.slice(1, 2) });
});

withStore('logs the name of the component that was sent, or none if there were several', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  const { id } = await world.endpoint(receiver.url);
  const named = (Index: number, more: object) => ({
    ...({ kind: 'zone', index: Index } as const),
    datagram: { Index, Temp: 2100, ...more },
  });
  const names: (string | undefined)[] = [];
  for (const changed of [
    [named(0, { Name: ' Kitchen ' })],
    [named(0, { Name: ' ' })],
    [named(0, { Name: 'Kitchen', More: 'x'.repeat(maxStoredPayload) })],
    [named(0, { Name: 'Kitchen' }), named(1, { Name: 'Hall' })],
  ]) {
    await world.house.change(...changed);
    await world.quiet();
    names.push((await deliveriesOf(world, id))[0]!.name);
  }
  assert.deepEqual(names, ['Kitchen', undefined, undefined, undefined]);
});

withStore('limits the number and the age of the logged attempts of an endpoint', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { logRetention: { rows: 3, age: 10 * hour } });
  const { id } = await world.endpoint(receiver.url);
  const numbers = async () => (await deliveriesOf(world, id)).map(({ number }) => number);
  for (let count = 0; count < 5; count++) {
    await world.events.endpoints.sendTest({ clientId: 'app', endpointId: id });
    await world.quiet();
    world.clock.advance(hour);
  }
  assert.deepEqual(await numbers(), [5, 4, 3]);
  await world.pass(9 * hour);
  await until(async () => (await numbers()).length === 1);
  assert.deepEqual(await numbers(), [5]);
  await world.pass(2 * hour);
  await until(async () => (await numbers()).length === 0);
});

withStore(
  'leaves an endpoint with an unreadable secret to other nodes, and reports the secret once',
  async (store) => {
    await using receiver = await startReceiver();
    const errors: string[] = [];
    const log: Log = { info: () => {}, warn: () => {}, error: (_, sentence) => errors.push(sentence) };
    await using world = await createWorld(store, { log });
    await world.house.snapshot(zone(0, 2000));
    const bad = await world.endpoint(receiver.url);
    const other = createEncryption([systemRandom.bytes(32)], systemRandom);
    await store.db
      .updateTable('endpoint')
      .set({ secret: other.encrypt('whsec_AAAA', bad.id) })
      .execute();
    const good = await world.endpoint(receiver.url);
    await world.house.change(zone(0, 2100));
    await world.quiet();
    assert.deepEqual(receiver.messages.map(told), [{ 0: 2100 }]);
    verify(good.secret, receiver.messages[0]!);
    assert.equal((await world.find(bad.id)).ledger.pending, 1);
    for (let count = 0; count < 5; count++) await world.pass(60_000);
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(
      errors[0]!,
      /^secrets of endpoints cannot be decrypted, because this node does not have their key/,
    );
    const { rest_until, lease, served_at, created_at } = await store.db
      .selectFrom('endpoint')
      .selectAll()
      .where('id', '=', bad.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([rest_until, lease, served_at], [0, null, created_at]);
    assert.equal(await world.events.oldestDue(), world.clock.now() - 300_000);

    // A node with the key delivers immediately.
    await using knowing = await world.startNode({ encryption: other });
    await knowing.worker.idle();
    assert.equal((await world.find(bad.id)).ledger.pending, 0);
  },
);

withStore('sends to an endpoint with a damaged secret as soon as its secret is replaced', async (store) => {
  await using receiver = await startReceiver();
  const errors: string[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (_, sentence) => errors.push(sentence) };
  await using world = await createWorld(store, { log });
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  const damaged = await world.endpoint(receiver.url.replace('events', 'damaged'));
  const row = store.db.updateTable('endpoint').where('id', '=', damaged.id);
  await row.set(({ fn, val }) => ({ secret: fn('replace', ['secret', val('.'), val('.A')]) })).execute();
  await world.house.change(zone(0, 2100));
  await world.quiet();
  assert.deepEqual(
    receiver.messages.map(({ path }) => path),
    ['/events'],
  );
  assert.equal((await world.find(id)).ledger.delivered, 1);
  // A slow or failing endpoint does not count as waiting for a node, unless the node could not send to it anyway.
  await row.set({ strained: 1 }).execute();
  await world.pass(10_000);
  assert.equal(await world.events.oldestDue(), world.clock.now() - 10_000);
  assert.equal(errors.length, 1, errors.join('\n'));
  assert.match(
    errors[0]!,
    /^the secret of an endpoint cannot be decrypted, because it is damaged; .+ replaces the secret$/,
  );

  const rotated = await world.events.endpoints.rotateSecret({ clientId: 'app', endpointId: damaged.id });
  assert.ok('secret' in rotated);
  assert.equal(rotated.oldSecretUntil, world.clock.now());
  await world.pass(1_000);
  assert.equal(receiver.messages.length, 2);
  verify(rotated.secret, receiver.messages[1]!);
  assert.equal(await world.events.oldestDue(), null);
});

withStore(
  'reports a missing key once for all endpoints, which do not take the slots of others',
  async (store) => {
    await using receiver = await startReceiver();
    const errors: string[] = [];
    const log: Log = { info: () => {}, warn: () => {}, error: (_, sentence) => errors.push(sentence) };
    const other = createEncryption([systemRandom.bytes(32)], systemRandom);
    await using world = await createWorld(store, { log, limits: { healthy: 2 } });
    await world.house.snapshot(zone(0, 2000));
    for (let count = 0; count < 5; count++) {
      const { id } = await world.endpoint(receiver.url);
      const secret = other.encrypt('whsec_AAAA', id);
      await store.db.updateTable('endpoint').set({ secret }).where('id', '=', id).execute();
    }
    const good = await world.endpoint(receiver.url);
    await world.house.change(zone(0, 2100));
    await world.pass(1_000);
    assert.equal((await world.find(good.id)).ledger.delivered, 1);
    assert.equal(errors.length, 1, errors.join('\n'));
  },
);

withStore('leaves an endpoint out while its previous secret is valid and unreadable', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  const other = createEncryption([systemRandom.bytes(32)], systemRandom);
  const until = world.clock.now() + 10_000;
  const old = { old_secret: other.encrypt('whsec_AAAA', id), old_secret_until: until };
  await store.db.updateTable('endpoint').set(old).execute();
  await world.house.change(zone(0, 2100));
  await world.pass(9_999);
  assert.equal(receiver.messages.length, 0);
  await world.pass(1_001);
  assert.equal(receiver.messages.length, 1);
});

withStore('deletes all data of an endpoint together with the endpoint or its app', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const first = await world.endpoint(receiver.url);
  await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  const count = async (table: 'outbox' | 'delivery') =>
    (await store.db.selectFrom(table).selectAll().execute()).length;
  assert.deepEqual([await count('outbox'), await count('delivery')], [2, 2]);
  await world.events.endpoints.remove({ clientId: 'app', endpointId: first.id });
  assert.deepEqual([await count('outbox'), await count('delivery')], [1, 1]);
  await store.db.deleteFrom('app').execute();
  assert.deepEqual([await count('outbox'), await count('delivery')], [0, 0]);
});
