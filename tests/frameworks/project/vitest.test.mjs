import { startCloud, startHouse } from '@plenum/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { runStory } from './house-story.mjs';

afterEach(() => vi.useRealTimers());

test('a house lives under the fake timers of Vitest', async () => {
  vi.useFakeTimers({ now: 0 });
  const equal = (actual, expected) => expect(actual).toBe(expected);
  await runStory({ pass: (milliseconds) => vi.advanceTimersByTime(milliseconds), equal });
  expect(Date.now()).toBe(3_600_000);
});

test('an app receives a webhook about a house with a stuck damper', async () => {
  await using cloud = await startCloud();
  await using inbox = await cloud.openInbox();
  await using house = await startHouse({ cloud, at: '2026-01-15T15:00' });
  await house.client.command('SysMode', 1);
  await house.client.command('SysOn', 1);
  await house.client.simulation.applyOverride('ZoneDamperStuck', { Zone: 1, On: 1 });
  await house.advance('2h');
  const room = await house.client.zone(1);
  const isAboutRoom = (message) => JSON.stringify(message).includes(JSON.stringify(room));
  const { requestBody } = await inbox.expectMessage(isAboutRoom);
  expect(requestBody.devices).toContainEqual({
    componentId: expect.stringMatching(/_1$/),
    datagram: expect.objectContaining({ Name: 'Kitchen', DmpFlt: 1 }),
  });
});
