import assert from 'node:assert/strict';
import { it } from 'node:test';
import { judgeClock } from './finding.ts';

it('the check of the clock classifies differences on both sides of each limit', () => {
  const results = [0, 2_000, -2_001, 30_000, 30_001].map((ahead) => judgeClock(ahead, 'the cloud').result);
  assert.deepEqual(results, ['ok', 'ok', 'note', 'note', 'problem']);
  assert.match(
    judgeClock(-90_000, 'the cloud').sentence,
    /^The clock is 90 s behind the clock of the cloud; set it by NTP/,
  );
  assert.match(judgeClock(90_000, 'the database').sentence, /90 s ahead of the clock of the database/);
});
