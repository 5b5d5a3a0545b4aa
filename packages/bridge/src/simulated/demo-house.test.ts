import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '@plenum/platform';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import type { AnyCommand } from '@plenum/protocol/command';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { toHouseToRun } from '../house/house-to-run.ts';
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
  it('restores the demo house bit for bit after a crash, and continues as if nothing happened', async () => {
    using crashed = createDataFolder();
    using whole = createDataFolder();
    const { simulator } = readDemo();
    const open = (folder: string, clock: Clock) => {
      const db = openStore(folder);
      return { ...openSimulatedDevice({ simulator, identity, db, clock, log: silent, timeScale: 1 }), db };
    };
    // A separate clock for each house, so that the timers of the crashed house end with it.
    const clocks = [createFakeClock(), createFakeClock()] as const;
    const first = open(crashed.path, clocks[0]);
    const second = open(whole.path, clocks[1]);
    const pass = (milliseconds: number) => {
      for (const clock of clocks) clock.advance(milliseconds);
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
    clocks[1].advance(later.now() - clocks[1].now());
    const again = open(crashed.path, later);
    assert.deepEqual(again.device.datagrams(), second.device.datagrams());
    for (const clock of [later, clocks[1]]) clock.advance(30 * minute);
    assert.deepEqual(again.device.datagrams(), second.device.datagrams());
    again.db.close();
    second.db.close();
  });

  it('gives the same state and history bit for bit for any number of intermediate advances', async () => {
    using rarely = createDataFolder();
    using often = createDataFolder();
    const run = async (folder: string, instants: (until: number) => Iterable<number>) => {
      const db = openStore(folder);
      const clock = createFakeClock();
      const { simulator } = readDemo();
      const { device } = openSimulatedDevice({
        simulator,
        identity,
        db,
        clock,
        log: silent,
        timeScale: 1,
      });
      const pass = (milliseconds: number) => {
        const until = clock.now() + milliseconds;
        for (const instant of instants(until)) device.advanceTo(instant);
        clock.advance(milliseconds);
        device.advanceTo(until);
      };
      await device.command({ name: 'SysOn', body: 1 }, { name: 'SysMode', body: 1 });
      pass(13 * minute + 777);
      await device.command({ name: 'ZoneSetpoint', body: { Index: 0, Setpoint: 1900 } });
      pass(47 * minute + 1);
      device[Symbol.dispose]();
      const rows = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();
      const stored = { history: rows('history'), snapshot: rows('snapshot'), setting: rows('setting') };
      db.close();
      return stored;
    };
    const expected = await run(rarely.path, () => []);
    assert.equal(expected.history.length, 60);
    // Advances ahead of the timers, to times that are not a multiple of any step.
    const instants = function* (until: number) {
      for (let at = until - 10 * minute; at < until; at += 1_237) yield at;
    };
    assert.deepEqual(await run(often.path, instants), expected);
  });
});
