import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maxClockDifference } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { refuseRequest } from '@plenum/protocol/console';
import { longestStep } from '@plenum/protocol/simulation';
import { enterAccount } from '@plenum/testbed/account';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { until } from '@plenum/testbed/until';
import { signUpOwner, startWholeCloud } from '../api/console/owner.fixture.ts';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { readBridges } from '../fleet/bridge/store.ts';
import { createScriptedBridge } from '../fleet/uplink/bridge.fixture.ts';
import { readAudit } from '../identity/account/audit/audit.fixture.ts';
import { insertApp, insertItem } from '../identity/oauth/oauth-rows.fixture.ts';
import { openTestBus } from '../kernel/bus/nats-bus.fixture.ts';
import type { ClimateCloud } from '../start/climate-cloud.ts';
import { createFakeHosting } from './hosting.fixture.ts';
import { lease, suspendAfter } from './house-store.ts';
import {
  codeOf,
  dev,
  done,
  draft,
  eve,
  isConnected,
  makeHouse,
  start,
  startSandboxNode,
} from './sandbox-node.fixture.ts';

onEachStore('the houses of test users', (engine) => {
  it('runs a house as soon as it is created, and connects it as a bridge of its test user', async () => {
    await using one = await start(engine);
    const { systemId, testUserId, isPresent } = await makeHouse(one.sandbox);
    assert.equal(isPresent, true);
    await until('the snapshot is stored', isConnected(one.node, systemId));
    const bridges = await readBridges(one.store.db, { accountId: testUserId, now: 0 });
    assert.deepEqual(
      bridges.map((bridge) => [bridge.systemId, bridge.name]),
      [[systemId, 'demo']],
    );
    const [listed] = await one.sandbox.list('dev');
    assert.equal(listed!.houses[0]!.isPresent, true);
    assert.deepEqual(await one.sandbox.list('eve'), []);
  });

  it('starts a house again with everything it acknowledged after its node was stopped', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    await one.houses.get(systemId)!.append('a');
    await one.node[Symbol.asyncDispose]();
    await using two = await startSandboxNode(one.place);
    await until('it runs', isConnected(two.node, systemId));
    assert.deepEqual(two.houses.get(systemId)!.words(), ['a']);
  });

  it('ends a house that another node has taken over, and takes it back when that node is gone', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const before = one.houses.get(systemId)!;
    await before.append('a');
    await one.store.db.updateTable('sandbox_house').set({ node_id: 'another' }).execute();
    await assert.rejects(before.append('lost'), /Another node has this house/);
    await until('it is ended', async () => before.isEnded());
    assert.equal(one.sandbox.size(), 0);
    one.clock.advance(lease.renewal);
    assert.equal(one.sandbox.size(), 0);
    one.clock.advance(lease.time);
    await until('it runs', async () => one.houses.get(systemId) !== before);
    assert.deepEqual(one.houses.get(systemId)!.words(), ['a']);
  });

  it('reaches houses of other nodes over NATS, and takes over those whose leases lapsed', {
    skip: engine.name === 'sqlite' ? 'only nodes on PostgreSQL share a store' : natsMissing,
  }, async () => {
    await using nats = await startNats();
    await using oneBus = await openTestBus(nats.url);
    await using twoBus = await openTestBus(nats.url);
    await using one = await start(engine, oneBus);
    const { systemId } = await makeHouse(one.sandbox);
    const before = one.houses.get(systemId)!;
    await before.append('a');
    await using two = await startSandboxNode(one.place, twoBus);
    const { systemId: other } = await makeHouse(two.sandbox);
    assert.deepEqual([...one.houses.keys()], [systemId]);
    assert.deepEqual([...two.houses.keys()], [other]);
    const words = async (of: string) => {
      const reply = await one.sandbox.simulate(of, { path: '/simulation' }, 5_000);
      return reply.answer === 'read' ? JSON.parse(reply.body) : reply;
    };
    assert.deepEqual([await words(systemId), await words(other)], [['a'], []]);

    two.clock.advance(lease.time - 1);
    assert.equal(two.houses.has(systemId), false);
    two.clock.advance(lease.renewal);
    assert.ok(lease.time - 1 + lease.renewal < 10_000);
    await until('it runs at the other node', async () => two.houses.has(systemId));
    assert.deepEqual(two.houses.get(systemId)!.words(), ['a']);
    await assert.rejects(before.append('lost'), /Another node has this house/);
    await until('the first node has ended it', async () => before.isEnded());
    await until('it is connected', isConnected(one.node, systemId));
    assert.deepEqual(await words(systemId), ['a']);
  });

  it('suspends a house after seven days without use, and starts it when an app uses its user', async () => {
    await using one = await start(engine);
    const { systemId, testUserId } = await makeHouse(one.sandbox);
    await one.houses.get(systemId)!.append('a');
    one.clock.advance(suspendAfter - lease.renewal);
    await one.sandbox.use(testUserId);
    one.clock.advance(suspendAfter - lease.renewal);
    assert.equal(one.sandbox.size(), 1);
    one.clock.advance(2 * lease.renewal);
    await until('it is suspended', async () => one.sandbox.size() === 0);
    one.clock.advance(lease.renewal);
    await one.sandbox.use(testUserId);
    assert.equal(one.sandbox.size(), 1);
    assert.deepEqual(one.houses.get(systemId)!.words(), ['a']);

    // The use of a guest counts too.
    const { testUserId: guest } = done(await one.sandbox.makeUser(dev, 'Bob'));
    await one.sandbox.use(guest);
    one.clock.advance(suspendAfter + lease.renewal);
    await until('it is suspended', async () => one.sandbox.size() === 0);
    await one.sandbox.use(guest);
    assert.equal(one.sandbox.size(), 0);
    const both = { systemId, testUserId: guest };
    assert.equal(await one.sandbox.shareHouse(dev, both, { access: 'view' }), undefined);
    assert.equal(one.sandbox.size(), 1);
    one.clock.advance(suspendAfter - lease.renewal);
    await one.sandbox.use(guest);
    const [owner] = await one.sandbox.list('dev');
    assert.equal(owner!.houses[0]!.suspendsAt, one.clock.now() + suspendAfter);
  });

  it('limits the test users, houses and speed of a developer', async () => {
    await using one = await start(engine);
    const { sandbox } = one;
    const { testUserId, systemId } = await makeHouse(sandbox);
    for (let count = 1; count < limits.testUsers.most; count++) done(await sandbox.makeUser(dev, 'x'));
    assert.equal(codeOf(await sandbox.makeUser(dev, 'x')), 'too-many-test-users');
    assert.equal(codeOf(await sandbox.makeUser(eve, ' ')), 'test-user-malformed');
    assert.equal(codeOf(await sandbox.makeUser(eve, 'x'.repeat(51))), 'test-user-malformed');

    const { most } = limits.testSpeed;
    assert.equal(
      codeOf(await sandbox.makeHouse(dev, testUserId, { ...draft, timeScale: most })),
      'test-houses-too-fast',
    );
    done(await sandbox.makeHouse(dev, testUserId, { ...draft, timeScale: most - 2 }));
    const change = (scale: number) =>
      sandbox.changeScale({ developerId: 'dev', systemId, scale }, async () => 'done');
    assert.equal(codeOf(await change(3)), 'test-houses-too-fast');
    assert.equal(await change(2), 'done');
    assert.equal(await change(0), 'done');

    for (let count = 2; count < limits.testHouses.most; count++)
      done(await sandbox.makeHouse(dev, testUserId, { ...draft, timeScale: 0 }));
    assert.equal(
      codeOf(await sandbox.makeHouse(dev, testUserId, { ...draft, timeScale: 0 })),
      'too-many-test-houses',
    );
  });

  it('limits the speed of all houses of a node, and slows houses beyond the limit', async () => {
    await using one = await start(engine);
    const { sandbox, store } = one;
    const { testUserId, systemId } = await makeHouse(sandbox);
    const setScale = (scale: number) => store.db.updateTable('sandbox_house').set({ scale }).execute();
    const change = (scale: number) =>
      sandbox.changeScale({ developerId: 'dev', systemId, scale }, async () => 'done');
    const user = done(await sandbox.makeUser(eve, 'Bob'));
    const make = (timeScale: number) => sandbox.makeHouse(eve, user.testUserId, { ...draft, timeScale });
    await setScale(limits.nodeTestSpeed.most - 2);
    assert.equal(codeOf(await make(3)), 'node-houses-too-fast');
    const { systemId: other } = done(await make(1));
    const ofEve = (scale: number) =>
      sandbox.changeScale({ developerId: 'eve', systemId: other, scale }, async () => 'done');
    assert.equal(codeOf(await ofEve(3)), 'node-houses-too-fast');
    assert.equal(await ofEve(2), 'done');
    assert.equal(await change(limits.testSpeed.most + 1), 'done');
    assert.equal(await ofEve(3), 'done');
    assert.equal((await sandbox.list('dev'))[0]!.testUserId, testUserId);
  });

  it('counts a developer’s clock steps over all nodes and restarts, but not refused ones', async () => {
    await using one = await start(engine);
    const most = limits.testSteps.burst;
    const stepBy = (
      of: typeof one.sandbox,
      seconds: number,
      apply: () => Promise<unknown> = async () => 'done',
    ) => of.stepClock({ developerId: 'dev', seconds }, apply);
    const refused = async () => refuseRequest('house-malformed', { facts: { why: 'no' } });
    assert.equal(codeOf(await stepBy(one.sandbox, most, refused)), 'house-malformed');
    assert.equal(await stepBy(one.sandbox, most), 'done');
    assert.equal(await stepBy(one.sandbox, 1), 'done');
    await one.node[Symbol.asyncDispose]();
    await using two = await startSandboxNode(one.place);
    assert.equal(codeOf(await stepBy(two.sandbox, 1)), 'too-many-test-steps');
    two.clock.advance(2_000);
    assert.equal(await stepBy(two.sandbox, 1), 'done');
    const ofEve = { developerId: 'eve', seconds: most };
    assert.equal(await two.sandbox.stepClock(ofEve, async () => 'done'), 'done');
  });

  it('counts no clock steps that were made before the clock of the machine went back', async () => {
    await using one = await start(engine);
    const step = (seconds: number) =>
      one.sandbox.stepClock({ developerId: 'dev', seconds }, async () => 'done');
    const now = one.clock.now();
    one.clock.set(now + 75 * 3_600_000);
    assert.equal(await step(limits.testSteps.burst), 'done');
    assert.equal(await step(longestStep), 'done');
    assert.equal(codeOf(await step(1)), 'too-many-test-steps');
    one.clock.set(now + 75 * 3_600_000 - maxClockDifference);
    assert.equal(codeOf(await step(1)), 'too-many-test-steps');
    one.clock.set(now + 75 * 3_600_000 - maxClockDifference - 1);
    assert.equal(await step(1), 'done');
  });

  it('changes the speed of a house in the order in which the limit was checked', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const applied: number[] = [];
    const slow = Promise.withResolvers<void>();
    const change = (scale: number, ready?: Promise<void>) =>
      one.sandbox.changeScale({ developerId: 'dev', systemId, scale }, async () => {
        await ready;
        applied.push(scale);
      });
    const changes = [change(3_000, slow.promise), change(0)];
    setImmediate(slow.resolve);
    await Promise.all(changes);
    const [user] = await one.sandbox.list('dev');
    assert.equal(applied.at(-1), user!.houses[0]!.scale);
  });

  it('changes the speed of a house one at a time, also for those who come while others wait', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const applied: number[] = [];
    const change = (scale: number, ready?: Promise<void>, begun?: () => void) =>
      one.sandbox.changeScale({ developerId: 'dev', systemId, scale }, async () => {
        begun?.();
        await ready;
        applied.push(scale);
      });
    const [first, second, hasBegun] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const earlier = change(30, first!.promise);
    const later = change(20, second!.promise, hasBegun!.resolve);
    first!.resolve();
    await earlier;
    await hasBegun!.promise;
    // The first change has ended, and the second one is under way.
    const last = change(10);
    setImmediate(second!.resolve);
    await Promise.all([later, last]);
    assert.deepEqual(applied, [30, 20, 10]);
  });

  it('counts the higher speed of a silent house, and the earlier speed of one that refused', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const scale = async () => (await one.sandbox.list('dev'))[0]!.houses[0]!.scale;
    const change = (to: number, facts: { readonly bridge?: string }) =>
      one.sandbox.changeScale({ developerId: 'dev', systemId, scale: to }, async () =>
        refuseRequest('Error', { facts }),
      );
    await change(60, {});
    assert.equal(await scale(), 1);
    await change(60, { bridge: 'silent' });
    assert.equal(await scale(), 60);
    await change(0, { bridge: 'silent' });
    assert.equal(await scale(), 60);
  });

  it('lists the apps that each test user has allowed', async () => {
    await using one = await start(engine);
    const { db } = one.store;
    const expiresAt = one.clock.now() + 1;
    for (const [name, app] of Object.entries({ Ann: 'lights', Bob: 'blinds' })) {
      const { testUserId: accountId } = done(await one.sandbox.makeUser(dev, name));
      const clientId = await insertApp(one.store, app, { owner: 'dev' });
      const live_client_id = await insertApp(one.store, `live ${app}`, { owner: 'dev' });
      await db.updateTable('app').set({ live_client_id }).where('client_id', '=', clientId).execute();
      await insertItem(db, { kind: 'RefreshToken', idHash: name, accountId, clientId, expiresAt });
    }
    assert.deepEqual(
      (await one.sandbox.list('dev')).map(({ name, apps }) => [name, apps]),
      [
        ['Ann', [{ clientId: 'lights', name: 'lights' }]],
        ['Bob', [{ clientId: 'blinds', name: 'blinds' }]],
      ],
    );
  });

  it('shares a house with another test user, with an end or without, until it is unshared', async () => {
    await using one = await start(engine);
    const { sandbox } = one;
    const { testUserId: owner, systemId } = await makeHouse(sandbox);
    const { testUserId } = done(await sandbox.makeUser(dev, 'Bob'));
    const both = { systemId, testUserId };
    const shared = async () =>
      (await sandbox.list('dev')).find((each) => each.testUserId === testUserId)!.shared;
    const until = one.clock.now() + 3_600_000;
    const name = (await sandbox.list('dev')).find((each) => each.testUserId === owner)!.houses[0]!.name;
    assert.equal(codeOf(await sandbox.shareHouse(dev, both, { access: 'view', until })), undefined);
    assert.deepEqual(await shared(), [{ systemId, name, owner, access: 'view', until }]);
    assert.equal(codeOf(await sandbox.shareHouse(dev, both, { access: 'control' })), undefined);
    assert.deepEqual(await shared(), [{ systemId, name, owner, access: 'control' }]);
    assert.equal(codeOf(await sandbox.unshareHouse(dev, both)), undefined);
    assert.deepEqual(await shared(), []);
  });

  it('shows a developer nothing of another one', async () => {
    await using one = await start(engine);
    const { sandbox } = one;
    const { testUserId, systemId } = await makeHouse(sandbox);
    assert.equal(codeOf(await sandbox.makeHouse(eve, testUserId, draft)), 'no-such-test-user');
    assert.equal(codeOf(await sandbox.removeUser(eve, testUserId)), 'no-such-test-user');
    assert.equal(codeOf(await sandbox.removeHouse(eve, systemId)), 'no-such-test-house');
    const { testUserId: other } = done(await sandbox.makeUser(eve, 'Kim'));
    const sharings = [
      [eve, { systemId, testUserId: other }, { code: 'no-such-test-house', facts: { systemId } }],
      [dev, { systemId, testUserId: other }, { code: 'no-such-test-user', facts: { testUserId: other } }],
      [dev, { systemId, testUserId: 'eve' }, { code: 'no-such-test-user', facts: { testUserId: 'eve' } }],
    ] as const;
    for (const [developer, both, why] of sharings)
      for (const refused of [
        await sandbox.shareHouse(developer, both, { access: 'view' }),
        await sandbox.unshareHouse(developer, both),
      ])
        assert.partialDeepStrictEqual(refused, { refusal: why });
    assert.equal(codeOf(await sandbox.unlink(eve, { testUserId, clientId: 'x' })), 'no-such-test-user');
    assert.equal(await sandbox.hasHouse('eve', systemId), false);
    assert.equal(await sandbox.hasUser('eve', testUserId), false);
    const own = [await sandbox.hasHouse('dev', systemId), await sandbox.hasUser('dev', testUserId)];
    assert.deepEqual(own, [true, true]);
    assert.equal(await sandbox.hasHouse('dev', '900000001'), false);
    assert.equal(await sandbox.hasUser('dev', 'nobody'), false);
    assert.equal(one.sandbox.size(), 1);
  });

  it('removes a house, a test user, and those of a developer whose account is deleted', async () => {
    await using one = await start(engine);
    const { sandbox, store, accounts } = one;
    const first = await makeHouse(sandbox);
    assert.equal(await sandbox.removeHouse(dev, first.systemId), true);
    assert.equal(sandbox.size(), 0);
    await makeHouse(sandbox);
    assert.equal(await sandbox.removeUser(dev, first.testUserId), true);
    assert.equal((await sandbox.list('dev')).length, 1);
    const removed = (await readAudit(store, 'dev', 20)).find(({ act }) => act === 'test-user-removed');
    assert.deepEqual(
      [removed?.facts, removed?.address],
      [{ testUserId: first.testUserId }, dev.address],
      'in the history of the developer',
    );
    await store.transaction('full', (tx) => accounts.removeWithin(tx, dev));
    one.clock.advance(lease.renewal);
    await until('no house runs', async () => sandbox.size() === 0);
    const left = await store.db.selectFrom('account').select('id').execute();
    assert.deepEqual(left, [{ id: 'eve' }]);
    assert.deepEqual(await store.db.selectFrom('bridge').selectAll().execute(), []);
    assert.deepEqual(await store.db.selectFrom('sandbox_house').selectAll().execute(), []);
  });

  it('leaves nothing of a developer who is deleted while the cloud has no test users', async () => {
    await using whole = await engine.createPlace();
    const kept = {
      ...engine,
      createPlace: async () => ({ ...whole, [Symbol.asyncDispose]: async () => {} }),
    };
    const { hosting } = createFakeHosting();
    /** Counts the accounts and their bridges. */
    const count = async ({ store: { db } }: ClimateCloud) => {
      const accounts = await db.selectFrom('account').select('id').execute();
      const bridges = await db.selectFrom('bridge').select('name').execute();
      const houses = await db.selectFrom('sandbox_house').select('house').execute();
      return [accounts.length, bridges.length, houses.length];
    };
    const credentials = { email: 'dev@example.org', password: 'a quiet house by the sea' };
    let before: number[];
    {
      await using first = await startWholeCloud(kept, { hosting: async () => hosting });
      before = await count(first.cloud);
      const developer = await signUpOwner(first.cloud, credentials.email);
      const { testUserId } = (await developer.post('/console/test-users', { name: 'Ann' })).body;
      await developer.post(`/console/test-users/${testUserId}/houses`);
      assert.deepEqual(
        await count(first.cloud),
        before.map((rows, at) => rows + [2, 1, 1][at]!),
      );
    }
    await using second = await startWholeCloud(kept);
    const developer = await enterAccount(second.cloud.publicUrl, credentials);
    await developer.signIn();
    await developer.call('/account/remove', { password: credentials.password });
    assert.deepEqual(await count(second.cloud), before);
  });

  it('keeps bridges from connecting or pairing with the system id of a house', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const bridge = await createScriptedBridge(systemId);
    assert.equal((await bridge.pair(one.node.url, 'eve')).error, 'system-taken');
    await assert.rejects(bridge.connect(one.node.url), { message: '403 not-paired' });
  });

  it('nobody can sign in as a test user', async () => {
    await using one = await start(engine);
    const { testUserId } = await makeHouse(one.sandbox);
    const { email } = await one.store.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', testUserId)
      .executeTakeFirstOrThrow();
    for (const password of ['', 'a quiet house by the sea']) {
      const result = await one.accounts.signIn({ email, password }, dev.address, undefined as never);
      assert.equal(codeOf(result), 'credentials-wrong');
    }
  });
});
