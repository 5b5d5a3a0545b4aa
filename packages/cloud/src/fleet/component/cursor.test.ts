import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canResume } from './cursor.ts';

it('resumes a cursor only if pairing, generation and version fit the bridge', () => {
  const current = { pairedAt: 1_000, generation: 2, version: 7 };
  assert.equal(canResume(undefined, current), false);
  for (const [cursor, expected] of [
    [{}, true],
    [{ version: 6 }, true],
    [{ version: 8 }, false],
    [{ pairedAt: 999 }, false],
    [{ pairedAt: 1_001 }, false],
    [{ generation: 1 }, false],
    [{ generation: 3 }, false],
  ] as const)
    assert.equal(canResume({ ...current, ...cursor }, current), expected, JSON.stringify(cursor));
});
