import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPlan, describeFault, doOverlap, faultNames, faults, links, stormTime } from './plan.ts';

const hour = createPlan({ seed: 7, minutes: 60 });

describe('the plan of a soak', () => {
  it('the plan of a soak depends only on the seed, and a longer plan begins like a shorter one', () => {
    assert.deepEqual(createPlan({ seed: 7, minutes: 60 }), hour);
    assert.deepEqual(createPlan({ seed: 7, minutes: 2 }), hour.slice(0, 2));
    assert.notDeepEqual(createPlan({ seed: 8, minutes: 60 }), hour);
  });

  it('every fault of the plan begins and ends in its round, and lasts as defined', () => {
    for (const { at, fault, target, lasts } of hour.flat()) {
      const [shortest, longest] = faults[fault].lasts;
      assert.ok(lasts >= shortest && lasts <= longest);
      assert.ok(at >= 0 && at + lasts <= stormTime);
      assert.ok((faults[fault].targets as readonly string[]).includes(target));
    }
  });

  it('two faults of the plan never hit the same target at the same time', () => {
    for (const round of hour)
      for (const [index, fault] of round.entries())
        for (const other of round.slice(index + 1))
          assert.ok(!doOverlap(fault, other), `${describeFault(fault)} and ${describeFault(other)}`);
    const kill = { at: 1_000, fault: 'kill', target: 'node 2', lasts: 500, seed: 1 } as const;
    const restart = {
      at: 2_000,
      fault: 'rolling restart',
      target: 'all nodes',
      lasts: 20_000,
      seed: 1,
    } as const;
    assert.ok(doOverlap(kill, restart));
    assert.ok(doOverlap(kill, { ...kill, at: 2_499 }));
    assert.ok(!doOverlap(kill, { ...kill, at: 2_500 }));
    assert.ok(!doOverlap({ ...kill, target: 'house 1' }, restart));
  });

  it('the plan of an hour has every fault, and hits every target', () => {
    const all = hour.flat();
    assert.deepEqual(new Set(all.map(({ fault }) => fault)), new Set(faultNames));
    const hit = new Set(all.map(({ target }) => target));
    for (const target of [...links, ...faults.kill.targets, 'all nodes'] as const)
      assert.ok(hit.has(target), target);
    assert.ok(hour.every((round) => round.length >= 2));
  });

  it('a fault is described with its time, target and duration', () => {
    const fault = { at: 12_345, fault: 'freeze', target: 'node 2', lasts: 8_100, seed: 1 } as const;
    assert.equal(describeFault(fault), '12.3 s: freeze, node 2, for 8.1 s');
  });
});
