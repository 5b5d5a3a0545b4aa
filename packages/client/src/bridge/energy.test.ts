import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, toAnswer } from '../fixture/serve.fixture.ts';
import { connectBridge } from './connect.ts';

const bar = {
  from: 0,
  to: 1,
  known: 1,
  used: 1,
  solar: null,
  import: 1,
  export: 0,
  surplus: null,
  cost: null,
};
const answer = {
  by: 'day',
  timeZone: 'UTC',
  bars: [bar],
  total: bar,
  before: bar,
  channels: [],
  rooms: null,
  tariff: null,
};
const tariff = { currency: 'AUD', prices: [{ from: '00:00', price: 0.3 }] };

test('requests energy by period, range and time zone', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer(JSON.stringify(answer))));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  assert.deepEqual(await bridge.energy.read({ by: 'week', from: 5, timeZone: 'Australia/Sydney' }), answer);
  assert.equal(server.requests[0]!.path, '/energy?by=week&from=5&timeZone=Australia%2FSydney');
});

test('posts a valid tariff and refuses an invalid one without sending it', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('OK')));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.energy.setTariff({ ...tariff, prices: [] }), { code: 'invalid' });
  assert.equal(server.requests.length, 0);
  await bridge.energy.setTariff(tariff);
  const [request] = server.requests;
  assert.deepEqual([request!.path, JSON.parse(String(request!.body))], ['/energy/tariff', tariff]);
});

test('reports energy as unsupported if the bridge is not a Plenum bridge', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('', { status: '404 Not Found' })));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.energy.read(), { code: 'unsupported' });
});

for (const [text, status] of [
  ['{"bars":7}', '200 OK'],
  [JSON.stringify({ ...answer, timeZone: 'Mars/Base' }), '200 OK'],
  [JSON.stringify({ ...answer, by: 'decade' }), '200 OK'],
  [JSON.stringify({ ...answer, bars: [{ ...bar, used: 'much' }] }), '200 OK'],
  [JSON.stringify({ ...answer, total: null }), '200 OK'],
] as const)
  test(`reports an energy response of ${status} ${text.slice(0, 20)} as malformed`, async () => {
    await using server = await serve(({ socket }) => socket.write(toAnswer(text, { status })));
    await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
    await assert.rejects(bridge.energy.read(), { code: 'malformed' });
  });
