import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { createDucted } from '../ducted.fixture.ts';
import { runAtLoad } from './held-load.ts';

const { cool, heat, vent, dry, auto } = enumerations.sysMode.values;
const minute = 60_000;

describe('a load that a test of controllers holds', () => {
  const create = (SysMode: number, leaning: 'cool' | 'heat' = 'cool') => {
    const house = createDucted();
    house.install({ SysMode, GasHeat: { ...house.unit().GasHeat, AnticycleTime: 3 } });
    const plant = { ...house.plant(), running: 'idle' as const, since: 0, load: 0, leaning };
    let at = 10 * minute;
    const run = (load: number, steps: number) => {
      for (let step = 0; step < steps; step++) {
        runAtLoad(house.unit(), plant, load, { from: at, seconds: 30 });
        at += 30_000;
      }
      return plant as { running: string; load: number; since: number };
    };
    return { run, plant };
  };

  it('runs the machine in the direction of the mode, and not at all if it only ventilates', () => {
    for (const [mode, leaning, running] of [
      [cool, 'heat', 'cool'],
      [dry, 'heat', 'cool'],
      [heat, 'cool', 'heat'],
      [auto, 'heat', 'heat'],
      [auto, 'cool', 'cool'],
      [vent, 'cool', 'idle'],
    ] as const)
      assert.equal(create(mode, leaning).run(0.5, 1).running, running);
  });

  it('reaches its load in the time of a compressor: 240 s from 0 to 1, up and down', () => {
    const { run } = create(cool);
    assert.equal(run(1, 4).load, 0.5);
    assert.equal(run(1, 4).load, 1);
    assert.equal(run(1, 1).load, 1);
    assert.equal(run(0.25, 6).load, 0.25);
    assert.equal(run(0.25, 1).load, 0.25);
  });

  it('stops at a load of 0, and starts again only after its rest', () => {
    const { run, plant } = create(heat);
    run(0.5, 4);
    assert.deepEqual([run(0, 1).running, plant.load], ['idle', 0]);
    assert.equal(run(0.5, 5).running, 'idle');
    assert.equal(run(0.5, 1).running, 'heat');
  });
});
