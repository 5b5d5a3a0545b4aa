import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShippedHouse } from '@plenum/installation';
import type { Clock } from '@plenum/machine';
import { createFakeClock, monday } from '@plenum/machine/fake-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import { createDataFolder } from '../fixture/data-folder.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { silent } from '../log/log.ts';
import { openStore } from '../store/open-store.ts';
import { openSimulatedDevice } from './open-simulated-device.ts';

const identity = { uid: '123456789', deviceType: 'ASH', firmware: 'test' };
const minute = 60_000;

const readDemo = () => {
  const file = readShippedHouse('demo');
  if (!file.ok) throw new Error('the demo house cannot be read');
  return toHouseToRun(file.value);
};

describe('the demo house in a bridge', () => {
  it('stands bit for bit as it stood after a crash, and lives on as if there had been none', async () => {
    using crashed = createDataFolder();
    using whole = createDataFolder();
    const { installation } = readDemo();
    const open = (folder: string, clock: Clock) => {
      const db = openStore(folder);
      return { ...openSimulatedDevice({ installation, identity, db, clock, log: silent, timeScale: 1 }), db };
    };
    // A clock for each, so that the one that crashes takes its timers with it.
    const walls = [createFakeClock(), createFakeClock()] as const;
    const first = open(crashed.path, walls[0]);
    const second = open(whole.path, walls[1]);
    const pass = (milliseconds: number) => {
      for (const clock of walls) clock.advance(milliseconds);
    };
    const command = (...commands: AnyCommand[]) =>
      Promise.all([first.device.command(...commands), second.device.command(...commands)]);
    await command({ name: 'SysOn', body: 1 });
    pass(7 * minute + 1_234);
    await command({ name: 'ZoneSetpoint', body: { Index: 0, Setpoint: 2000 } }, { name: 'SysMode', body: 1 });
    pass(26 * minute);
    await command({ name: 'FavouriteSet', body: 1 });
    pass(11 * minute);
    first.db.close();
    const later = createFakeClock(monday + 180 * minute);
    walls[1].advance(later.now() - walls[1].now());
    const again = open(crashed.path, later);
    assert.deepEqual(again.device.datagrams(), second.device.datagrams());
    for (const clock of [later, walls[1]]) clock.advance(30 * minute);
    assert.deepEqual(again.device.datagrams(), second.device.datagrams());
    again.db.close();
    second.db.close();
  });
});
