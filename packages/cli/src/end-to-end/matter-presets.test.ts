import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { startPlenum } from '@plenum/testbed/plenum';
import { until as untilWithin } from '@plenum/testbed/until';
import { loopback, openController } from '../fixture/matter-controller.fixture.ts';

/** Status codes of Matter (Matter 1.4 core, 8.10.1). */
const [failure, invalidCommand, unsupportedWrite, invalidInState] = [1, 133, 136, 203];
const presetsId = 80;

interface Preset {
  readonly presetHandle: readonly number[];
  readonly name: string;
}

/** A long timeout: this test has three processes on a machine that may be busy. */
const until = (what: string, holds: () => Promise<unknown>) => untilWithin(what, holds, 60_000);

it('a controller chooses favourites as presets of the unit, and cannot change their list', async () => {
  await using bridge = await runBridge();
  const { datagrams, command } = bridge.device;
  const perform = async (name: string, body: unknown) => {
    const done = await command({ name, body } as AnyCommand);
    assert.ok(done.ok, JSON.stringify(done));
  };
  const zone = (index: number) => datagrams().zone[index]!;
  for (const [Index, Name] of ['Evening', 'Evening', 'None'].entries())
    await perform('SchedName', { Index, Name });
  using data = createDataFolder();
  using memory = createDataFolder();
  const port = await freePort();
  const start = () =>
    startPlenum([
      ...['matter', '--bridge', `127.0.0.1:${bridge.http.port}`, '--data', data.path],
      ...['--matter-port', String(port), '--matter-interface', loopback],
    ]);
  await using first = start();
  const [, digits] = await first.line(/type ([\d-]{13}):/);
  await using controller = await openController(memory.path);
  await controller.commission(digits!.replaceAll('-', ''), port);
  const thermostat = ['unit', 'thermostat'] as const;
  const presets = async (): Promise<readonly Preset[]> =>
    (await controller.read(...thermostat)).presets as Preset[];
  const shown = async () => (await presets()).map(({ presetHandle: [handle], name }) => [handle, name]);
  const active = async () => {
    const { activePresetHandle } = await controller.read(...thermostat);
    return (activePresetHandle as readonly number[] | null)?.[0] ?? null;
  };
  const becomes = (handle: number | null) =>
    until(`preset ${handle} is active`, async () => (await active()) === handle || { is: await active() });
  const choose = (handle: number | null) =>
    controller.invoke(...thermostat, 'setActivePresetRequest', {
      presetHandle: handle === null ? null : Uint8Array.of(handle),
    });

  assert.deepEqual(await controller.check(), []);
  const names = [
    [1, 'Evening (1)'],
    [2, 'Evening (2)'],
    [3, 'None (3)'],
  ];
  assert.deepEqual((await shown()).slice(0, 3), names);
  assert.equal(await active(), null);

  // The favourite sets every room, not only the setpoint of the unit.
  await choose(2);
  const { schedule, unit } = datagrams();
  assert.deepEqual([unit[0]!.SysOn, unit[0]!.SysMode], [1, schedule[1]!.Mode]);
  for (const index of [0, 1, 2])
    assert.deepEqual(
      [zone(index).Mode, zone(index).Setpoint],
      [schedule[1]!.Zones[index]!.Mode, schedule[1]!.Zones[index]!.Setpoint],
    );
  await becomes(2);
  await until('the active preset is pushed', async () => {
    const { activePresetHandle: pushed } = await controller.known(...thermostat);
    return (pushed as readonly number[] | null)?.[0] === 2;
  });

  // It is no longer active once the house differs, and again once it matches.
  const before = zone(0).Setpoint;
  await perform('ZoneSetpoint', { Index: 0, Setpoint: before + 100 });
  await becomes(null);
  await perform('ZoneSetpoint', { Index: 0, Setpoint: before });
  await becomes(2);
  await perform('FavouriteSet', 1);
  await becomes(1);
  await choose(null);
  assert.equal(zone(0).Setpoint, datagrams().schedule[0]!.Zones[0]!.Setpoint);
  await becomes(1);

  await assert.rejects(choose(77), { code: invalidCommand });
  const all = await presets();
  const request = { requestType: 0, attributeRequests: [presetsId], timeout: 3_000 };
  assert.deepEqual(await controller.invoke(...thermostat, 'atomicRequest', request), {
    statusCode: failure,
    attributeStatus: [{ attributeId: presetsId, statusCode: unsupportedWrite }],
  });
  await assert.rejects(controller.write(...thermostat, { presets: [] }), { code: invalidInState });
  assert.deepEqual(await presets(), all);

  // A new name keeps the handle; an unused favourite disappears, and with it the active preset.
  await perform('SchedName', { Index: 1, Name: 'Dinner' });
  await until('the new name is shown', async () =>
    (await shown()).some(([handle, name]) => handle === 2 && name === 'Dinner'),
  );
  assert.deepEqual((await shown())[0], [1, 'Evening']);
  await perform('SchedEnable', { Index: 0, En: 0 });
  assert.equal(await active(), 1, 'a favourite without a schedule can still be started');
  await perform('SchedName', { Index: 0, Name: '' });
  await becomes(null);
  assert.equal((await shown()).length, all.length - 1);
  await until('the shorter list is pushed', async () => {
    const { presets: pushed } = await controller.known(...thermostat);
    return (pushed as readonly Preset[]).length === all.length - 1;
  });

  await choose(2);
  await becomes(2);
  const kept = await shown();
  assert.equal((await first.stop()).code, 0);
  await using second = start();
  await second.line(/Paired with 1 of your systems/);
  await until('the presets are shown after a restart', async () =>
    shown().then(
      (now) => JSON.stringify(now) === JSON.stringify(kept),
      () => false,
    ),
  );
  await becomes(2);
  assert.deepEqual(await controller.check(), []);
  assert.doesNotMatch(second.output().err, /could not|cannot be shown/);
});
