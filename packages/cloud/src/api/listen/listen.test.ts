import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cloudLimits } from '@plenum/protocol/cloud';
import { until } from '@plenum/testbed/until';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { createFakeHosting } from '../../sandbox/hosting.fixture.ts';
import { signUpOwner, startWholeCloud } from '../console/owner.fixture.ts';
import { ask, connect, makeKeys, makeKeysOf, toBasic } from './listen.fixture.ts';

const hosting = async () => createFakeHosting().hosting;

onEachStore('a listener of an app', (engine) => {
  const start = async () => {
    const stack = new AsyncDisposableStack();
    const { cloud } = stack.use(await startWholeCloud(engine, { hosting }));
    const { publicUrl: url, store } = cloud;
    const { developer, live, test } = await makeKeys(cloud);
    const open = (name: unknown = 'laptop', more: object = {}) => ask(url, toBasic(test), { name, ...more });
    const list = async () => (await developer.get(`/console/apps/${test.clientId}/listeners`)).body;
    return {
      cloud,
      url,
      store,
      developer,
      live,
      test,
      open,
      list,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  it('refuses requests without the test keys of an app, each with a sentence', async () => {
    await using world = await start();
    const { url, live, test } = world;
    const wrong =
      'The client id or the secret is wrong. The console of the cloud shows the test keys of your app.';
    const missing =
      'Give the client id and the secret of the test keys of your app: PLENUM_CLIENT_ID and PLENUM_CLIENT_SECRET.';
    const liveKeys =
      'These are live keys. Use the test keys of the app, or plenum listen --live without keys, which asks you in a browser.';
    const cases = [
      [undefined, 401, 'not-identified', missing],
      ['Basic ???', 401, 'not-identified', missing],
      [toBasic({ ...test, secret: live.secret }), 401, 'wrong-secret', wrong],
      [toBasic({ ...test, clientId: 'nobody' }), 401, 'wrong-secret', wrong],
      [toBasic({ clientId: 'plenum-demo-app', secret: 'x' }), 401, 'wrong-secret', wrong],
      [toBasic(live), 403, 'live-keys', liveKeys],
    ] as const;
    for (const [authorization, status, error, sentence] of cases)
      assert.deepEqual(await ask(url, authorization, { name: 'laptop' }), {
        status,
        body: { error, sentence },
      });
    assert.deepEqual(await world.list(), []);
  });

  it('refuses malformed names, kinds and members, and stores nothing', async () => {
    await using world = await start();
    const refusals = [
      [await world.open(''), 'name-malformed'],
      [await world.open(' laptop'), 'name-malformed'],
      [await world.open('x'.repeat(41)), 'name-malformed'],
      [await world.open('läptop'), 'name-malformed'],
      [await world.open(undefined, { other: 'x' }), 'body-malformed'],
      [await world.open(7), 'body-malformed'],
      [await world.open('laptop', { only: 'test' }), 'kind-malformed'],
      [await ask(world.url, toBasic(world.test), []), 'body-malformed'],
      [await ask(world.url, toBasic(world.test), {}), 'name-malformed'],
    ] as const;
    for (const [{ status, body }, error] of refusals) assert.deepEqual([status, body.error], [400, error]);
    assert.deepEqual(await world.list(), []);
  });

  it('is one of at most three of an app, even if twenty are opened at the same time', async () => {
    await using world = await start();
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => world.open(`laptop-${n}`)));
    const opened = all.filter(({ status }) => status === 200);
    const refused = all.filter(({ status }) => status === 409);
    assert.deepEqual([opened.length, refused.length], [cloudLimits.maxListeners, 17]);
    const names = opened.map(({ body }) => body.name).sort();
    assert.equal(
      refused[0]!.body.sentence,
      `The app already has 3 listeners (${names.join(', ')}), the most it can have. Remove one in the console, or connect as one of them with --name.`,
    );
    const listed = await world.list();
    assert.deepEqual(
      listed.map(({ name }: { name: string }) => name),
      names,
    );
    // The endpoints of the app are counted apart.
    assert.deepEqual((await world.developer.get(`/console/apps/${world.test.clientId}/endpoints`)).body, []);
  });

  it('has one connection, the latest, even if one name connects twenty times at once', async () => {
    await using world = await start();
    const all = await Promise.all(Array.from({ length: 20 }, () => world.open()));
    assert.equal(new Set(all.map(({ body }) => body.secret)).size, 1);
    await using stack = new AsyncDisposableStack();
    const connections = all.map(({ body }) => stack.use(connect(world.url, body.ticket)));
    const results = await Promise.all(connections.map(({ opened }) => opened));
    assert.equal(results.filter(Boolean).length, 1);
    for (const [n, isOpen] of results.entries())
      if (!isOpen) assert.equal(await connections[n]!.refused, 401);
    const second = stack.use(connect(world.url, (await world.open()).body.ticket));
    assert.equal(await second.opened, true);
    assert.equal(await connections[results.indexOf(true)]!.closed, 4000);
    const [one, ...others] = await world.list();
    assert.deepEqual([one.name, one.connected, one.allowedBy, others], ['laptop', true, 'keys', []]);
  });

  it('ends when it is removed in the console, and opens again under the same name', async () => {
    await using world = await start();
    const { secret, ticket } = (await world.open()).body;
    await using first = connect(world.url, ticket);
    assert.equal(await first.opened, true);
    const path = `/console/apps/${world.test.clientId}/listeners`;
    const [{ id }] = await world.list();
    const stranger = await signUpOwner(world.cloud, 'eve@example.org');
    const { test: other } = await makeKeysOf(stranger);
    const ofOthers = `/console/apps/${other.clientId}/listeners/${id}/remove`;
    assert.equal((await stranger.post(`${path}/${id}/remove`)).body.code, 'no-such-app');
    assert.equal((await stranger.post(ofOthers)).body.code, 'no-such-listener');
    assert.equal((await world.developer.post(`${path}/${id}/remove`)).status, 204);
    assert.equal(await first.closed, 4001);
    assert.equal((await world.developer.post(`${path}/${id}/remove`)).body.code, 'no-such-listener');
    assert.equal(await connect(world.url, ticket).refused, 401);
    const again = (await world.open()).body;
    assert.notEqual(again.secret, secret);
    assert.equal(again.missedSince, undefined);
  });

  it('connects or is removed if both happen at once, and never stays half', async () => {
    await using world = await start();
    const path = `/console/apps/${world.test.clientId}/listeners`;
    for (let round = 0; round < 10; round++) {
      const { ticket } = (await world.open()).body;
      const [{ id }] = await world.list();
      await using connection = connect(world.url, ticket);
      const removed = await world.developer.post(`${path}/${id}/remove`);
      assert.equal(removed.status, 204);
      if (await connection.opened) assert.equal(await connection.closed, 4001);
      else assert.equal(await connection.refused, 401);
      assert.deepEqual(await world.list(), []);
      assert.equal((await world.store.db.selectFrom('endpoint').select('id').execute()).length, 0);
    }
  });

  it('is shown as disconnected once its connection has ended, and reports what it missed', async () => {
    await using world = await start();
    {
      await using first = connect(world.url, (await world.open()).body.ticket);
      await first.opened;
    }
    await until('it is disconnected', async () => !(await world.list())[0].connected);
    const [{ seenAt }] = await world.list();
    const { missedSince, now } = (await world.open()).body;
    assert.equal(missedSince, seenAt);
    assert.ok(now >= seenAt);
  });

  it('ends its connection if it sends something that is not a result', async () => {
    await using world = await start();
    for (const text of [
      'nonsense',
      '[]',
      '{"number":1,"latency":1,"status":204,"answer":""}',
      '{"number":0}',
    ]) {
      await using connection = connect(world.url, (await world.open()).body.ticket);
      await connection.opened;
      connection.socket.send(text);
      assert.equal(await connection.closed, 4004, text);
    }
  });
});
