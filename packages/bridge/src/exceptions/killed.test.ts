import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';
import { startFragileBridge } from '../fixture/fragile-bridge.fixture.ts';
import { post } from '../fixture/http.fixture.ts';
import { spawnBridge } from '../fixture/spawn-bridge.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const week = {
  Index: 0,
  StartH: 15,
  StartM: 30,
  StopH: 18,
  StopM: 0,
  DaysEnabled: { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 },
};

it('restores the week of a real device after a dated change, even if the bridge is killed', async (context) => {
  const random = startRandom(context);
  await using device = await startSmallBridge({ clock: createFakeClock(), timeScale: 0 });
  await using line = await startFragileBridge(device.http.port);
  using folder = createDataFolder();
  using compiled = createDataFolder();
  const send = async (command: object) => assert.ok((await device.device.command(command as AnyCommand)).ok);
  await send({ name: 'SchedSettings', body: week });
  await send({ name: 'SchedEnable', body: { Index: 0, Enabled: 1 } });
  const held = () => findDatagram(device.device.datagrams(), 'schedule', 0)!;
  const original = JSON.stringify(held());
  const onDate = JSON.stringify({
    ...held(),
    StartH: 16,
    StartM: 0,
    DaysEnabled: { M: 0, Tu: 0, W: 0, Th: 1, F: 0, Sa: 0, Su: 0 },
  });
  /** Starts a bridge whose clock shows an hour of a day in November 2026. */
  const start = (day: number, hour: number) =>
    spawnBridge(folder.path, {
      compiled: process.env.NODE_COMPILE_CACHE ?? compiled.path,
      attach: { port: line.port, ahead: new Date(2026, 10, day, hour).getTime() - Date.now() },
    });
  /** Kills the bridge once the device has received this many further commands. */
  const killAfter = async (commands: number, run: (port: number) => Promise<void>, at: [number, number]) => {
    const before = line.commands.length;
    await using front = await start(...at);
    assert.ok(front.port > 0, front.firstLine);
    await run(front.port);
    await until('it sends', async () => line.commands.length >= before + commands);
    await front.kill();
  };
  const shown = async (port: number) =>
    JSON.parse((await post(port, '/HvacRequestV2', { HvacV2Request: { Type: 3, No: 0, No1: 0 } })).text)
      .SchedulesV2;
  const isWeek = async (port: number) => assert.equal(JSON.stringify(await shown(port)), original);

  for (let round = 0; round < times({ usual: 1, full: 20 }); round++) {
    const add = async (port: number) => {
      const body = { kind: 'schedule', index: 0, date: '2026-11-26', start: '16:00', stop: '18:00' };
      assert.equal((await post(port, '/favourites/exceptions', body)).text, 'OK');
      await isWeek(port);
    };
    // The bridge is killed before or immediately after it sends the first command.
    await killAfter(random.integer(0, 1), add, [26, 12]);
    await using front = await start(26, 13);
    await until('the device holds the times of the date', async () => JSON.stringify(held()) === onDate);
    await isWeek(front.port);
    await front.kill();
    await killAfter(random.integer(0, 1), isWeek, [27, 9]);
    await using later = await start(27, 10);
    await isWeek(later.port);
    await until('the device holds the week', async () => JSON.stringify(held()) === original);
    await isWeek(later.port);
    await later.kill();
  }
});
