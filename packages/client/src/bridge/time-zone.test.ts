import assert from 'node:assert/strict';
import { test } from 'node:test';
import { device, open } from '../fixture/device.fixture.ts';

const answer = (value: unknown) => () => JSON.stringify(value);

test('the time zone of a house is read and set; an unknown name never leaves this machine', async () => {
  const zone = { timeZone: 'Europe/Berlin', from: 'owner' };
  await using server = await device({ '/time-zone': answer(zone) });
  await using bridge = open(server.port);
  assert.deepEqual(await bridge.timeZone.read(), zone);
  await assert.rejects(bridge.timeZone.set('Mars/Base'), { code: 'invalid' });
  await bridge.timeZone.set('Asia/Tokyo');
  const sent = server.requests.filter(({ method }) => method === 'POST');
  assert.deepEqual(
    sent.map(({ path, body }) => [path, JSON.parse(String(body))]),
    [['/time-zone', { timeZone: 'Asia/Tokyo' }]],
  );
});

test('a bridge that has no time zone is unsupported, and an unknown one is malformed', async () => {
  await using server = await device({});
  await using bridge = open(server.port);
  await assert.rejects(bridge.timeZone.read(), { code: 'unsupported' });
  await using other = await device({ '/time-zone': answer({ timeZone: 'Mars/Base' }) });
  await using wrong = open(other.port);
  await assert.rejects(wrong.timeZone.read(), { code: 'malformed' });
});
