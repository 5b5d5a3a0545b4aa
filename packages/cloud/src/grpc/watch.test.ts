import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { createSetWall } from '@plenum/machine/set-wall';
import { toComponentId } from '@plenum/protocol';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { startDoors } from '../request/doors.fixture.ts';
import { changed, createAccount, createHouse, idsOf, wholeHouse } from '../request/house.fixture.ts';
import { createGrpcClient, statusOf } from './client.fixture.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const first = '000000001';
const second = '000000002';
const unit = `${first}_hvac_systemsettings_0`;
const zone = `${first}_hvac_zone_1`;

interface Heard {
  systemId: string;
  snapshot: boolean;
  components: { componentId: string; datagram: string }[];
  removed: string[];
  cursor: string;
}

/** What a message says, without the datagrams. */
const short = (message: Record<string, unknown>) => {
  const { systemId, snapshot, components, removed } = message as unknown as Heard;
  return { systemId, snapshot, components: components.map(({ componentId }) => componentId), removed };
};
const cursorOf = (message: Record<string, unknown>) => message.cursor as string;

onEachStore('Watch', (engine) => {
  const open = async (options: { wall?: ReturnType<typeof createSetWall> } = {}) => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const doors = stack.use(await startDoors({ place, ...options }));
    await createAccount(doors.store, 'ann');
    const house = await createHouse(doors, { accountId: 'ann', systemId: first });
    const client = stack.use(createGrpcClient(doors.port));
    const accessToken = doors.tokens.issue('ann');
    const watch = (cursor = '', token = accessToken) =>
      client.watch({ accessToken: token, requestId, cursor });
    return { ...doors, house, client, accessToken, watch, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('tells all components of the user first, then those that change', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    const snapshot = await watching.next();
    assert.equal(snapshot.requestId, requestId);
    assert.equal(snapshot.systemId, first);
    assert.equal(snapshot.snapshot, true);
    assert.deepEqual(new Set(short(snapshot).components), new Set(idsOf(first)));
    await cloud.house.change([changed('zone', 1, { Setpoint: 2400 })]);
    const change = (await watching.next()) as unknown as Heard;
    assert.deepEqual(short(change as never), {
      systemId: first,
      snapshot: false,
      components: [zone],
      removed: [],
    });
    assert.equal(JSON.parse(change.components[0]!.datagram).Setpoint, 2400);
    watching.cancel();
  });

  it('goes on from a cursor without a gap and without a repeat', async () => {
    await using cloud = await open();
    const before = cloud.watch();
    const cursor = cursorOf(await before.next());
    before.cancel();
    await cloud.house.change([changed('zone', 1, { Setpoint: 2400 })]);
    await cloud.house.change([changed('unit', 0, { SysOn: 0 })]);
    await cloud.house.change([changed('zone', 1, { Setpoint: 2450 })]);
    const after = cloud.watch(cursor);
    const heard = (await after.next()) as unknown as Heard;
    assert.deepEqual(short(heard as never), {
      systemId: first,
      snapshot: false,
      components: [unit, zone],
      removed: [],
    });
    assert.equal(JSON.parse(heard.components[1]!.datagram).Setpoint, 2450);
    await cloud.house.change([changed('zone', 2, { Setpoint: 2300 })]);
    assert.deepEqual(short(await after.next()).components, [`${first}_hvac_zone_2`]);
    after.cancel();
  });

  it('goes on from every message of a burst: whatever the last one heard, the sum is the house', async () => {
    await using cloud = await open();
    await createHouse(cloud, { accountId: 'ann', systemId: second });
    const known = new Map<string, string>();
    const hear = (heard: Heard) => {
      if (heard.snapshot)
        for (const id of [...known.keys()]) if (id.startsWith(heard.systemId)) known.delete(id);
      for (const { componentId, datagram } of heard.components) known.set(componentId, datagram);
      for (const componentId of heard.removed) known.delete(componentId);
      return heard.cursor;
    };
    let cursor = '';
    for (let round = 0; round < 8; round++) {
      const changes = [1, 2].map((index) => changed('zone', index, { Setpoint: 2000 + 50 * round }));
      const watching = cloud.watch(cursor);
      const saying = cloud.house.change(changes);
      cursor = hear((await watching.next()) as unknown as Heard);
      watching.cancel();
      await saying;
    }
    const last = cloud.watch(cursor);
    await cloud.house.change([changed('unit', 0, { SysMode: 3 })]);
    const isWhole = () => known.size === 2 * wholeHouse.length && JSON.parse(known.get(unit)!).SysMode === 3;
    while (!isWhole()) hear((await last.next()) as unknown as Heard);
    last.cancel();
    const rows = await cloud.store.db.selectFrom('component').select(['component_id', 'datagram']).execute();
    assert.equal(rows.length, 2 * wholeHouse.length);
    assert.deepEqual(known, new Map(rows.map((row) => [row.component_id, row.datagram!])));
  });

  it('tells what is gone, live and from a cursor', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    const cursor = cursorOf(await watching.next());
    await cloud.house.change([], [{ kind: 'zone', index: 1 }]);
    const gone = { systemId: first, snapshot: false, components: [], removed: [zone] };
    assert.deepEqual(short(await watching.next()), gone);
    assert.deepEqual(short(await cloud.watch(cursor).next()), gone);
    const fresh = short(await cloud.watch().next());
    assert.ok(!fresh.components.includes(zone) && fresh.removed.length === 0);
    watching.cancel();
  });

  it('tells of a bridge that comes, and of one that leaves', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    await watching.next();
    const house = await createHouse(cloud, {
      accountId: 'ann',
      systemId: second,
      components: wholeHouse.slice(0, 1),
    });
    let message = await watching.next();
    // A bridge that was just paired may be seen before its first components are.
    if (short(message).components.length === 0) message = await watching.next();
    assert.deepEqual(short(message).components, [`${second}_hvac_systemsettings_0`]);
    const cursor = cursorOf(message);
    await house.release();
    const left = { systemId: second, snapshot: true, components: [], removed: [] };
    const farewell = await watching.next();
    assert.deepEqual(short(farewell), left);
    assert.doesNotMatch(cursorOf(farewell), /000000002/);
    assert.deepEqual(short(await cloud.watch(cursor).next()), left);
    watching.cancel();
  });

  it('begins anew with a bridge that was released and paired again in between', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    const cursor = cursorOf(await watching.next());
    watching.cancel();
    await cloud.house.release();
    await cloud.house.pairAgain(2_000);
    await cloud.house.snapshot(wholeHouse.slice(0, 1));
    const again = short(await cloud.watch(cursor).next());
    assert.deepEqual(again, { systemId: first, snapshot: true, components: [unit], removed: [] });
  });

  it('begins anew from a cursor that is ahead, as after a restored backup', async () => {
    await using cloud = await open();
    const [, pairedAt] = cursorOf(await cloud.watch().next()).split('.');
    const heard = short(await cloud.watch(`${first}.${pairedAt}.zz`).next());
    assert.equal(heard.snapshot, true);
    assert.equal(heard.components.length, wholeHouse.length);
  });

  it('refuses a cursor that is none', async () => {
    await using cloud = await open();
    const { code, details } = await statusOf(cloud.watch('x').next());
    assert.equal(code, status.INVALID_ARGUMENT);
    assert.equal(details, 'cursor: it is none of this cloud; leave it empty for everything.');
  });

  it('tells a user nothing of another, whatever the cursor says', async () => {
    await using cloud = await open();
    await createAccount(cloud.store, 'ben');
    await createHouse(cloud, { accountId: 'ben', systemId: second, components: wholeHouse.slice(0, 1) });
    const ben = cloud.watch(`${first}.rs.0`, cloud.tokens.issue('ben'));
    const heard = [short(await ben.next()), short(await ben.next())];
    assert.deepEqual(heard, [
      { systemId: first, snapshot: true, components: [], removed: [] },
      { systemId: second, snapshot: true, components: [`${second}_hvac_systemsettings_0`], removed: [] },
    ]);
    ben.cancel();
  });

  it('ends at once when its token is revoked on this node', async () => {
    await using cloud = await open({ wall: createSetWall(Date.now()) });
    const watching = cloud.watch();
    await watching.next();
    const next = watching.next();
    cloud.tokens.revoke(cloud.accessToken);
    const { code, details } = await statusOf(next);
    assert.equal(code, status.UNAUTHENTICATED);
    assert.equal(details, 'The access token is missing or not valid.');
  });

  it('ends within three seconds when its token is revoked on another node, and when it expires', async () => {
    const wall = createSetWall(Date.now());
    await using cloud = await open({ wall });
    const revoked = cloud.watch();
    const brief = cloud.tokens.issue('ann', { expiresAt: wall.now() + 10_000 });
    const expiring = cloud.watch('', brief);
    await revoked.next();
    await expiring.next();
    const ends = [statusOf(revoked.next()), statusOf(expiring.next())];
    cloud.tokens.revoke(cloud.accessToken, { elsewhere: true });
    wall.pass(3_000);
    assert.equal((await ends[0]!).code, status.UNAUTHENTICATED);
    wall.pass(7_000);
    assert.equal((await ends[1]!).code, status.UNAUTHENTICATED);
  });

  it('looks by itself when the bus lost a change, and gives signs of life', async () => {
    const wall = createSetWall(Date.now());
    await using cloud = await open({ wall });
    const watching = cloud.watch();
    await watching.next();
    const deaf = await createHouse({ store: cloud.store }, { accountId: 'ann', systemId: second });
    assert.equal(deaf.systemId, second);
    const found = watching.next();
    wall.pass(15_000);
    assert.equal(short(await found).systemId, second);
    const alive = watching.next();
    let isHeard = false;
    const hear = () => {
      isHeard = true;
    };
    alive.then(hear, hear);
    while (!isHeard) {
      wall.pass(3_000);
      await new Promise(setImmediate);
    }
    assert.deepEqual(short(await alive), { systemId: '', snapshot: false, components: [], removed: [] });
    assert.match(cursorOf(await alive), /^000000001\..*~000000002\./);
    watching.cancel();
  });

  it('ends with a status that says to come back when the node stops', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    await watching.next();
    const ended = statusOf(watching.next());
    await cloud.cloud[Symbol.asyncDispose]();
    const { code, details } = await ended;
    assert.equal(code, status.UNAVAILABLE);
    assert.equal(details, 'This node stops; connect again.');
  });

  it('opens at most 20 streams of an app for a user, and room is made when one ends', async () => {
    await using cloud = await open();
    const streams = Array.from({ length: 20 }, () => cloud.watch());
    await Promise.all(streams.map((one) => one.next()));
    const { code, details } = await statusOf(cloud.watch().next());
    assert.equal(code, status.RESOURCE_EXHAUSTED);
    assert.equal(details, 'This app watches this user 20 times at once already.');
    streams[0]!.cancel();
    let isOpen = false;
    while (!isOpen)
      isOpen = await cloud
        .watch()
        .next()
        .then(
          () => true,
          () => false,
        );
    for (const one of streams) one.cancel();
  });

  it('lets a reader that does not read wait for nothing but the latest', async () => {
    await using cloud = await open();
    const watching = cloud.watch();
    await watching.next();
    watching.stream.pause();
    const long = (n: number) => changed('unit', 0, { Tag1: `${n}`.padEnd(200_000, '.') });
    for (let n = 0; n < 60; n++) await cloud.house.change([long(n)]);
    let heard = 0;
    for (let tag = ''; !tag.startsWith('59.'); heard++) {
      const { components } = (await watching.next()) as unknown as Heard;
      tag = JSON.parse(components[0]!.datagram).Tag1;
    }
    assert.ok(heard < 60, `${heard} of 60 messages were kept for a reader that did not read`);
    watching.cancel();
  });

  it('lets a reader go that has not read for a minute', async () => {
    const wall = createSetWall(Date.now());
    await using cloud = await open({ wall });
    const session = connect(cloud.url);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/plenum.cloud.v1.ClimateCloud/Watch',
      'content-type': 'application/connect+json',
    });
    stream.on('error', () => {});
    const asked = Buffer.from(JSON.stringify({ accessToken: cloud.accessToken, requestId }));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(asked.length, 1);
    stream.end(Buffer.concat([head, asked]));
    await once(stream, 'response');
    for (let n = 0; n < 20; n++)
      await cloud.house.change([changed('unit', 0, { Tag1: `${n}`.padEnd(200_000, '.') })]);
    const from = wall.now();
    while (!stream.closed) {
      wall.pass(1_000);
      await new Promise(setImmediate);
    }
    assert.notEqual(stream.rstCode, constants.NGHTTP2_NO_ERROR);
    assert.ok(wall.now() - from >= 60_000);
    session.destroy();
  });
});

it('ids of components are told as Discover tells them', () => {
  assert.equal(toComponentId(first, { kind: 'zone', index: 1 }), zone);
});
