import { expect, test, vi } from 'vitest';
import { runStory } from './house-story.mjs';

test('a house lives under the fake timers of Vitest', async () => {
  vi.useFakeTimers({ now: 0 });
  const equal = (actual, expected) => expect(actual).toBe(expected);
  await runStory({ pass: (milliseconds) => vi.advanceTimersByTime(milliseconds), equal });
  expect(Date.now()).toBe(3_600_000);
});
