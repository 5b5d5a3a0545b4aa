import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSentence } from '../refusal/refusal.ts';
import { checkTimeZone, checkTimeZoneChange, isTimeZone } from './time-zone.ts';

test('a time zone is accepted if the runtime has it', () => {
  assert.equal(isTimeZone('Australia/Sydney'), true);
  for (const other of ['Australia/Gotham', '', undefined, 7]) assert.equal(isTimeZone(other), false);
  assert.deepEqual(checkTimeZone('europe/berlin'), { ok: true, value: 'Europe/Berlin' });
});

test('a request to change the time zone contains one name and nothing else', () => {
  const change = { timeZone: 'Europe/Berlin' };
  assert.deepEqual(checkTimeZoneChange(change), { ok: true, value: change });
  for (const [input, sentence] of [
    [
      { timeZone: 'Mars/Base' },
      'timeZone: "Mars/Base" cannot be a time zone: use a name such as Australia/Sydney.',
    ],
    [{ timeZone: '+02:00' }, 'timeZone: "+02:00" is not a name such as Australia/Sydney.'],
    [{}, 'The key timeZone is missing.'],
    [{ timeZone: 'Europe/Berlin', daylight: true }, 'daylight'],
  ] as const) {
    const checked = checkTimeZoneChange(input);
    assert.ok(!checked.ok && toSentence(checked.refusal).includes(sentence), JSON.stringify(checked));
  }
});
