import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { amount } from './amount.fixture.ts';
import { solveDense } from './solve-dense.fixture.ts';
import { createSparseSolver } from './sparse-solver.ts';

const coupledSystem = fc.integer({ min: 2, max: 14 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    pairs: fc.uniqueArray(
      fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).filter(([a, b]) => a < b),
      { selector: ([a, b]) => a * 100 + b, maxLength: 30 },
    ),
    extra: fc.array(amount(0.5, 50), { minLength: size, maxLength: size }),
    right: fc.array(amount(-1e4, 1e4), { minLength: size, maxLength: size }),
  }),
);

test('the sparse solver agrees with Gaussian elimination, even after the diagonal changes', () => {
  fc.assert(
    fc.property(coupledSystem, ({ size, pairs, extra, right }) => {
      const couplings = pairs.map(([a, b], index) => ({ a, b, value: -(1 + (index % 7)) }));
      const solver = createSparseSolver(size, couplings);
      for (const scale of [1, 3]) {
        const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
        for (const { a, b, value } of couplings) {
          matrix[a]![b] = value;
          matrix[b]![a] = value;
          matrix[a]![a]! -= value;
          matrix[b]![b]! -= value;
        }
        for (let row = 0; row < size; row++) {
          matrix[row]![row]! += extra[row]! * scale;
          solver.diagonal[row] = matrix[row]![row]!;
        }
        const expected = solveDense(matrix, right);
        const vector = Float64Array.from(right);
        solver.factor();
        solver.solve(vector);
        for (const [row, value] of expected.entries()) {
          assert.ok(Math.abs(vector[row]! - value) < 1e-7 * (1 + Math.abs(value)), `${vector[row]} ${value}`);
        }
      }
    }),
    { numRuns: 300 },
  );
});
