import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAddressParts } from './address-parts.ts';

test('wraps a URL and an id after separators, never within a word', () => {
  assert.deepEqual(toAddressParts('http://127.0.0.1:4000/events'), [
    'http://',
    '127.',
    '0.',
    '0.',
    '1:4000/',
    'events',
  ]);
  assert.deepEqual(toAddressParts('407855546_hvac_zone_0'), ['407855546_', 'hvac_', 'zone_', '0']);
  assert.deepEqual(toAddressParts('plenum-example-app'), ['plenum-', 'example-', 'app']);
  assert.deepEqual(toAddressParts('7 components'), ['7 components']);
});
