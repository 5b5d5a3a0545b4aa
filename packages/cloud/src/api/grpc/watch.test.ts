import assert from 'node:assert/strict';
import { it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { toComponentId } from '@plenum/protocol/component';
import { statusOf } from '@plenum/testbed/grpc-client';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { changed, createHouse, idsOf, wholeHouse } from '../house.fixture.ts';
import { cursorOf, first, openWatch, requestId, second, short, type WatchMessage } from './watch.fixture.ts';

const unit = `${first}_hvac_systemsettings_0`;
const zone = `${first}_hvac_zone_1`;

onEachStore('the changes that Watch streams', (engine) => {
  it('sends all components of the user to Watch first, then changes', async () => {
    await using cloud = await openWatch(engine);
    const watching = cloud.watch();
    const snapshot = await watching.next();
    assert.equal(snapshot.requestId, requestId);
    assert.equal(snapshot.systemId, first);
    assert.equal(snapshot.snapshot, true);
    assert.deepEqual(new Set(short(snapshot).components), new Set(idsOf(first)));
    await cloud.house.change([changed('zone', 1, { Setpoint: 2400 })]);
    const change = (await watching.next()) as unknown as WatchMessage;
    assert.deepEqual(short(change as never), {
      systemId: first,
      snapshot: false,
      components: [zone],
      removed: [],
    });
    assert.equal(JSON.parse(change.components[0]!.datagram).Setpoint, 2400);
    watching.cancel();
  });

  it('resumes Watch from a cursor without gaps or repeats', async () => {
    await using cloud = await openWatch(engine);
    const before = cloud.watch();
    const cursor = cursorOf(await before.next());
    before.cancel();
    await cloud.house.change([changed('zone', 1, { Setpoint: 2400 })]);
    await cloud.house.change([changed('unit', 0, { SysOn: 0 })]);
    await cloud.house.change([changed('zone', 1, { Setpoint: 2450 })]);
    const after = cloud.watch([cursor]);
    const heard = (await after.next()) as unknown as WatchMessage;
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

  it('resumes Watch from any message of a burst, and still sends the complete house', async () => {
    await using cloud = await openWatch(engine);
    await createHouse(cloud, { accountId: 'ann', systemId: second });
    const known = new Map<string, string>();
    const hear = (heard: WatchMessage) => {
      if (heard.snapshot)
        for (const id of [...known.keys()]) if (id.startsWith(heard.systemId)) known.delete(id);
      for (const { componentId, datagram } of heard.components) known.set(componentId, datagram);
      for (const componentId of heard.removed) known.delete(componentId);
      cursors.set(heard.systemId, heard.cursor);
    };
    const cursors = new Map<string, string>();
    for (let round = 0; round < 8; round++) {
      const changes = [1, 2].map((index) => changed('zone', index, { Setpoint: 2000 + 50 * round }));
      const watching = cloud.watch([...cursors.values()]);
      const saying = cloud.house.change(changes);
      hear((await watching.next()) as unknown as WatchMessage);
      watching.cancel();
      await saying;
    }
    const last = cloud.watch([...cursors.values()]);
    await cloud.house.change([changed('unit', 0, { SysMode: 3 })]);
    const isWhole = () => known.size === 2 * wholeHouse.length && JSON.parse(known.get(unit)!).SysMode === 3;
    while (!isWhole()) hear((await last.next()) as unknown as WatchMessage);
    last.cancel();
    const rows = await cloud.store.db.selectFrom('component').select(['component_id', 'datagram']).execute();
    assert.equal(rows.length, 2 * wholeHouse.length);
    assert.deepEqual(known, new Map(rows.map((row) => [row.component_id, row.datagram!])));
  });

  it('reports removed components to Watch, both live and from a cursor', async () => {
    await using cloud = await openWatch(engine);
    const watching = cloud.watch();
    const cursor = cursorOf(await watching.next());
    await cloud.house.change([], [{ kind: 'zone', index: 1 }]);
    const gone = { systemId: first, snapshot: false, components: [], removed: [zone] };
    assert.deepEqual(short(await watching.next()), gone);
    assert.deepEqual(short(await cloud.watch([cursor]).next()), gone);
    const fresh = short(await cloud.watch().next());
    assert.ok(!fresh.components.includes(zone) && fresh.removed.length === 0);
    watching.cancel();
  });

  it('reports to Watch that a bridge was added or removed', async () => {
    await using cloud = await openWatch(engine);
    const watching = cloud.watch();
    await watching.next();
    const house = await createHouse(cloud, {
      accountId: 'ann',
      systemId: second,
      components: wholeHouse.slice(0, 1),
    });
    let message = await watching.next();
    // A newly paired bridge may become visible before its first components.
    if (short(message).components.length === 0) message = await watching.next();
    assert.deepEqual(short(message).components, [`${second}_hvac_systemsettings_0`]);
    const cursor = cursorOf(message);
    assert.match(cursor, /^000000002\./);
    await house.release();
    const left = { systemId: second, snapshot: true, components: [], removed: [] };
    const farewell = await watching.next();
    assert.deepEqual(short(farewell), left);
    assert.equal(cursorOf(farewell), '');
    // Sent only once, because the next message is about something else.
    await cloud.house.change([changed('unit', 0, { SysOn: 0 })]);
    assert.equal(short(await watching.next()).systemId, first);
    assert.deepEqual(short(await cloud.watch([cursor]).next()), left);
    watching.cancel();
  });

  it('sends Watch a new snapshot of a bridge that was released and paired again', async () => {
    await using cloud = await openWatch(engine);
    const watching = cloud.watch();
    const cursor = cursorOf(await watching.next());
    watching.cancel();
    await cloud.house.release();
    await cloud.house.pairAgain(2_000);
    await cloud.house.snapshot(wholeHouse.slice(0, 1));
    const again = short(await cloud.watch([cursor]).next());
    assert.deepEqual(again, { systemId: first, snapshot: true, components: [unit], removed: [] });
  });

  it('sends Watch a new snapshot if the cursor is ahead, as after a restored backup', async () => {
    await using cloud = await openWatch(engine);
    const [, pairedAt] = cursorOf(await cloud.watch().next()).split('.');
    const heard = short(await cloud.watch([`${first}.${pairedAt}.zz`]).next());
    assert.equal(heard.snapshot, true);
    assert.equal(heard.components.length, wholeHouse.length);
  });

  it('refuses malformed Watch cursors and two cursors of the same bridge', async () => {
    await using cloud = await openWatch(engine);
    const refused = async (...cursors: string[]) => {
      const { code, details } = await statusOf(cloud.watch(cursors).next());
      assert.equal(code, status.INVALID_ARGUMENT);
      return details;
    };
    assert.equal(
      await refused('x'),
      'cursors.0: it is not a cursor of this cloud; leave it out to receive everything of its bridge.',
    );
    assert.equal(
      await refused(`${first}.rs.1`, `${first}.rs.2`),
      `cursors.1: an earlier one is also of bridge ${first}; send only the last one received of each bridge.`,
    );
  });

  it('sends a Watch client no data about another user, regardless of the cursor', async () => {
    await using cloud = await openWatch(engine);
    await insertAccount(cloud.store, 'ben');
    await createHouse(cloud, { accountId: 'ben', systemId: second, components: wholeHouse.slice(0, 1) });
    const ben = cloud.watch([`${first}.rs.0`], cloud.tokens.issue('ben'));
    const heard = [short(await ben.next()), short(await ben.next())];
    assert.deepEqual(heard, [
      { systemId: first, snapshot: true, components: [], removed: [] },
      { systemId: second, snapshot: true, components: [`${second}_hvac_systemsettings_0`], removed: [] },
    ]);
    ben.cancel();
  });
});

it('uses the same component ids in Watch as in Discover', () => {
  assert.equal(toComponentId(first, { kind: 'zone', index: 1 }), zone);
});
