import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { advanceState } from '../advance.ts';
import { createState } from '../create-state.ts';
import { houseNames, readShippedHouse } from '../house-file/shipped.ts';
import { createHouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { denver } from '../physics/weather/denver.fixture.ts';
import { bands, caseNames } from './bands.ts';
import { readCaseTable, toCaseRows, withCaseTable } from './case-table.ts';
import { drawCase } from './draw-case.ts';
import { findRecovery, findSeasonalPerformance } from './field-studies.ts';
import { judge, readCase, simulateCase } from './judge.ts';
import { balanceOf, missingOf } from './simulate-year.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const page = readFileSync(new URL('physics.md', docs), 'utf8');
const table = readCaseTable(page);

/** Values that are known to be outside of their band, with the reason in docs/physics.md. */
const known: readonly string[] = ['950FF highest'];

for (const name of isFullRun ? caseNames : (['600', '900FF'] as const)) {
  test(`case ${name} of ANSI/ASHRAE 140-2020 is inside its bands, and its year conserves heat and water`, () => {
    const year = simulateCase(name);
    for (const { quantity, value, band, isInside } of judge(name, year))
      assert.equal(
        isInside,
        !known.includes(`${name} ${quantity}`),
        `${quantity} ${value}, band ${band.join(' to ')}`,
      );
    assert.deepEqual(
      toCaseRows(name, judge(name, year)),
      table.filter((row) => row.name === name),
      'the results differ from docs/physics.md: run "npm run physics"',
    );
    for (const balance of [year.balance, year.vapour])
      assert.ok(Math.abs(missingOf(balance)) < 1e-9, `${name}: ${JSON.stringify(balance)}`);
  });
}

test('the table has every value that has a band, and the picture of each case shows its rows', () => {
  for (const name of caseNames) {
    const rows = table.filter((row) => row.name === name);
    assert.equal(rows.length, Object.keys(bands[name]).length, name);
    assert.equal(readFileSync(new URL(`pictures/case-${name}.svg`, docs), 'utf8'), drawCase(rows), name);
    assert.match(page, new RegExp(`\\]\\(pictures/case-${name}\\.svg\\)`));
  }
  assert.equal(table.length, Object.values(bands).flatMap((each) => Object.keys(each)).length);
  assert.equal(withCaseTable(page, table), page);
});

if (isFullRun)
  test('the demo house is inside the results of field studies, except those known to be outside', () => {
    const outside = [...findSeasonalPerformance(denver()), ...findRecovery()]
      .filter(({ value, band: [low, high] }) => !(value >= low && value <= high))
      .map(({ title }) => title);
    assert.deepEqual(outside, ['recovery from 6.7 K, furnace 103 % over the heat loss']);
  });
else
  test('in the cold a ducted unit and splits give two to four times the heat of their electricity', () => {
    for (const { title, value } of findSeasonalPerformance(denver(), 3))
      assert.ok(value > 2 && value < 4, `${title} ${value}`);
  });

for (const name of houseNames)
  test(`a ${isFullRun ? 'year' : 'day in winter and in summer'} of the ${name} house conserves heat and water`, () => {
    const house = readShippedHouse(name);
    assert.ok(house.ok);
    const starts = isFullRun ? [Date.UTC(2026, 0, 1)] : [Date.UTC(2026, 0, 14), Date.UTC(2026, 6, 14)];
    for (const start of starts) {
      const { heat, vapour } = balanceOf(house.value, { start, days: isFullRun ? 365 : 1 });
      assert.ok(Math.abs(missingOf(heat)) < 1e-9, `heat ${JSON.stringify(heat)}`);
      assert.ok(Math.abs(missingOf(vapour)) < 1e-9, `water ${JSON.stringify(vapour)}`);
    }
  });

test('a day ends in the same state, to the last bit, however it is divided into calls', () => {
  const house = readCase('640');
  const model = createHouseModel(house, denver());
  const start = Date.UTC(2026, 2, 10, 9, 13, 20);
  const first = createState(model, start);
  const until = first.at + 86_400_000;
  const whole = advanceState(model, first, until);
  let seed = 7;
  const draw = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 3; round++) {
    const again = createHouseModel(house, denver());
    let state = first;
    while (state.at < until) {
      const next = Math.min(until, state.at + Math.ceil(draw() * 3_000_000));
      const stored = JSON.parse(JSON.stringify(state)) as State;
      state = advanceState(again, stored, Math.max(next, state.at + model.stepMs));
    }
    assert.deepEqual(state.plant.climate, whole.plant.climate);
  }
});
