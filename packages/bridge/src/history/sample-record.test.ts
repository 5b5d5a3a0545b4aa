import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { times } from '@plenum/testbed/full-run';
import { base, cases, expectSameEnergy, hour, inMemory, minute, quick } from './sample-record.fixture.ts';
import { openSampleRecord, type SampleRecord } from './sample-record.ts';

const runs = times({ usual: 1_500, full: 10_000 });

describe('the energy of a record', () => {
  it(`gives the same energy in every view, for any loads, ranges, gaps and restarts: ${runs} cases`, () => {
    fc.assert(
      fc.property(cases, (one) => expectSameEnergy(inMemory(), one)),
      { numRuns: runs },
    );
  });
});

describe('a history view', () => {
  const open = () => {
    const { rows } = inMemory();
    const history = openSampleRecord(rows, base, quick);
    const store = () => {
      history.write();
      history.forgetWritten();
    };
    return { rows, history, store };
  };

  it('shows the mean, minimum and maximum of a measurement, and the last value of a state', () => {
    const { history } = open();
    for (const [minutes, temperature, mode] of [
      [0, 2_000, 1],
      [1, 2_100, 3],
      [2, 2_300, 2],
    ] as const)
      history.add(base + minutes * minute, [
        { name: 'zone.0.Temp', value: temperature },
        { name: 'zone.0.Mode', value: mode },
      ]);
    const range = { series: ['zone.0.Temp', 'zone.0.Mode'], from: base, to: base + 10 * minute };
    assert.deepEqual(history.view({ ...range, step: 5 * minute }), {
      series: { 'zone.0.Temp': [2_133, null], 'zone.0.Mode': [2, null] },
      min: { 'zone.0.Temp': [2_000, null], 'zone.0.Mode': [1, null] },
      max: { 'zone.0.Temp': [2_300, null], 'zone.0.Mode': [3, null] },
    });
  });

  it('keeps mean, minimum and maximum through two thinnings, and leaves no gaps in shorter steps', () => {
    const { rows, history, store } = open();
    const at = (place: number) => base + place * minute;
    for (let place = 0; place < 120; place++)
      history.add(at(place), [{ name: 'zone.0.Temp', value: 2_000 + (place % 15) * 10 }]);
    store();
    const range = { series: ['zone.0.Temp'], from: base, to: at(30) };
    const expected = { series: [2_070, 2_070], min: [2_000, 2_000], max: [2_140, 2_140] };
    const read = (from: SampleRecord, step: number) => {
      const { series, min, max } = from.view({ ...range, step });
      return { series: series['zone.0.Temp'], min: min['zone.0.Temp'], max: max['zone.0.Temp'] };
    };
    assert.deepEqual(read(history, 15 * minute), expected, 'of the samples');
    const reopen = (age: number) => {
      const aged = openSampleRecord(rows, base, quick);
      aged.add(at(120) + age, [{ name: 'zone.0.Temp', value: 2_000 }]);
      aged.write();
      aged.forgetWritten();
      return aged;
    };
    const first = reopen(quick.tiers[0].beyond);
    assert.equal(rows.samples(base, at(120)).length, 0, 'no samples are left');
    assert.equal(first.resolutionFrom(base), 15 * minute);
    assert.deepEqual(read(first, 15 * minute), expected);
    assert.deepEqual(read(first, 5 * minute).series, [2_070, 2_070, 2_070, 2_070, 2_070, 2_070]);
    const second = reopen(quick.tiers[1].beyond);
    assert.equal(rows.blocks(base, at(120)).length, 1, 'one block of two hours is left');
    assert.equal(second.resolutionFrom(base), 120 * minute);
    assert.deepEqual(read(second, 15 * minute), expected);
  });

  it('counts a sample that crosses the end of the last block exactly once, split at that end', () => {
    const { rows, history, store } = open();
    for (const minutes of [...Array(14).keys(), 16, 60])
      history.add(base + minutes * minute, [{ name: 'zone.0.Temp', value: minutes === 13 ? 3_000 : 2_000 }]);
    store();
    const aged = openSampleRecord(rows, base, quick);
    aged.write();
    aged.forgetWritten();
    assert.equal(rows.blocks(base, base + hour).length, 1);
    const { series } = aged.view({
      series: ['zone.0.Temp'],
      from: base,
      to: base + 20 * minute,
      step: 5 * minute,
    });
    // Two of the 15 minutes of the block, then one of the two that follow it.
    const inBlock = Math.round((13 * 2_000 + 2 * 3_000) / 15);
    assert.deepEqual(series['zone.0.Temp'], [inBlock, inBlock, inBlock, 2_500]);
  });

  it('shows a gap, without energy, after more than five minutes without a reading', () => {
    const { history } = open();
    for (const minutes of [0, 5, 11])
      history.add(base + minutes * minute, [{ name: 'power.0.0.W', value: 600 }]);
    const { series: read } = history.view({
      series: ['power.0.0.W', 'power.0.0.Wh'],
      from: base,
      to: base + 12 * minute,
      step: minute,
    });
    const gap = Array(5).fill(null);
    assert.deepEqual(read['power.0.0.W'], [...Array(6).fill(600), ...gap, 600]);
    assert.deepEqual(read['power.0.0.Wh'], [...Array(6).fill(10), ...gap, 10]);
  });
});

describe('a record whose store cannot be written', () => {
  it('keeps the first 20,000 waiting samples, and continues once they are written', () => {
    const { rows } = inMemory();
    const never = { beyond: 1_000_000 * hour, every: 15 * minute };
    const history = openSampleRecord(rows, base, { ...quick, tiers: [never, never] });
    const at = (place: number) => base + place * minute;
    const add = (place: number) => history.add(at(place), [{ name: 'zone.0.Temp', value: 2_000 }]);
    for (let place = 0; place < 1_000; place++) {
      assert.equal(history.isFull(), false);
      add(place);
    }
    assert.equal(history.isFull(), true);
    for (let place = 1_000; place < 19_999; place++) add(place);
    assert.equal(history.isFull(), true);
    add(19_999);
    // Trying to write again at each sample is useless while writing fails.
    assert.equal(history.isFull(), false);
    add(20_000);
    assert.equal(history.last(), at(20_000));
    history.write();
    history.forgetWritten();
    assert.deepEqual([rows.samples(base, at(30_000)).length, rows.newest()], [20_000, at(19_999)]);
    add(20_001);
    history.write();
    assert.equal(rows.newest(), at(20_001));
  });
});
