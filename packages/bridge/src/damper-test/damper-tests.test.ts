import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import type { AnyCommand } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import type { DamperTestsAnswer } from '@plenum/protocol/zone';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../bridge.ts';
import type { BridgeConfig } from '../config.ts';
import { type Decorator, decorate } from '../device/decorate.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { openMemoryStore } from '../store/open-store.ts';
import { openDamperTests } from './damper-tests.ts';

const path = '/damper-tests';
const lounge = 2;

/** A bridge with the demo house, whose time passes only with `pass`. */
const openHouse = (dataDir: string, more: Partial<BridgeConfig> = {}) => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok);
  return startBridge({
    house: toHouseToRun(house.value),
    dataDir,
    ...onFreePorts,
    clock: createFakeClock(Date.parse('2026-11-25T12:00+11:00')),
    ...more,
  });
};

const zone = ({ device }: Bridge, index = lounge) => findDatagram(device.datagrams(), 'zone', index)!;
const give = async ({ http }: Bridge, where: string, body: unknown) =>
  assert.equal((await post(http.port, where, JSON.stringify(body))).text, 'OK');
const command = (bridge: Bridge, body: object) => give(bridge, '/HvacCommandV2', body);
const read = async ({ http }: Bridge): Promise<DamperTestsAnswer> =>
  JSON.parse((await send(http.port, path)).text);
const refused = async ({ http }: Bridge, body: object) =>
  (await post(http.port, path, JSON.stringify(body))).text;

/** Lets the time of the house pass, and the bridge react to it. */
const pass = async (bridge: Bridge, seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 10) {
    await give(bridge, '/simulation/ClockStep', 10);
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  }
};

/** Starts a test, and lets its damper move until the test is over. */
const finish = async (bridge: Bridge) => {
  for (let tries = 0; (await read(bridge)).running !== undefined; tries++) {
    assert.ok(tries < 60, JSON.stringify(await read(bridge)));
    await pass(bridge, 10);
  }
  return (await read(bridge)).results.at(-1)!;
};

describe('a damper test', () => {
  it('opens and shuts a damper with ZoneMode, measures both, and restores mode and setpoint', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    await command(bridge, { ZoneMode: { Index: lounge, Mode: 3 } });
    await pass(bridge, 120);
    const { Mode, Setpoint } = zone(bridge);
    const from = bridge.device.at();
    await give(bridge, path, { zone: lounge });
    const running = (await read(bridge)).running;
    assert.deepEqual([running?.zone, running?.at], [lounge, from]);
    const { before, open, shut, ...rest } = await finish(bridge);
    assert.deepEqual(rest, { zone: lounge, at: from, outcome: 'moves' });
    assert.ok(
      before.damper <= open!.damper && open!.damper >= 85 && shut!.damper <= 5,
      JSON.stringify({ before, open, shut }),
    );
    assert.ok(shut!.seconds >= 50 && shut!.seconds <= 90, `${shut!.seconds} s`);
    assert.ok(Math.abs(open!.temperature! - before.temperature!) < 100 && open!.supply! > 0);
    assert.deepEqual([zone(bridge).Mode, zone(bridge).Setpoint], [Mode, Setpoint]);
    const { events } = JSON.parse((await send(bridge.http.port, `/history/events?from=${from}`)).text);
    assert.deepEqual(
      (events as { command: string; body: object }[]).flatMap((one) => (one.command ? [one.body] : [])),
      [1, 2, Mode].map((mode) => ({ Index: lounge, Mode: mode })),
    );
  });

  it('reports a damper that does not move, and restores its zone', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    await pass(bridge, 120);
    const { Mode } = zone(bridge);
    await give(bridge, '/simulation/ZoneDamperStuck', { Zone: lounge, On: 1 });
    await give(bridge, path, { zone: lounge });
    const { outcome } = await finish(bridge);
    assert.match(outcome, /^does-not-(open|close)$/);
    assert.equal(zone(bridge).Mode, Mode);
  });

  it('refuses a test if the unit is off, another test runs or every damper would be shut', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 0 });
    const before = JSON.stringify(bridge.device.datagrams().zone);
    assert.equal(
      await refused(bridge, { zone: lounge }),
      '{ERROR: zone: Testing this damper is not available: dampers move only while the unit is on; switch it on.}',
    );
    assert.match(await refused(bridge, { zone: 11 }), /There is no zone 11 in this house/);
    assert.match(await refused(bridge, { zone: 14 }), /14 is above the maximum of 13/);
    assert.equal(JSON.stringify(bridge.device.datagrams().zone), before);
    await command(bridge, { SysOn: 1 });
    await give(bridge, path, { zone: lounge });
    assert.match(await refused(bridge, { zone: 3 }), /the damper of zone 2 is being tested/);
    await give(bridge, `${path}/end`, { zone: lounge });
    const zones = bridge.device.datagrams().zone.filter(({ Index }) => Index !== lounge);
    for (const { Index } of zones) await command(bridge, { ZoneMode: { Index, Mode: 2 } });
    for (const { Index, ConstA, Master } of bridge.device.datagrams().zone)
      assert.ok(Index === lounge || (ConstA === 0 && Master === 0));
    assert.match(
      await refused(bridge, { zone: lounge }),
      /with it shut, every damper would be shut; open another zone first/,
    );
  });

  it('opens the damper again if every other damper shuts while it is shutting', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    await pass(bridge, 120);
    const { Mode } = zone(bridge);
    await give(bridge, path, { zone: lounge });
    while ((await read(bridge)).running?.step === 'opening') await pass(bridge, 10);
    for (const { Index } of bridge.device.datagrams().zone)
      if (Index !== lounge) await command(bridge, { ZoneMode: { Index, Mode: 2 } });
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    assert.equal((await read(bridge)).results[0]!.outcome, 'every-damper-shut');
    assert.equal(zone(bridge).Mode, Mode);
  });

  it('reports a constant zone that the system holds open, and restores it', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    const [emmas, liams] = [5, 6];
    for (const { Index } of bridge.device.datagrams().zone)
      await command(bridge, { ZoneMode: { Index, Mode: Index === emmas ? 1 : 2 } });
    await command(bridge, { ZoneMode: { Index: liams, Mode: 5 } });
    await pass(bridge, 120);
    assert.equal(zone(bridge, liams).ConstA, 1);
    await give(bridge, path, { zone: liams });
    const { outcome, open, shut } = await finish(bridge);
    assert.deepEqual([outcome, open!.damper, shut!.damper], ['held-open', 80, 80]);
    assert.equal(zone(bridge, liams).Mode, 5);
  });

  it('leaves a mode that a person chooses during the test', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    await give(bridge, path, { zone: lounge });
    await command(bridge, { ZoneMode: { Index: lounge, Mode: 4 } });
    assert.equal((await finish(bridge)).outcome, 'changed');
    assert.equal(zone(bridge).Mode, 4);
  });

  it('restores the zone if the test is ended, the unit is switched off or the bridge restarts', async () => {
    using folder = createDataFolder();
    const mode = 3;
    {
      await using bridge = await openHouse(folder.path);
      await command(bridge, { SysOn: 1 });
      await command(bridge, { ZoneMode: { Index: lounge, Mode: mode } });
      await give(bridge, path, { zone: lounge });
      assert.equal(zone(bridge).Mode, 1);
      await give(bridge, `${path}/end`, { zone: lounge });
      assert.deepEqual([(await finish(bridge)).outcome, zone(bridge).Mode], ['ended', mode]);
      await give(bridge, path, { zone: lounge });
      await command(bridge, { SysOn: 0 });
      assert.deepEqual([(await finish(bridge)).outcome, zone(bridge).Mode], ['unit-off', mode]);
      await command(bridge, { SysOn: 1 });
      await give(bridge, path, { zone: lounge });
    }
    await using bridge = await openHouse(folder.path);
    assert.deepEqual([(await finish(bridge)).outcome, zone(bridge).Mode], ['interrupted', mode]);
  });

  it('restores the setpoint of a zone whose device chooses another one with the mode', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await command(bridge, { SysOn: 1 });
    await command(bridge, { ZoneMode: { Index: lounge, Mode: 3 } });
    await command(bridge, { ZoneSetpoint: { Index: lounge, Setpoint: 2100 } });
    const withChosenSetpoint: Decorator = (raw) => ({
      commandFor: (caller, ...commands) => {
        const chosen = { name: 'ZoneSetpoint', body: { Index: lounge, Setpoint: 2450 } } as AnyCommand;
        const isMode = commands.some(({ name }) => name === 'ZoneMode');
        return raw.commandFor(caller, ...commands, ...(isMode ? [chosen] : []));
      },
    });
    await using stack = new AsyncDisposableStack();
    const db = stack.adopt(openMemoryStore(), (each) => each.close());
    const device = decorate(bridge.device, [withChosenSetpoint]);
    const clock = createFakeClock();
    const tests = openDamperTests({ device, stack, db, clock, log: silent, readOnly: false });
    assert.ok((await tests.start(lounge, { over: 'local' })).ok);
    assert.equal(zone(bridge).Setpoint, 2450);
    assert.ok((await tests.end(lounge)).ok);
    assert.deepEqual([zone(bridge).Mode, zone(bridge).Setpoint, tests.read().running], [3, 2100, undefined]);
  });

  it('needs the installer key to start or end a test, and only the access key to read', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path, { installerKey: 'open-sesame' });
    const ask = async (where: string, key: string) =>
      (
        await fetch(`http://127.0.0.1:${bridge.http.port}${where}`, {
          method: 'POST',
          headers: { 'Plenum-Installer-Key': key },
          body: JSON.stringify({ zone: lounge }),
        })
      ).status;
    for (const where of [path, `${path}/end`]) assert.equal(await ask(where, 'guess'), 401);
    await command(bridge, { SysOn: 1 });
    assert.equal(await ask(path, 'open-sesame'), 200);
    assert.equal((await read(bridge)).running?.zone, lounge);
    assert.equal(await ask(`${path}/end`, 'open-sesame'), 200);
  });
});
