import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeWordsOf } from './zone.ts';
import '../../text/english.fixture.ts';

test('lists the modes of a zone by its type', () => {
  assert.deepEqual(modeWordsOf({ ZoneType: 1 }, true), ['open', 'close']);
  assert.deepEqual(modeWordsOf({ ZoneType: 3 }, true), ['close', 'auto', 'open']);
  assert.deepEqual(modeWordsOf({ ZoneType: 2 }, false), ['close', 'open', 'constant']);
});
