import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityOf, errorOf, roomUnitActivityOf, zoneActivityOf } from './activity.ts';
import { isForced, modeWordsOf } from './zone.ts';

const unit = (more = {}) => ({ SysOn: 1, SysMode: 5, Supply: 2200, Temp: 2200, ...more });

test('the activity of a unit follows from its supply air', () => {
  assert.equal(activityOf(unit()), 'idle');
  assert.equal(activityOf(unit({ Supply: 1949 })), 'cool');
  assert.equal(activityOf(unit({ Supply: 1950 })), 'idle');
  assert.equal(activityOf(unit({ Supply: 2451 })), 'heat');
  assert.equal(activityOf(unit({ SysOn: 0, Supply: 1000 })), 'off');
});

test('a unit in cool never heats, one in heat never cools, and one in vent does neither', () => {
  assert.equal(activityOf(unit({ SysMode: 1, Supply: 3000 })), 'idle');
  assert.equal(activityOf(unit({ SysMode: 2, Supply: 1000 })), 'idle');
  assert.equal(activityOf(unit({ SysMode: 3, Supply: 1000 })), 'vent');
});

test('a zone has the activity of the unit only while its damper is open', () => {
  assert.equal(zoneActivityOf({ Mode: 3, DmpPos: 40 }, 'cool'), 'cool');
  assert.equal(zoneActivityOf({ Mode: 3, DmpPos: 0 }, 'cool'), 'idle');
  assert.equal(zoneActivityOf({ Mode: 2, DmpPos: 10 }, 'cool'), 'off');
  assert.equal(zoneActivityOf({ Mode: 1, DmpPos: 100 }, 'off'), 'off');
});

test('a split in auto has no known activity', () => {
  assert.equal(roomUnitActivityOf(1, 5), 'idle');
  assert.equal(roomUnitActivityOf(1, 1), 'cool');
  assert.equal(roomUnitActivityOf(0, 1), 'off');
});

test('a code of OK, padded or empty, is no error', () => {
  for (const code of [' OK', 'OK ', '', '   ']) assert.equal(errorOf(code), undefined);
  assert.equal(errorOf('E05'), 'E05');
});

const zone = { Master: 0, ConstA: 0, Mode: 3 } as never as Parameters<typeof isForced>[0];

test('the modes of a zone are those of its type', () => {
  assert.deepEqual(modeWordsOf({ ZoneType: 1 }, true), ['open', 'close']);
  assert.deepEqual(modeWordsOf({ ZoneType: 3 }, true), ['close', 'auto', 'open']);
  assert.deepEqual(modeWordsOf({ ZoneType: 2 }, false), ['close', 'open', 'constant']);
});

test('a zone that is held open against its mode is recognised', () => {
  assert.equal(isForced({ ...zone, ConstA: 1 }), true);
  assert.equal(isForced({ ...zone, ConstA: 1, Mode: 1 }), false);
});
