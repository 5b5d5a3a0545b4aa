import { expect, jest, test } from '@jest/globals';
import { runStory } from './house-story.mjs';

test('a house lives under the fake timers of Jest', async () => {
  jest.useFakeTimers({ now: 0 });
  const equal = (actual, expected) => expect(actual).toBe(expected);
  await runStory({ pass: (milliseconds) => jest.advanceTimersByTime(milliseconds), equal });
  expect(Date.now()).toBe(3_600_000);
});
