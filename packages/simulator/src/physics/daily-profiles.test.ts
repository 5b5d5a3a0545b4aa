import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAILY_PROFILES, placeOfHour, toDailyProfile, toHours, writeShares } from './daily-profiles.ts';
import type { ProfileName } from './types.ts';

const shareIn = (hours: readonly number[], hour: number) => {
  const into = new Float64Array(1);
  writeShares(into, Float64Array.of(1), toHours([hours]), placeOfHour(hour));
  return into[0]!;
};

test('every named profile has 24 shares from 0 to 1 for both kinds of day', () => {
  for (const name of Object.keys(DAILY_PROFILES) as ProfileName[]) {
    assert.equal(toDailyProfile(name), DAILY_PROFILES[name]);
  }
});

test('shares change linearly between the hours and over midnight', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 1 : hour === 7 ? 0.5 : 0));
  assert.equal(shareIn(hours, 7), 0.5);
  assert.equal(shareIn(hours, 6.5), 0.25);
  assert.equal(shareIn(hours, 7.75), 0.125);
  assert.equal(shareIn(hours, 23.5), 0.5);
  assert.equal(shareIn(hours, 24), 0);
});

test('writes for each room its share of its own peak', () => {
  const into = new Float64Array(2);
  const rooms = [new Array<number>(24).fill(0.5), new Array<number>(24).fill(1)];
  writeShares(into, Float64Array.of(300, 2), toHours(rooms), placeOfHour(5.5));
  assert.deepEqual([...into], [150, 2]);
});

test('a bedroom is full at night, an office on weekdays', () => {
  assert.equal(shareIn(DAILY_PROFILES.bedroom.weekday, 3), 1);
  assert.equal(shareIn(DAILY_PROFILES.bedroom.weekday, 12), 0);
  assert.ok(shareIn(DAILY_PROFILES.office.weekday, 10) > 5 * shareIn(DAILY_PROFILES.office.weekend, 10));
});

test('refuses a profile of 23 hours, one with a share above 1, and an unknown name', () => {
  const full = new Array<number>(24).fill(0.5);
  assert.throws(() => toDailyProfile({ weekday: full.slice(1), weekend: full }), /24 hourly shares/);
  assert.throws(() => toDailyProfile({ weekday: full, weekend: full.with(5, 1.01) }), /24 hourly shares/);
  assert.throws(() => toDailyProfile('siesta' as ProfileName), /no daily profile called "siesta"/);
});
