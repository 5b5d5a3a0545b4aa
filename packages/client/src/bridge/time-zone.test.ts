import assert from 'node:assert/strict';
import { test } from 'node:test';
import { device, open } from '../fixture/device.fixture.ts';

const answer = (value: unknown) => () => JSON.stringify(value);

test('reads and sets the time zone of a house and refuses an unknown name without sending it', async () => {
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

test('reports a missing time zone as unsupported and an unknown one as malformed', async () => {
  await using server = await device({});
  await using bridge = open(server.port);
  await assert.rejects(bridge.timeZone.read(), { code: 'unsupported' });
  await using other = await device({ '/time-zone': answer({ timeZone: 'Mars/Base' }) });
  await using wrong = open(other.port);
  await assert.rejects(wrong.timeZone.read(), { code: 'malformed' });
});
