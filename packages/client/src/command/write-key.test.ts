import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeKey } from './write-key.ts';

test('identifies the target of a write by its name and its indices', () => {
  assert.equal(writeKey({ name: 'SysSetpoint', body: 2200 }), 'SysSetpoint');
  assert.equal(writeKey({ name: 'ZoneSetpoint', body: { Index: 3, Setpoint: 2200 } }), 'ZoneSetpoint 3');
  assert.equal(
    writeKey({ name: 'RetStRunTime', body: { Program: 1, No: 4, RunTime: 9 } }),
    'RetStRunTime 1 4',
  );
});

test('gives no key to a command that starts a favourite, so that none replaces it', () => {
  assert.equal(writeKey({ name: 'FavouriteSet', body: 1 }), undefined);
});
