import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forget } from './forget.ts';

test('a draft that was given is forgotten, and one that was changed meanwhile is not', () => {
  const [given, later] = [{ name: 'Kitchen' }, { name: 'Kitchen and hall' }];
  assert.equal(forget(given)(given), undefined);
  assert.equal(forget(given)(later), later);
  assert.equal(forget<object | undefined>(undefined)(later), later);
});
