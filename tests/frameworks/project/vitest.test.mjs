import { on, once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
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
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requests = on(server, 'request');
  await cloud.addEndpoint(`http://127.0.0.1:${server.address().port}`);
  await using house = await startHouse({ cloud });
  await house.client.simulation.applyOverride('ZoneDamperStuck', { Zone: 1, On: 1 });
  await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
  await house.advance('2h');
  for await (const [request, response] of requests) {
    const body = await text(request);
    response.end();
    expect(request.headers['webhook-signature']).toMatch(/^v1,/);
    if (body.includes('"Setpoint":2350')) break;
  }
});
