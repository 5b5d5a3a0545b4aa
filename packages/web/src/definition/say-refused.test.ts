import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { overrides } from '@plenum/protocol/simulation';
import { bodyFieldOf, partsOf } from '../reading/body.ts';
import { sayRefused } from './say-refused.ts';

const timer = catalogue.get('SysSleepTimer')!.body;

test('what is typed is refused in the words of the protocol, both sides of each limit', () => {
  for (const fits of [0, 1440]) assert.equal(sayRefused(timer, fits), undefined);
  assert.equal(sayRefused(timer, -1), '-1 min is below the lowest, 0 min.');
  assert.equal(sayRefused(timer, 1441), '1441 min is above the highest, 1440 min.');
  assert.equal(sayRefused(timer, 1.5), '1.5 is not a whole number.');
});

test('a field that was emptied says what it asks for', () => {
  assert.equal(sayRefused(timer, Number.NaN), 'A whole number from 0 to 1440 min is asked for.');
});

test('a text is refused for its bytes, not its letters', () => {
  const name = bodyFieldOf('ZoneName', 'Name');
  assert.equal(sayRefused(name, 'Fifteen letters'), undefined);
  assert.equal(sayRefused(name, 'Wohnküche unten'), 'The name is 16 bytes long; at most 15.');
  const [, code] = partsOf(overrides.get('UnitFault')!.body)[0]!;
  assert.equal(sayRefused(code, 'E0'), '"E0" is not a code of 3 characters, or empty.');
});
