import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const name = (Index: number, Name: string) => ({ name: 'ZoneName', body: { Index, Name } }) as const;

describe('a simulated house after its process ended', () => {
  for (const end of ['crash', 'close'] as const) {
    it(`restores the same state and repeats every command at its original time (${end})`, async () => {
      using folder = createDataFolder();
      const clock = createFakeClock();
      const first = openSmallDevice(folder.path, clock);
      await first.device.command(name(0, 'One'));
      clock.advance(25 * minute);
      await first.device.command(name(1, 'Two'));
      clock.advance(12_345);
      await first.device.applyOverride({ name: 'UnitFault', body: 'E07' });
      const before = structuredClone(first.device.datagrams());
      first[end]();
      const second = openSmallDevice(folder.path, clock);
      assert.deepEqual(second.device.datagrams(), before);
      second.close();
    });

    it(`simulates the real time that passed while the process was stopped (${end})`, () => {
      using folder = createDataFolder();
      const clock = createFakeClock();
      openSmallDevice(folder.path, clock)[end]();
      clock.set(monday + 3 * day + hour);
      const { device, close } = openSmallDevice(folder.path, clock);
      assert.equal(device.status().clock.at, monday + 3 * day + hour);
      close();
    });
  }

  it('records a fault of 20 seconds once, whenever the process is killed', async () => {
    const faultsAfter = async (killed: readonly number[]) => {
      using folder = createDataFolder();
      let clock = createFakeClock();
      let house = openSmallDevice(folder.path, clock);
      const change = async (step: number, seconds: number, code?: string) => {
        clock.advance(seconds * 1_000);
        if (code !== undefined) await house.device.applyOverride({ name: 'UnitFault', body: code });
        if (!killed.includes(step)) return;
        house.crash();
        // The timers of the killed house stay on the old clock.
        clock = createFakeClock(clock.now());
        house = openSmallDevice(folder.path, clock);
      };
      await change(0, 70, 'E05');
      await change(1, 20, '');
      await change(2, 100);
      const range = { from: 0, to: clock.now() + 1, what: 'fault' } as const;
      const events = house.history.events.read(range);
      house.close();
      return events.map((event) => [(event.at - monday) / 1_000, 'isOver' in event && event.isOver]);
    };
    for (const killed of [[], [0], [1], [2], [0, 1, 2]])
      assert.deepEqual(await faultsAfter(killed), [
        [70, false],
        [90, true],
      ]);
  });

  it('records a fault in a house whose clock is paused', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, history, close } = openSmallDevice(folder.path, clock);
    clock.advance(minute);
    await device.applyOverride({ name: 'ClockPause', body: 1 });
    await device.applyOverride({ name: 'UnitFault', body: 'E05' });
    clock.advance(2 * minute);
    await device.applyOverride({ name: 'UnitFault', body: '' });
    const events = history.events.read({ from: 0, to: clock.now(), what: 'fault' });
    assert.deepEqual(
      events.map((event) => 'code' in event && event.code),
      ['E05'],
    );
    close();
  });

  it('skips whole weeks of a long interruption', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    openSmallDevice(folder.path, clock).close();
    clock.set(monday + 30 * day + hour);
    const { device, close } = openSmallDevice(folder.path, clock);
    assert.equal(device.status().clock.at, monday + 2 * day + hour);
    close();
  });

  it('continues from the time of the stop if the clock is paused or has another scale', async () => {
    for (const body of [
      { name: 'ClockScale', body: 60 } as const,
      { name: 'ClockPause', body: 1 } as const,
    ]) {
      using folder = createDataFolder();
      const clock = createFakeClock();
      const first = openSmallDevice(folder.path, clock);
      await first.device.applyOverride(body);
      clock.advance(10 * minute);
      const before = first.device.status().clock;
      first.close();
      clock.advance(10 * day);
      const second = openSmallDevice(folder.path, clock);
      assert.deepEqual(second.device.status().clock, before);
      second.close();
    }
  });

  it('loses at most a minute of real time in a crash at another scale', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const first = openSmallDevice(folder.path, clock, 60);
    clock.advance(10 * minute + 59_000);
    first.crash();
    const second = openSmallDevice(folder.path, clock);
    assert.equal(second.device.status().clock.at, monday + 10 * 60 * minute);
    second.close();
  });

  it('loses at most a week of simulated time in a crash at the highest scale', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const first = openSmallDevice(folder.path, clock, 36_000);
    clock.advance(50_000);
    const { at } = first.device.status().clock;
    assert.equal(at, monday + 50_000 * 36_000);
    first.crash();
    const second = openSmallDevice(folder.path, clock);
    const lost = at - second.device.status().clock.at;
    assert.ok(lost >= 0 && lost <= 7 * day, `${lost / day} days`);
    second.close();
  });

  it('runs a restored house at the given scale, or at the stored scale if none is given', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    openSmallDevice(folder.path, clock, 60).close();
    const kept = openSmallDevice(folder.path, clock);
    assert.equal(kept.device.status().clock.scale, 60);
    kept.close();
    const given = openSmallDevice(folder.path, clock, 5);
    assert.equal(given.device.status().clock.scale, 5);
    given.close();
  });

  it('writes a snapshot and clears the journal every 15 minutes', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, db, close } = openSmallDevice(folder.path, clock);
    const count = () => (db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number }).n;
    await device.command(name(0, 'One'));
    assert.equal(count(), 1);
    clock.advance(15 * minute);
    assert.equal(count(), 0);
    close();
  });

  it('writes a snapshot early after 5,000 operations', async () => {
    using folder = createDataFolder();
    const { device, db, close } = openSmallDevice(folder.path, createFakeClock());
    const count = () => (db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number }).n;
    await Promise.all(Array.from({ length: 4_999 }, (_, n) => device.command(name(0, `N${n}`))));
    assert.equal(count(), 4_999);
    await device.command(name(0, 'last'));
    assert.equal(count(), 0);
    close();
  });
});
