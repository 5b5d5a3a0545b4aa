import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { formatAgo, formatDate } from './ago.ts';

const now = Date.UTC(2026, 10, 20, 12);
const seconds = (count: number) => now - count * 1_000;

test('shows the age of a time in the largest whole unit', () => {
  assert.equal(formatAgo(seconds(59), now), 'just now');
  assert.equal(formatAgo(seconds(60), now), '1 minute ago');
  assert.equal(formatAgo(seconds(3_599), now), '59 minutes ago');
  assert.equal(formatAgo(seconds(3_600), now), '1 hour ago');
  assert.equal(formatAgo(seconds(86_399), now), '23 hours ago');
  assert.equal(formatAgo(seconds(86_400), now), '1 day ago');
  assert.equal(formatAgo(seconds(40 * 86_400), now), '40 days ago');
});

test('shows a future time as now', () => {
  assert.equal(formatAgo(now + 5_000, now), 'just now');
});

test('formats the month of a date as a word', () => {
  assert.equal(formatDate(now), '20 November 2026');
});
