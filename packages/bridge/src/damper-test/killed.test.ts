import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import type { DamperTestsAnswer } from '@plenum/protocol/zone';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';
import { startFragileBridge } from '../fixture/fragile-bridge.fixture.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { spawnBridge } from '../fixture/spawn-bridge.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const auto = 3;

it('restores a zone’s mode after a damper test despite a kill and a device that ignores it', async (context) => {
  const random = startRandom(context);
  await using device = await startSmallBridge({ clock: createFakeClock(), timeScale: 0 });
  await using line = await startFragileBridge(device.http.port);
  using folder = createDataFolder();
  using compiled = createDataFolder();
  const on = { name: 'SysOn', body: 1 } as AnyCommand;
  assert.ok((await device.device.command(on)).ok);
  const mode = () => findDatagram(device.device.datagrams(), 'zone', 1)!.Mode;
  assert.equal(mode(), auto);
  const start = () =>
    spawnBridge(folder.path, {
      compiled: process.env.NODE_COMPILE_CACHE ?? compiled.path,
      attach: { port: line.port, ahead: 0 },
    });
  for (let round = 0; round < times({ usual: 2, full: 20 }); round++) {
    {
      await using front = await start();
      assert.ok(front.port > 0, front.firstLine);
      const before = line.commands.length;
      const started = post(front.port, '/damper-tests', JSON.stringify({ zone: 1 })).catch(() => undefined);
      // The bridge is killed before it sends the command, or immediately after.
      await until('it sends', async () => line.commands.length >= before + random.integer(0, 1));
      await front.kill();
      await started;
    }
    line.setIdle(true);
    {
      await using front = await start();
      await until('it reads', async () => (await send(front.port, '/damper-tests')).status === 200);
      await front.kill();
    }
    line.setIdle(false);
    await using front = await start();
    const read = async (): Promise<DamperTestsAnswer> =>
      JSON.parse((await send(front.port, '/damper-tests')).text);
    await until('the test is over', async () => (await read()).running === undefined);
    assert.equal(mode(), auto);
    await front.kill();
  }
});
