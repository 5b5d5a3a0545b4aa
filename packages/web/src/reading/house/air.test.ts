import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { airWord } from './air.ts';

test('describes CO2 by a word that changes at 1000 and 2000 ppm', () => {
  const said = [999, 1000, 1999, 2000, 2500].map(airWord);
  assert.deepEqual(said, ['fresh', 'stale', 'stale', 'bad, open a window', 'bad, open a window']);
});
