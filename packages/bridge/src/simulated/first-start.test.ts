import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, type FakeClock, monday } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { openSimulatedDevice } from './open-simulated-device.ts';

const identity = { uid: '123456789', deviceType: 'ASH', firmware: 'test' };
const minute = 60_000;
const day = 86_400_000;

interface Start {
  readonly startsAt?: number;
  readonly clock?: FakeClock;
}

const open = (folder: string, past: number, { startsAt, clock = createFakeClock() }: Start = {}) => {
  const db = openStore(folder);
  const { simulator } = smallHouse;
  const timeScale = undefined;
  const house = { simulator, identity, past, startsAt, timeScale };
  const opened = openSimulatedDevice({ ...house, db, clock, log: silent });
  const close = () => {
    opened.device[Symbol.dispose]();
    db.close();
  };
  return { ...opened, close };
};

const samplesBefore = (history: ReturnType<typeof open>['history'], at: number) =>
  history.read({ series: ['zone.0.Temp'], from: at - 2 * day, to: at + 1, step: 5 * minute })['zone.0.Temp']!;

describe('a house that starts for the first time', () => {
  it('simulates the past of a new house up to now, and records a history of that past', () => {
    using folder = createDataFolder();
    const { device, history, close } = open(folder.path, 2 * day);
    assert.equal(device.status().clock.at, monday);
    const samples = samplesBefore(history, monday);
    assert.equal(samples.length, 577);
    assert.deepEqual([samples[0], samples.slice(1).indexOf(null)], [null, -1]);
    close();
  });

  it('simulates the past of a house once, regardless of the number of starts', () => {
    using folder = createDataFolder();
    const first = open(folder.path, 2 * day);
    const before = samplesBefore(first.history, monday);
    first.close();
    const second = open(folder.path, 2 * day);
    assert.equal(second.device.status().clock.at, monday);
    assert.deepEqual(samplesBefore(second.history, monday), before);
    second.close();
  });

  it('begins a new house at the given time, long before or after now, and continues from it', () => {
    for (const startsAt of [monday - 200 * day, monday + 200 * day]) {
      using folder = createDataFolder();
      const clock = createFakeClock();
      const first = open(folder.path, day, { startsAt, clock });
      assert.equal(first.device.status().clock.at, startsAt);
      assert.equal(samplesBefore(first.history, startsAt).filter((value) => value !== null).length, 288);
      clock.advance(90 * minute);
      first.device.advanceTo(clock.now());
      assert.equal(first.device.status().clock.at, startsAt + 90 * minute);
      first.close();
      // The time given at a later start changes nothing.
      const second = open(folder.path, day, { startsAt: monday, clock });
      assert.equal(second.device.status().clock.at, startsAt + 90 * minute);
      second.close();
    }
  });
});
