import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeErrors } from '../failure/store-errors.ts';
import { createOutage } from './outage.ts';

const setUp = () => {
  const said: string[] = [];
  const say = (_: object, sentence: string) => void said.push(sentence);
  let now = 0;
  const outage = createOutage({
    label: 'db.example/plenum',
    codeOf: (error) => (['unavailable', 'conflict'] as const).find((kind) => kind === error),
    log: { info: say, warn: say, error: say },
    elapsed: () => now,
  });
  return {
    ...outage,
    said,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};
const gone = 'The store db.example/plenum is not available; requests that need it are refused.';
const back = 'The store db.example/plenum is available again.';

it('logs once that an outage began and once that it is over', () => {
  const { failed, worked, said, pass } = setUp();
  worked();
  for (let count = 0; count < 3; count++) assert.ok(storeErrors.is(failed('unavailable'), 'unavailable'));
  assert.deepEqual(said, [gone]);
  pass(10_000);
  worked();
  worked();
  assert.deepEqual(said, [gone, back]);
  failed('unavailable');
  assert.deepEqual(said, [gone, back, gone]);
});

it('counts an outage in which some queries succeed as one outage', () => {
  const { failed, worked, said, pass } = setUp();
  worked();
  for (let count = 0; count < 5; count++) {
    failed('unavailable');
    pass(9_999);
    worked();
  }
  assert.deepEqual(said, [gone]);
});

it('reports no outage for a store that never was available, a conflict or other errors', () => {
  const { failed, worked, said } = setUp();
  failed('unavailable');
  assert.ok(storeErrors.is(failed('conflict'), 'conflict'));
  assert.equal(failed('a mistake'), 'a mistake');
  assert.deepEqual(said, []);
  const other = setUp();
  other.worked();
  other.failed('conflict');
  worked();
  assert.deepEqual(other.said, []);
});
