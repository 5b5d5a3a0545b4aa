import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bridge, startBridge, toHouseToRun } from '@plenum/bridge';
import { type HouseFile, readHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { runHere } from '../fixture/run-here.fixture.ts';

const hostOf = ({ http }: Bridge) => `127.0.0.1:${http.port}`;

const run = async (...words: readonly string[]) => {
  const { code, out, err } = await runHere(['install', ...words]);
  assert.equal(code, 0, err);
  return out;
};

test('exports a house, starts it again from the file, and imports the file into another house', async () => {
  using folder = createDataFolder();
  const [house, list, assumed] = ['house', 'list', 'assumed'].map((name) =>
    join(folder.path, `${name}.yaml`),
  ) as [string, string, string];
  await using bridge = await runBridge();
  const give = async (path: string, body: object) => {
    const answer = await fetch(`http://${hostOf(bridge)}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    assert.equal(await answer.text(), 'OK', JSON.stringify(body));
  };
  for (const body of [
    { NoOfZones: 9 },
    { ZoneName: { Index: 8, Name: 'Cellar' } },
    { ZoneSetting: { Index: 8, Sensor: 3, Zone: 3, ConstNo: 255 } },
    { FanCapacity: 910 },
  ])
    await give('/HvacCommandV2', body);
  await give('/iLightCommand', { LiName: { No: 4, Name: 'Corner' } });
  await give('/iLightCommand', { LiLoc: { No: 4, x: 11, y: 22 } });

  assert.match(await run(hostOf(bridge), '--export', house), /contains the house: plenum bridge --house /);
  const read = readHouse(readFileSync(house, 'utf8'), house);
  assert.ok(read.ok);
  assert.equal(read.value.climate?.mean, 18);
  await using again = await startBridge({
    house: { ...toHouseToRun(read.value), past: undefined },
    dataDir: join(folder.path, 'again'),
    ...onFreePorts,
    timeScale: 0,
  });
  const { zone, unit, lamp } = again.device.datagrams();
  assert.deepEqual(
    [zone.length, zone[8]!.Name, zone[8]!.SensType, unit[0]!.FanCapacity],
    [9, 'Cellar', 3, 910],
  );
  assert.deepEqual([lamp[4]!.Name, lamp[4]!.LocX, lamp[4]!.LocY], ['Corner', 11, 22]);

  // Importing either form of the file into an unchanged house reproduces the changed house.
  assert.match(await run(hostOf(bridge), '--export-list', list), /has \d+ settings\.$/m);
  for (const file of [house, list]) {
    await using fresh = await runBridge();
    assert.match(
      await run(hostOf(fresh), '--import', file),
      /^\d+ settings were set; .*\nThe setup has no conflicts\.$/m,
    );
    assert.equal(fresh.device.datagrams().zone[8]!.Name, 'Cellar');
    assert.equal(fresh.device.datagrams().unit[0]!.FanCapacity, 910);
    assert.equal(fresh.device.datagrams().lamp[4]!.LocX, 11);
  }

  // A bridge that reports only what a real one reports.
  await using real = await runBridge({ simulation: false });
  assert.match(await run(hostOf(real), '--export', assumed), /its comments list the assumptions/);
  const text = readFileSync(assumed, 'utf8');
  assert.match(text, /^# These are|^# A bridge does not show everything/m);
  assert.ok(readHouse(text, assumed).ok);
});

test('imports lamps with their kinds, and favourites with their effects on each zone', async () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'house.yaml');
  await using bridge = await runBridge();
  const { device } = bridge;
  const done = async (answer: Promise<{ readonly ok: boolean }>) => assert.ok((await answer).ok);
  const pair = async (type: 4 | 9 | 100) => {
    const at = `http://${hostOf(bridge)}/simulation/LightingPairing`;
    assert.equal((await fetch(at, { method: 'POST', body: String(type) })).status, 200);
    await done(device.command({ name: 'LiPair', body: { Pair: 1 } }));
  };
  await pair(4);
  await pair(9);
  await pair(100);
  const closed = Array.from({ length: 6 }, () => ({ Mode: 2 as const, Setpoint: 2200 }));
  for (const command of [
    { name: 'LiName', body: { No: 24, Name: 'Attic blind' } },
    { name: 'CbldAllOff', body: { No: 24, AllOff: 2 } },
    { name: 'LiRemove', body: { Type: 1, No: 8 } },
    { name: 'LiRemove', body: { Type: 2, No: 1 } },
    { name: 'DeviceTypeChange', body: { No: 13, Type: 8 } },
    { name: 'DeviceTypeChange', body: { No: 20, Type: 7 } },
    { name: 'LiGroup', body: { No: 20, Group: 6 } },
    { name: 'SchedZones', body: { Index: 7, Zones: closed } },
  ] as const)
    await done(device.command(command));
  await run(hostOf(bridge), '--export', file);

  const typesOf = async ({ http }: Bridge) => {
    const answer = await fetch(`http://127.0.0.1:${http.port}/simulation/house`);
    const house = (await answer.json()) as HouseFile;
    return house.lighting!.lamps.map(({ type }) => type);
  };
  const setOf = ({ device }: Bridge) => {
    const { lamp, wallSwitch, schedule } = device.datagrams();
    return [
      lamp.map(({ Pos: _, RoomTemp: __, Brig: ___, Temp: ____, ...rest }) => rest),
      wallSwitch,
      schedule,
    ];
  };
  await using fresh = await runBridge();
  assert.match(
    await run(hostOf(fresh), '--import', file),
    /^1 lamp paired\.\n2 lamps are another kind of device now\.\n\d+ settings were set; the others needed no change\.\nThe setup has no conflicts\.$/m,
  );
  assert.deepEqual(await typesOf(fresh), await typesOf(bridge));
  assert.deepEqual(setOf(fresh), setOf(bridge));
  // Settings that the house already has are not sent again.
  assert.match(await run(hostOf(fresh), '--import', file), /^0 settings were set;/m);

  // A device of a real house is put into pairing mode by hand.
  await using real = await runBridge({ simulation: false });
  const { code, err } = await runHere(['install', hostOf(real), '--import', file]);
  assert.equal(code, 1);
  assert.match(err, /^3 could not be set:\nLamp 24 "Attic blind" is not paired: put it into pairing mode/m);
});
