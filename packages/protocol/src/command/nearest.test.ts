import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const words = ['SysOn', 'SysMode', 'SysFan', 'ZoneMode'];

test('a slip of the finger finds its word', () => {
  assert.equal(nearest('SysMod', words), 'SysMode');
  assert.equal(nearest('sysfan', words), 'SysFan');
  assert.equal(nearest('ZneMode', words), 'ZoneMode');
});

test('a word like none finds none', () => {
  assert.equal(nearest('Irrigation', words), undefined);
  assert.equal(nearest('', words), undefined);
});
