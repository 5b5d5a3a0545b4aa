import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { assertPublic } from '../../fuzz/internal-text.ts';
import { bytesLike, jsonLike, textsLike, valuesLike } from '../../fuzz/mutate.ts';
import { runTarget, shareCases, toReport } from '../../fuzz/run.ts';
import { parser, target } from '../../fuzz/target.ts';

const seed = 7;
const refuses = (text: string) => {
  if (text.includes('\0')) throw new RangeError('it has a NUL');
};

describe('fuzzing', () => {
  it('reports a failing case with its seed, reduced to the change that matters', async () => {
    const { finding } = await runTarget(
      parser('text', { cases: textsLike(['a plain text']), check: refuses }),
      {
        cases: 2_000,
        seed,
      },
    );
    const reduced: string = JSON.parse(finding!.input);
    assert.ok(reduced.includes('\0') && reduced.length < 20, finding!.input);
    assert.match(
      toReport(finding!, 2_000),
      /^text: RangeError: it has a NUL[\s\S]*repeat: .*'text' --cases 2000 --seed 7$/,
    );
  });

  it('reports failing bytes in hexadecimal', async () => {
    const check = (bytes: Buffer) => assert.ok(!bytes.includes(0xff));
    const { finding } = await runTarget(parser('bytes', { cases: bytesLike(['IASD']), check }), {
      cases: 2_000,
      seed,
    });
    assert.match(finding!.input, /^"hex [0-9a-f]*ff[0-9a-f]*"$/);
  });

  it('reports a case that takes too much work, even if nothing throws', async () => {
    const check = (text: string) => {
      for (let n = 0; text === 'slow' && n < 1e7; n++) Math.hypot(n, 1);
    };
    const cases = fc.constantFrom('quick', 'slow');
    const { finding } = await runTarget(parser('work', { cases, check }), {
      cases: 100,
      seed,
      maxWork: 5_000,
    });
    assert.match(finding!.why, /it took \d+ ms of work/);
  });

  it('the last check of a target is reported too', async () => {
    const grown = target({
      name: 'process',
      weight: 1,
      start: () => ({
        cases: textsLike(['a']),
        check: () => {},
        finish: async () => assert.fail('it grew'),
      }),
    });
    const { cases, finding } = await runTarget(grown, { cases: 10, seed });
    assert.equal(cases, 10);
    assert.match(finding!.why, /it grew/);
  });

  it('counts the cases that a target accepts', async () => {
    const some = parser('digits', { cases: fc.nat({ max: 9 }), check: (digit) => digit === 3 });
    const { cases, accepted, finding } = await runTarget(some, { cases: 500, seed });
    assert.deepEqual([cases, finding], [500, undefined]);
    assert.ok(accepted > 20 && accepted < 200, String(accepted));
  });

  it('the same seed gives the same cases', () => {
    const draw = () =>
      fc.sample(jsonLike([{ ZoneSetpoint: { Index: 3, Setpoint: 2150 } }]), { seed, numRuns: 50 });
    assert.deepEqual(draw(), draw());
    assert.ok(new Set(draw()).size > 30);
  });

  it('values are changed without changing the seed, even by a member named __proto__', () => {
    const given = { list: [{ Index: 1 }], text: 'x' };
    const values = fc.sample(valuesLike([given]), { seed, numRuns: 3_000 });
    assert.deepEqual(given, { list: [{ Index: 1 }], text: 'x' });
    assert.ok(values.some((value) => JSON.stringify(value)?.includes('"__proto__"')));
    assert.equal(({} as { Index?: unknown }).Index, undefined);
  });

  it('every target gets its share of the cases, and at least one', () => {
    const some = [
      parser('a', { weight: 3, cases: fc.nat(), check: () => {} }),
      parser('b', { weight: 1, cases: fc.nat(), check: () => {} }),
    ];
    assert.deepEqual(shareCases(some, 100), [75, 25]);
    assert.deepEqual(shareCases(some, 1), [1, 1]);
  });

  it('internal texts and the data of others are found in a response', () => {
    for (const text of [
      'Error: x\n    at handle (file:///srv/plenum/x.ts:3:7)',
      'select "name" from "account"',
      'TypeError: Cannot read properties of undefined',
      'SQLITE_CONSTRAINT',
      'Something went wrong in the bridge.',
      'the house zq7 secret',
    ])
      assert.throws(() => assertPublic(text, ['zq7 secret']), text);
    // A search that begins anew at each character would take minutes.
    assertPublic('0x10'.repeat(100_000));
    assertPublic('ZoneSetpoint.Setpoint: 55 is not a multiple of 10. Select one from the list.', [
      'zq7 secret',
    ]);
  });
});
