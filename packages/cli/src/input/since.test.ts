import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSince } from './since.ts';

const now = Date.UTC(2026, 0, 31, 12);
const read = readSince(() => now);

test('reads --since as a day in UTC, a time with its zone, or a duration before now', () => {
  for (const [typed, instant] of [
    ['2026-01-30', Date.UTC(2026, 0, 30)],
    ['2026-01-30T08:30Z', Date.UTC(2026, 0, 30, 8, 30)],
    ['2026-01-30T08:30:15+10:00', Date.UTC(2026, 0, 29, 22, 30, 15)],
    ['90m', now - 90 * 60_000],
    ['24h', now - 24 * 3_600_000],
    ['7d', now - 7 * 86_400_000],
  ] as const)
    assert.equal(read(typed), instant, typed);
});

test('refuses --since if the value is not a time, or is a time without a zone', () => {
  for (const typed of [
    '',
    '7',
    '7w',
    '-7d',
    '2026-13-01',
    '2026-02-30',
    '2026-02-31T08:30Z',
    '2026-01-30T08:30',
    'now',
  ])
    assert.throws(() => read(typed), /^PlenumError: --since: /, typed);
});
