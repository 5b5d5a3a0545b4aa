import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showAgo, showDay } from './ago.ts';

const now = Date.UTC(2026, 10, 20, 12);
const seconds = (count: number) => now - count * 1_000;

test('how long ago something was is said in the largest whole unit', () => {
  assert.equal(showAgo(seconds(59), now), 'just now');
  assert.equal(showAgo(seconds(60), now), '1 minute ago');
  assert.equal(showAgo(seconds(3_599), now), '59 minutes ago');
  assert.equal(showAgo(seconds(3_600), now), '1 hour ago');
  assert.equal(showAgo(seconds(86_399), now), '23 hours ago');
  assert.equal(showAgo(seconds(86_400), now), '1 day ago');
  assert.equal(showAgo(seconds(40 * 86_400), now), '40 days ago');
});

test('a clock that runs behind the cloud does not make a future of it', () => {
  assert.equal(showAgo(now + 5_000, now), 'just now');
});

test('a day has its month in words', () => {
  assert.equal(showDay(now), '20 November 2026');
});
