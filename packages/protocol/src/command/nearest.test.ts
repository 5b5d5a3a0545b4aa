import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const words = ['SysOn', 'SysMode', 'SysFan', 'ZoneMode'];

test('a misspelled word finds the word that was meant', () => {
  assert.equal(nearest('SysMod', words), 'SysMode');
  assert.equal(nearest('sysfan', words), 'SysFan');
  assert.equal(nearest('ZneMode', words), 'ZoneMode');
});

test('a word unlike all others finds nothing', () => {
  assert.equal(nearest('Irrigation', words), undefined);
  assert.equal(nearest('', words), undefined);
});
