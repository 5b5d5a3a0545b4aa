import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const words = ['SysOn', 'SysMode', 'SysFan', 'ZoneMode'];

test('a misspelled word gets the nearest word as a suggestion', () => {
  assert.equal(nearest('SysMod', words), 'SysMode');
  assert.equal(nearest('sysfan', words), 'SysFan');
  assert.equal(nearest('ZneMode', words), 'ZoneMode');
});

test('an unrelated word gets no suggestion', () => {
  assert.equal(nearest('Irrigation', words), undefined);
  assert.equal(nearest('', words), undefined);
});
