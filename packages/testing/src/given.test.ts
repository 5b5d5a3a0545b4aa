import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFunction, anObject, checkOptions, checkValue, oneOf, showGiven, wholeNumber } from './given.ts';

const sentence = (call: () => void): string => {
  try {
    call();
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

test('shows a value that a test gave in short', () => {
  assert.equal(showGiven('flat'), '"flat"');
  assert.equal(showGiven(undefined), 'undefined');
  assert.equal(
    showGiven(() => 1),
    'a function',
  );
  assert.equal(showGiven('x'.repeat(58)), `"${'x'.repeat(58)}"`);
  assert.equal(showGiven('x'.repeat(59)), `"${'x'.repeat(59)}…`);
});

test('accepts the values of a rule up to its limits, and refuses the next ones', () => {
  const rule = wholeNumber(0, 3, 'a number up to 3');
  const check = (value: unknown) => sentence(() => checkValue('f', 'n', value, rule));
  for (const right of [0, 3]) assert.equal(check(right), 'accepted');
  for (const wrong of [-1, 4, 1.5, '1', null])
    assert.equal(check(wrong), `f: n is ${showGiven(wrong)}. Give a number up to 3.`);
  assert.equal(oneOf(['a', 'b']).expected, 'one of a, b');
  assert.deepEqual(
    ['a', 'c'].map((word) => oneOf(['a', 'b']).isRight(word)),
    [true, false],
  );
  assert.deepEqual([{}, [], null, 'x'].map(anObject('').isRight), [true, false, false, false]);
  assert.deepEqual([() => 1, {}].map(aFunction('').isRight), [true, false]);
});

test('refuses options that are not an object or have another name, even an inherited one', () => {
  const rules = { file: oneOf(['flat']), seed: wholeNumber(0, 9, 'a digit') };
  const check = (given: unknown) => sentence(() => checkOptions('start', given, rules));
  assert.equal(check({}), 'accepted');
  assert.equal(check({ file: 'flat', seed: undefined }), 'accepted');
  assert.equal(check({ toString: 1 }), 'start has no option "toString". Use one of file, seed.');
  assert.equal(check({ files: 'flat' }), 'start has no option "files". Did you mean file?');
  assert.equal(check({ seed: 10 }), 'start: seed is 10. Give a digit.');
  assert.equal(check([]), 'start takes an object with options, not [].');
});
