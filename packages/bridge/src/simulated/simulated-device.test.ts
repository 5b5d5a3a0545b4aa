import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import type { Simulator } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import type { Changes } from '../device/device.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { openSimulatedDevice } from './open-simulated-device.ts';

const minute = 60_000;
const day = 86_400_000;
const setpoint = (Index: number, Setpoint: number) =>
  ({ name: 'ZoneSetpoint', body: { Index, Setpoint } }) as const;

describe('a simulated device', () => {
  it('shows the house at the time to which it was advanced; reading does not advance the house', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const before = device.datagrams().zone[0]!.Temp;
    clock.set(monday + 9_999);
    device.advanceTo(clock.now());
    assert.equal(device.at(), monday + 9_999);
    assert.equal(device.datagrams().zone[0]!.Temp, before);
    clock.set(monday + 10_000);
    assert.equal(device.at(), monday + 9_999);
    assert.equal(device.status().clock.at, monday + 9_999);
    assert.equal(device.datagrams().zone[0]!.Temp, before);
    device.advanceTo(clock.now());
    assert.equal(device.at(), monday + 10_000);
    assert.equal(device.datagrams().zone[0]!.Temp, before + 1);
    close();
  });

  it('notifies its listeners of changes over time', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const received: Changes[] = [];
    device.subscribe((changes) => received.push(changes));
    clock.advance(10_000);
    assert.deepEqual(
      received.map(({ changed }) => changed.map(({ kind, index }) => `${kind} ${index}`)),
      [['zone 0', 'zone 1', 'zone 2']],
    );
    close();
  });

  it('notifies listeners once of a command that changed something, not of one without effect', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    const received: Changes[] = [];
    const end = device.subscribe((changes) => received.push(changes));
    assert.deepEqual(await device.command(setpoint(1, 2300)), { ok: true, value: undefined });
    assert.deepEqual(await device.command(setpoint(1, 2300)), { ok: true, value: undefined });
    assert.deepEqual(
      received.map(({ changed }) => changed.map(({ index }) => index)),
      [[1]],
    );
    assert.equal((received[0]!.changed[0]!.datagram as { Setpoint: number }).Setpoint, 2300);
    end();
    await device.command(setpoint(1, 2400));
    assert.equal(received.length, 1);
    close();
  });

  it('shows a listener the state that it is notified of, even if the listener advances the house', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    const isSame: boolean[] = [];
    device.subscribe(({ datagrams }) => {
      clock.set(clock.now() + 10_000);
      device.advanceTo(clock.now());
      isSame.push(device.datagrams() === datagrams);
    });
    await device.command(setpoint(1, 2300));
    assert.deepEqual(isSame, [true]);
    close();
  });

  it('notifies the other listeners of a device when one fails', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    let notified = 0;
    device.subscribe(() => {
      throw new Error('broken');
    });
    device.subscribe(() => notified++);
    assert.ok((await device.command(setpoint(1, 2300))).ok);
    assert.equal(notified, 1);
    close();
  });

  it('keeps running if its house cannot be advanced, and closes cleanly', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const errors: string[] = [];
    const log = { ...silent, error: (_: object, sentence: string) => void errors.push(sentence) };
    let isBroken = false;
    const simulator: Simulator = {
      ...smallHouse.simulator,
      advance: (state, at) => {
        if (isBroken) throw new Error('broken');
        return smallHouse.simulator.advance(state, at);
      },
    };
    const db = openStore(folder.path);
    const identity = { uid: '123456789', deviceType: 'ASH', firmware: 'test' };
    const { device } = openSimulatedDevice({ simulator, identity, db, clock, log, timeScale: undefined });
    clock.advance(10_000);
    isBroken = true;
    clock.advance(20 * minute);
    assert.equal(device.at(), monday + 10_000);
    assert.deepEqual(new Set(errors), new Set(['the house could not be advanced']));
    device[Symbol.dispose]();
    db.close();
  });

  it('performs all commands of one call, or none', async () => {
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

  it('gives each of several simultaneous calls a separate result', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    const results = await Promise.all([0, 9, 1].map((index) => device.command(setpoint(index, 2500))));
    assert.deepEqual(
      results.map(({ ok }) => ok),
      [true, false, true],
    );
    close();
  });

  it('overrides change the speed of the clock, pause it and step it forward', async () => {
    // The largest step is a year.
    const days = times({ usual: 30, full: 366 });
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    await device.applyOverride({ name: 'ClockScale', body: 60 });
    clock.advance(1_000);
    assert.deepEqual(device.status().clock, { at: monday + minute, scale: 60, paused: false });
    await device.applyOverride({ name: 'ClockPause', body: 1 });
    clock.advance(1_000);
    assert.deepEqual(device.status().clock, { at: monday + minute, scale: 60, paused: true });
    await device.applyOverride({ name: 'ClockStep', body: days * 86_400 });
    assert.equal(device.status().clock.at, monday + minute + days * day);
    await device.applyOverride({ name: 'ClockPause', body: 0 });
    clock.advance(1_000);
    assert.equal(device.status().clock.at, monday + 2 * minute + days * day);
    close();
  });

  it('yields during a long step and completes it, even if the machine’s clock is set back', {
    timeout: 30_000,
  }, async () => {
    using folder = createDataFolder();
    let now = monday;
    // Each reading of this clock is 60 ms later, so the house has to yield at every full minute.
    const slow = { ...createFakeClock(), now: () => (now += 60) };
    const { device, close } = openSmallDevice(folder.path, slow);
    await device.applyOverride({ name: 'ClockPause', body: 1 });
    const { at } = device.status().clock;
    let turns = 0;
    const counting = setInterval(() => {
      turns++;
      // Half an hour in all, which the house waits out. After more than an hour it would set its clock again.
      if (turns <= 30) now -= 60_000;
    }, 0);
    await device.applyOverride({ name: 'ClockPause', body: 0 });
    await device.applyOverride({ name: 'ClockStep', body: 86_400 });
    clearInterval(counting);
    assert.ok(turns > 3, `${turns}`);
    assert.ok(device.status().clock.at >= at + day);
    close();
  });

  it('advances once per turn of the event loop, however many steps and houses wait', {
    timeout: 60_000,
  }, async () => {
    using first = createDataFolder();
    using second = createDataFolder();
    let now = monday;
    // Each house has to yield at every full minute.
    const slow = { ...createFakeClock(), now: () => (now += 60) };
    const opened = [first, second].map(({ path }) => openSmallDevice(path, slow));
    let isRunning = true;
    let [advances, most] = [0, 0];
    const turn = () => {
      most = Math.max(most, advances);
      advances = 0;
      if (isRunning) setImmediate(turn);
    };
    const steps = opened.flatMap(({ device }) => {
      device.subscribe(() => advances++);
      return Array.from({ length: 20 }, () => device.applyOverride({ name: 'ClockStep', body: 3_600 }));
    });
    advances = 0;
    setImmediate(turn);
    await Promise.all(steps);
    isRunning = false;
    assert.equal(most, 1);
    for (const { device, close } of opened) {
      assert.ok(device.at() >= monday + (20 / 24) * day);
      close();
    }
  });

  it('never goes back when the clock of the machine is set back', () => {
    using folder = createDataFolder();
    const clock = createFakeClock();
    const { device, close } = openSmallDevice(folder.path, clock);
    clock.advance(minute);
    const { at } = device.status().clock;
    clock.set(monday - minute);
    device.advanceTo(clock.now());
    assert.equal(device.status().clock.at, at);
    clock.set(monday - 300 * day);
    device.advanceTo(clock.now());
    assert.ok(device.status().clock.at >= at);
    close();
  });

  it('refuses commands once the device is closed', async () => {
    using folder = createDataFolder();
    const { device, close } = openSmallDevice(folder.path, createFakeClock());
    close();
    const result = await device.command(setpoint(0, 2300));
    assert.equal(result.ok ? '' : result.refusal.code, 'not-stored');
  });
});
