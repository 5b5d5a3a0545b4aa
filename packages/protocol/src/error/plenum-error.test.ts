import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable, PlenumError } from './plenum-error.ts';

const { error, is } = errorTable('oven', {
  hot: ({ degrees }: { degrees: number }) => `The oven has ${degrees} °C; wait until it is cool.`,
  open: () => 'The door of the oven is open.',
});

test('an error has a code, facts, the sentence from its table, and a cause', () => {
  const cause = new Error('sensor');
  const made = error('hot', { degrees: 210 }, cause);
  assert.ok(made instanceof PlenumError && made instanceof Error);
  assert.deepEqual([made.scope, made.code, made.facts], ['oven', 'hot', { degrees: 210 }]);
  assert.equal(made.message, 'The oven has 210 °C; wait until it is cool.');
  assert.equal(made.cause, cause);
  assert.equal(String(made), 'PlenumError: The oven has 210 °C; wait until it is cool.');
});

test('an error without facts or a cause has neither', () => {
  const made = error('open');
  assert.deepEqual(made.facts, {});
  assert.ok(!('cause' in made));
  assert.equal(made.message, 'The door of the oven is open.');
});

test('an error is recognized by its table and its code', () => {
  const made: unknown = error('hot', { degrees: 210 });
  assert.ok(is(made) && is(made, 'hot') && is(made, 'open', 'hot'));
  assert.ok(!is(made, 'open'));
  if (is(made, 'hot')) assert.equal(made.facts.degrees, 210);
  const other = errorTable('grill', { hot: () => 'The grill is hot.' });
  assert.ok(!is(other.error('hot')) && !other.is(made));
  for (const none of [new Error('hot'), undefined, { code: 'hot', scope: 'oven' }]) assert.ok(!is(none));
});

test("the compiler checks an error's code and the facts that its sentence needs", () => {
  // @ts-expect-error no such code
  assert.throws(() => error('cold'));
  // @ts-expect-error degrees are missing
  error('hot', {});
  // @ts-expect-error no such code
  assert.ok(!is(error('open'), 'cold'));
});
