import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const minute = 60_000;
const base = '/simulation/snapshots';

const to = (port: number) => {
  const read = async (path: string) => JSON.parse((await send(port, path)).text);
  const write = async (path: string, body: unknown) => {
    const { status, text } = await post(port, path, body);
    return `${status} ${text}`;
  };
  return {
    list: () => read(base),
    clock: async () => (await read('/simulation')).clock,
    quirks: async () => (await read('/simulation')).quirks,
    groups: async () => (await read('/groups')).groups.map(({ name }: { name: string }) => name),
    write,
    save: (name: string) => write(base, { name }),
    restore: (name: string) => write(`${base}/restore`, { name }),
    rename: (Name: string) => write('/HvacCommandV2', { ZoneName: { Index: 0, Name } }),
    name: async () =>
      JSON.parse((await post(port, '/HvacRequestV2', { HvacV2Request: { Type: 2, No: 0, No1: 0 } })).text)
        .ZonesV2.Name,
  };
};

describe('/simulation/snapshots', () => {
  it('saves the house by name and goes back to it, with its clock, settings and quirks', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const house = to(bridge.http.port);
    await house.write('/simulation/Quirks', { 'late-apply': 0.001 });
    await house.rename('Before');
    clock.advance(5 * minute);
    assert.equal(await house.save('breakfast'), '200 OK');
    const {
      snapshots: [saved],
    } = await house.list();
    assert.deepEqual([saved.name, saved.at], ['breakfast', monday + 5 * minute]);
    assert.ok(saved.bytes > 10_000, saved.bytes);

    await house.write('/simulation/Quirks', {});
    await house.rename('After');
    await house.write('/groups', { name: 'All', rooms: [{ kind: 'zone', index: 0 }] });
    clock.advance(60 * minute);
    assert.equal(await house.restore('breakfast'), '200 OK');
    assert.deepEqual(await house.clock(), { at: monday + 5 * minute, scale: 1, paused: false });
    assert.equal(await house.name(), 'Before');
    assert.deepEqual(await house.groups(), []);
    assert.deepEqual(await house.quirks(), { 'late-apply': 0.001 });
    clock.advance(minute);
    assert.equal((await house.clock()).at, monday + 6 * minute);
  });

  it('repeats the same future after going back, with the same history and events', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const house = to(bridge.http.port);
    await house.save('start');
    const future = async () => {
      await house.rename('Later');
      await house.write('/simulation/ClockStep', 7_200);
      const range = `from=${monday}&to=${monday + 3 * 60 * minute}`;
      const events = await send(bridge.http.port, `/history/events?${range}`);
      const history = await send(bridge.http.port, `/history?series=zone.0.Temp&points=500&${range}`);
      return [bridge.device.datagrams(), events.text, history.text];
    };
    const first = await future();
    await house.restore('start');
    assert.deepEqual(await future(), first);
    assert.match(String(first[1]), /"command":"ZoneName"/);
  });

  it('reports the components that are different after going back', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock() });
    const house = to(bridge.http.port);
    await house.save('start');
    await house.rename('After');
    const names: unknown[] = [];
    bridge.device.subscribe(({ changed }) => {
      for (const { kind, datagram } of changed)
        if (kind === 'zone') names.push((datagram as { Name: string }).Name);
    });
    const before = names.length;
    await house.restore('start');
    assert.deepEqual(names.slice(before), ['Room 0']);
  });

  it('writes the house it went back to into the data folder', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const start = () => startSmallBridge({ dataDir: folder.path, clock });
    {
      await using bridge = await start();
      const house = to(bridge.http.port);
      await house.rename('Before');
      await house.save('start');
      await house.rename('After');
      await house.restore('start');
    }
    await using bridge = await start();
    assert.equal(await to(bridge.http.port).name(), 'Before');
  });

  it('starts a fork of a snapshot on another port, independent of the house, and stops it', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const house = to(bridge.http.port);
    await house.rename('Before');
    await house.save('start');
    clock.advance(10 * minute);
    await house.rename('After');
    const [one, other] = [await freePort(), await freePort()];
    assert.equal(await house.write(`${base}/fork`, { name: 'start', port: one }), '200 OK');
    assert.equal(await house.write(`${base}/fork`, { port: other }), '200 OK');
    assert.deepEqual((await house.list()).forks, [
      { port: one, at: monday },
      { port: other, at: monday + 10 * minute },
    ]);
    assert.equal(await to(one).name(), 'Before');
    assert.equal(await to(other).name(), 'After');
    await to(one).rename('Fork');
    assert.equal(await house.name(), 'After');

    assert.match(
      await to(one).write(`${base}/fork`, { port: other }),
      /^400 .*forks: There are 1 entries\. Send at most 0\./,
    );
    assert.match(await house.write(`${base}/fork`, { port: one }), /^409 .*is in use by another/);
    assert.match(
      await house.write(`${base}/fork`, { port: bridge.http.port }),
      /^409 .*is in use by another/,
    );
    for (const port of [22, 80, 1_023])
      assert.match(await house.write(`${base}/fork`, { port }), /^400 .*below the minimum of 1024/);
    assert.equal(await house.write(`${base}/end-fork`, { port: one }), '200 OK');
    assert.equal(await house.write(`${base}/end-fork`, { port: one }), '200 OK');
    assert.deepEqual((await house.list()).forks.length, 1);
    await assert.rejects(send(one, '/healthz'), { code: 'ECONNREFUSED' });
  });

  it('keeps as many snapshots and forks, and as many bytes, as its limits allow', async () => {
    await using bridge = await startSmallBridge({
      clock: createFakeClock(),
      limits: { snapshots: 2, forks: 1 },
    });
    const house = to(bridge.http.port);
    assert.equal(await house.save('one'), '200 OK');
    assert.equal(await house.save('two'), '200 OK');
    assert.equal(await house.save('one'), '200 OK');
    assert.match(await house.save('three'), /^400 .*snapshots: There are 3 entries\. Send at most 2\./);
    assert.equal(await house.write(`${base}/remove`, { name: 'two' }), '200 OK');
    assert.equal(await house.save('three'), '200 OK');
    const port = await freePort();
    assert.equal(await house.write(`${base}/fork`, { port }), '200 OK');
    assert.match(
      await house.write(`${base}/fork`, { port: await freePort() }),
      /^400 .*forks: There are 2 entries\. Send at most 1\./,
    );

    const { bytes } = (await house.list()).snapshots[0];
    const sized = (most: number) =>
      startSmallBridge({ clock: createFakeClock(), limits: { snapshotBytes: most } });
    await using large = await sized(2 * bytes);
    assert.equal(await to(large.http.port).save('one'), '200 OK');
    assert.equal(await to(large.http.port).save('two'), '200 OK');
    assert.match(
      await to(large.http.port).save('three'),
      /^400 .*snapshots: \d+ bytes is above the maximum of \d+ bytes\./,
    );
    await using small = await sized(bytes - 1);
    assert.match(
      await to(small.http.port).save('one'),
      /^400 .*snapshots: \d+ bytes is above the maximum of \d+ bytes\./,
    );
  });

  it('refuses invalid names, missing snapshots, and everything if the bridge is read-only', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock() });
    const house = to(bridge.http.port);
    await house.save('breakfast');
    await house.save('dinner');
    assert.equal(await house.restore('lunch'), '400 {ERROR: name: "lunch" is not one of breakfast, dinner.}');
    for (const name of ['', '../x', 'x'.repeat(41), 5])
      assert.match(await house.write(base, { name }), /^400 /, String(name));
    assert.equal(await house.save('x'.repeat(40)), '200 OK');
    await using readOnly = await startSmallBridge({ clock: createFakeClock(), readOnly: true });
    assert.equal(await to(readOnly.http.port).save('one'), '403 {ERROR: This bridge is read-only.}');
    await using without = await startSmallBridge({ clock: createFakeClock(), simulation: false });
    assert.equal((await send(without.http.port, base)).status, 404);
  });
});
