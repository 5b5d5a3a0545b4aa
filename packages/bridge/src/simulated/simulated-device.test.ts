import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/machine/fake-clock';
import type { Changes } from '../device/device.ts';
import { createDataFolder } from '../fixture/data-folder.fixture.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';

const minute = 60_000;
const day = 86_400_000;
const setpoint = (Index: number, Setpoint: number) =>
  ({ name: 'ZoneSetpoint', body: { Index, Setpoint } }) as const;

describe('a simulated device', () => {
  it('shows the house as it stands at the instant it is looked at', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const before = device.datagrams().zone[0]!.Temp;
    clock.set(monday + 9_999);
    assert.equal(device.datagrams().zone[0]!.Temp, before);
    clock.set(monday + 10_000);
    assert.equal(device.datagrams().zone[0]!.Temp, before + 1);
    close();
  });

  it('tells its listeners what time changed, without being asked', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const told: Changes[] = [];
    device.subscribe((changes) => told.push(changes));
    clock.advance(10_000);
    assert.deepEqual(
      told.map(({ changed }) => changed.map(({ kind, index }) => `${kind} ${index}`)),
      [['zone 0', 'zone 1', 'zone 2']],
    );
    close();
  });

  it('tells what a command changed, once, and nothing of one that changed nothing', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    const told: Changes[] = [];
    const end = device.subscribe((changes) => told.push(changes));
    assert.deepEqual(await device.command(setpoint(1, 2300)), { ok: true, value: undefined });
    assert.deepEqual(await device.command(setpoint(1, 2300)), { ok: true, value: undefined });
    assert.deepEqual(
      told.map(({ changed }) => changed.map(({ index }) => index)),
      [[1]],
    );
    assert.equal((told[0]!.changed[0]!.datagram as { Setpoint: number }).Setpoint, 2300);
    end();
    await device.command(setpoint(1, 2400));
    assert.equal(told.length, 1);
    close();
  });

  it('shows a listener the state it is told of', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const seen: boolean[] = [];
    device.subscribe(({ datagrams }) => {
      clock.set(clock.now() + 10_000);
      seen.push(device.datagrams() === datagrams);
    });
    await device.command(setpoint(1, 2300));
    assert.deepEqual(seen, [true]);
    close();
  });

  it('keeps one listener that fails from none of the others', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    let told = 0;
    device.subscribe(() => {
      throw new Error('broken');
    });
    device.subscribe(() => told++);
    assert.ok((await device.command(setpoint(1, 2300))).ok);
    assert.equal(told, 1);
    close();
  });

  it('does commands that belong together all or none', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    const refused = await device.command(setpoint(0, 2300), setpoint(9, 2300));
    assert.equal(refused.ok, false);
    assert.equal(device.datagrams().zone[0]!.Setpoint, 2200);
    assert.ok((await device.command(setpoint(0, 2300), setpoint(1, 2350))).ok);
    assert.deepEqual(
      device.datagrams().zone.map(({ Setpoint }) => Setpoint),
      [2300, 2350, 2200],
    );
    close();
  });

  it('answers each of many commands at once by itself', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    const results = await Promise.all([0, 9, 1].map((index) => device.command(setpoint(index, 2500))));
    assert.deepEqual(
      results.map(({ ok }) => ok),
      [true, false, true],
    );
    close();
  });

  it('runs faster, stands still and is put forward as it is told', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    await device.applyOverride({ name: 'ClockScale', body: 60 });
    clock.advance(1_000);
    assert.deepEqual(device.status().clock, { at: monday + minute, scale: 60, paused: false });
    await device.applyOverride({ name: 'ClockPause', body: 1 });
    clock.advance(1_000);
    assert.deepEqual(device.status().clock, { at: monday + minute, scale: 60, paused: true });
    await device.applyOverride({ name: 'ClockStep', body: 366 * 86_400 });
    assert.equal(device.status().clock.at, monday + minute + 366 * day);
    await device.applyOverride({ name: 'ClockPause', body: 0 });
    clock.advance(1_000);
    assert.equal(device.status().clock.at, monday + 2 * minute + 366 * day);
    close();
  });

  it('yields on a long way and comes to its end, though the wall clock is set back on it', {
    timeout: 30_000,
  }, async () => {
    using folder = createDataFolder();
    let now = monday;
    // Each look at this clock finds 60 ms gone, so that the house has to yield at every full minute.
    const slow = { ...createFakeClock(), now: () => (now += 60) };
    const { device, close } = openSmallDevice(folder.path, slow);
    await device.applyOverride({ name: 'ClockPause', body: 1 });
    const { at } = device.status().clock;
    let turns = 0;
    const counting = setInterval(() => {
      turns++;
      now -= 60_000;
    }, 0);
    await device.applyOverride({ name: 'ClockPause', body: 0 });
    await device.applyOverride({ name: 'ClockStep', body: 86_400 });
    clearInterval(counting);
    assert.ok(turns > 3, `${turns}`);
    assert.ok(device.status().clock.at >= at + day);
    close();
  });

  it('never runs backwards when the wall clock is set back', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    clock.advance(minute);
    const { at } = device.status().clock;
    clock.set(monday - minute);
    assert.equal(device.status().clock.at, at);
    clock.set(monday - 300 * day);
    assert.ok(device.status().clock.at >= at);
    close();
  });

  it('refuses commands once it is closed', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    close();
    const result = await device.command(setpoint(0, 2300));
    assert.equal(result.ok ? '' : result.refusal.code, 'not-stored');
  });
});
