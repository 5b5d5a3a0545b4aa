import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EnergyAnswer } from '@plenum/insight/energy';
import { neverFalling, toTotals } from './energy.ts';

const bar = (used: number | null) => ({
  from: 0,
  to: 1,
  known: 1,
  used,
  solar: 0,
  import: used,
  export: null,
  cost: null,
});
const answer = (...used: (number | null)[]) =>
  ({
    bars: used.map(bar),
    channels: [{ series: 'power.0.1', energy: used, cost: used.map(() => null) }],
  }) as unknown as EnergyAnswer;

it('sums the energy of all periods, counting unknown energy as zero', () => {
  const totals = toTotals(answer(1000.5, null, 250));
  assert.deepEqual(
    [...totals],
    [
      ['used', 1250.5],
      ['solar', 0],
      ['import', 1250.5],
      ['export', 0],
      ['power.0.1', 1250.5],
    ],
  );
});

it("an energy counter never decreases, even if the house's clock is set back", () => {
  const first = toTotals(answer(1000));
  const back = neverFalling(first, toTotals(answer(400)));
  assert.equal(back.get('power.0.1'), 1000);
  assert.equal(neverFalling(back, toTotals(answer(1200))).get('used'), 1200);
  assert.equal(neverFalling(undefined, first).get('used'), 1000);
});
