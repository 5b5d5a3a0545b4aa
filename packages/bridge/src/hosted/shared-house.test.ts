import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HouseFile } from '@plenum/simulator';
import { toHouseToRun } from '../house/house-to-run.ts';
import { toHouseFile } from './house-choice.ts';
import { toSharedHouse } from './shared-house.ts';

const demo = (seed?: number): HouseFile => {
  const file = toHouseFile({ house: 'demo', seed });
  assert.ok(file.ok);
  return file.value;
};
const minute = 60_000;
const began = Date.UTC(2026, 0, 15);

describe('the simulator that bridges with equal house files share', () => {
  it('is one for equal files, and another one for another seed', () => {
    const { simulator } = toSharedHouse(demo());
    assert.equal(toSharedHouse(demo()).simulator, simulator);
    assert.notEqual(toSharedHouse(demo(4)).simulator, simulator);
  });

  it('gives each house the states that it would have alone', () => {
    const [shared, own] = [toSharedHouse(demo()).simulator, toHouseToRun(demo()).simulator];
    const opened = shared.applyOverride(shared.initial(began), {
      name: 'ZoneWindow',
      body: { Zone: 1, Open: 1 },
    });
    assert.ok(opened.ok);
    let [other, state, alone] = [opened.value, shared.initial(began), own.initial(began)];
    for (let at = began + minute; at <= began + 60 * minute; at += minute) {
      other = shared.advance(other, at + 7_000);
      state = shared.advance(state, at);
      alone = own.advance(alone, at);
    }
    assert.deepEqual(state, alone);
    assert.notDeepEqual(other.datagrams.zone, alone.datagrams.zone);
  });
});
