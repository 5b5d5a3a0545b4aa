import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 0, 5);

it('a Retry-After in seconds or as a date is parsed, and any other is ignored', () => {
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('0', now), 0);
  assert.equal(readRetryAfter('Mon, 05 Jan 2026 00:02:00 GMT', now), 120_000);
  assert.equal(readRetryAfter('Monday, 05-Jan-26 00:02:00 GMT', now), 120_000);
  assert.equal(readRetryAfter('Sun, 04 Jan 2026 00:00:00 GMT', now), 0);
  for (const value of [undefined, '', '-1', '1.5', 'soon', '2026-01-05', 'Infinity', '1e9'])
    assert.equal(readRetryAfter(value, now), undefined, String(value));
});

it('a very large Retry-After in seconds gives a long wait, not no wait', () => {
  assert.ok(readRetryAfter('9'.repeat(13), now)! > 365 * 86_400_000);
  assert.equal(readRetryAfter('9'.repeat(400), now), Number.POSITIVE_INFINITY);
});
