import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { runStory } from './house-story.mjs';

test('a house lives under the mocked timers of node:test', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: 0 });
  await runStory({ pass: (milliseconds) => mock.timers.tick(milliseconds), equal: strictEqual });
  strictEqual(Date.now(), 3_600_000);
});
