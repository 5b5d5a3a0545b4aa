import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHouseTitle } from './house-title.ts';

test("the title of a house is the owner's name for it, or else the name of its unit", () => {
  assert.equal(toHouseTitle('Home', 'Banksia Street'), 'Home');
  assert.equal(toHouseTitle('Bridge 123456789', 'Banksia Street'), 'Banksia Street');
  assert.equal(toHouseTitle('Bridge 123456789', ''), 'Bridge 123456789');
  assert.equal(toHouseTitle('Bridge 123456789', undefined), 'Bridge 123456789');
  assert.equal(toHouseTitle('Bridge 12345678', 'Banksia Street'), 'Bridge 12345678');
});
