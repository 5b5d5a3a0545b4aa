import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bridge, startBridge, toHouseToRun } from '@plenum/bridge';
import { readHouse } from '@plenum/installation';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runBridge } from './fixture/run-bridge.fixture.ts';
import { runHere } from './fixture/run-here.fixture.ts';

const hostOf = ({ http }: Bridge) => `127.0.0.1:${http.port}`;

const run = async (...words: readonly string[]) => {
  const { code, out, err } = await runHere(['install', ...words]);
  assert.equal(code, 0, err);
  return out;
};

test('a house is exported, started again from the file, and imported into another one', async () => {
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

  assert.match(await run(hostOf(bridge), '--export', house), /has the house: plenum bridge --house /);
  const read = readHouse(readFileSync(house, 'utf8'), house);
  assert.ok(read.ok);
  assert.equal(read.value.climate?.mean, 18);
  await using again = await startBridge({
    house: { ...toHouseToRun(read.value), past: undefined },
    dataDir: join(folder.path, 'again'),
    httpPort: 0,
    udpPort: 0,
    notifyAddress: '127.0.0.1',
    notifyPort: 9,
    timeScale: 0,
  });
  const { zone, unit, lamp } = again.device.datagrams();
  assert.deepEqual(
    [zone.length, zone[8]!.Name, zone[8]!.SensType, unit[0]!.FanCapacity],
    [9, 'Cellar', 3, 910],
  );
  assert.deepEqual([lamp[4]!.Name, lamp[4]!.LocX, lamp[4]!.LocY], ['Corner', 11, 22]);

  // Both forms set up a house that was not changed.
  assert.match(await run(hostOf(bridge), '--export-list', list), /has \d+ settings\.$/m);
  for (const file of [house, list]) {
    await using fresh = await runBridge();
    assert.match(
      await run(hostOf(fresh), '--import', file),
      /^\d+ settings were set; .*\nThe installation fits together\.$/m,
    );
    assert.equal(fresh.device.datagrams().zone[8]!.Name, 'Cellar');
    assert.equal(fresh.device.datagrams().unit[0]!.FanCapacity, 910);
    assert.equal(fresh.device.datagrams().lamp[4]!.LocX, 11);
  }

  // A bridge that does not say more than a real one.
  await using real = await runBridge({ simulation: false });
  assert.match(await run(hostOf(real), '--export', assumed), /its comments say what is assumed/);
  const text = readFileSync(assumed, 'utf8');
  assert.match(text, /^# These are|^# A bridge does not show everything/m);
  assert.ok(readHouse(text, assumed).ok);
});
