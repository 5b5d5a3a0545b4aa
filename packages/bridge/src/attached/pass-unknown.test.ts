import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { izone } from '@plenum/protocol/dialect';
import { listen } from '@plenum/testbed/listen';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

/** Returns how many requests of a kind with an outcome the metrics count. */
const passedCount = async (kind: string, outcome: string) => {
  const { text } = await send(front.http.port, '/metrics');
  const line = new RegExp(`^plenum_passed_total\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1] ?? 0);
};

/** Responses that only the device has, by request body or by method and path. These requests wait for `gate`. */
let gate: Promise<void> | undefined;
const lamps: Readonly<Record<string, string>> = {
  '{"PoolRequest":{"Type":1,"No":0,"No1":0}}': '{"AirStreamDeviceUId":"000000001","Pool":{"Name":"Hall"}}',
  '{"PoolOn":{"No":0,"On":1}}': 'OK',
  '{"iZoneV2Request":{"Type":99,"No":0,"No1":0}}': '{"AirStreamDeviceUId":"000000001","Secret":7}{OK}',
  '{"Scrooge":1}': '{ERROR: no such damper}',
  '{"StatusRequest":"x"}': '{OK}',
  '{"iZoneV2Request":{"Type":98,"No":0,"No1":0}}':
    '{"AirStreamDeviceUId":"000000001","SystemV2":{"SysOn":1,"LockCode":"4711","Pass":"0815"},"All":[{"pass":7,"Passed":1}]}',
  '{"fancapacity":{"Low":1}}': 'OK',
  'GET /Warranty': '{"AirStreamDeviceUId":"000000001","Until":"2031"}',
};
const received: string[] = [];
const logged: unknown[] = [];
let front: Bridge;
let strict: Bridge;

before(async () => {
  const behind = stack.use(await startSmallBridge({ dialect: izone, timeScale: 0 }));
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method = '', url = '' } = request;
    const known = await send(behind.http.port, url, { method, body });
    const own = lamps[body] ?? lamps[`${method} ${url}`];
    const text = own ?? known.text;
    if (own !== undefined) received.push(`${url} ${body}`);
    if (own !== undefined) await gate;
    answer.writeHead(own ? 200 : known.status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
  stack.use(server);
  const { port } = await listen(server);
  const log: Log = { ...silent, info: (fields, text) => logged.push([fields, text]) };
  const start = async (passUnknown: boolean) =>
    stack.use(
      await startAttachedBridge(
        {
          host: '127.0.0.1',
          port,
          pause: 0,
          interval: 86_400_000,
          notifyPort: false,
          passUnknown,
          dialect: izone,
        },
        { log },
      ),
    );
  front = await start(true);
  strict = await start(false);
});

test("passes on undefined requests in the device's dialect, and returns the device's response", async () => {
  const ask = async (path: string, body: object) => (await post(front.http.port, path, body)).text;
  assert.equal(
    await ask('/iLightRequest', { PoolRequest: { Type: 1, No: 0, No1: 0 } }),
    '{"HvacDeviceUId":"000000001","Pool":{"Name":"Hall"}}',
  );
  assert.equal(await ask('/iLightCommand', { PoolOn: { No: 0, On: 1 } }), 'OK');
  assert.equal(
    await ask('/HvacRequestV2', { HvacV2Request: { Type: 99, No: 0, No1: 0 } }),
    '{"HvacDeviceUId":"000000001","Secret":7}',
  );
  assert.equal(
    await ask('/HvacCommandV2', { Scrooge: 1 }),
    '{ERROR: The real bridge refused the command: no such damper.}',
  );
  assert.deepEqual(received, [
    '/iLightRequest {"PoolRequest":{"Type":1,"No":0,"No1":0}}',
    '/iLightCommand {"PoolOn":{"No":0,"On":1}}',
    '/iZoneRequestV2 {"iZoneV2Request":{"Type":99,"No":0,"No1":0}}',
    '/iZoneCommandV2 {"Scrooge":1}',
  ]);
});

test('logs and counts each request that is passed on', async () => {
  const { text } = await send(front.http.port, '/metrics');
  for (const [kind, outcome, count] of [
    ['query', 'done', 2],
    ['control', 'done', 1],
    ['control', 'refused', 1],
  ])
    assert.ok(text.includes(`plenum_passed_total{kind="${kind}",outcome="${outcome}"} ${count}\n`), text);
  const passed = logged.filter((entry) => JSON.stringify(entry).includes('passed an unknown request on'));
  assert.deepEqual(
    passed.map((entry) => (entry as [{ name: string }])[0].name),
    ['PoolRequest 1', 'PoolOn', 'HvacV2Request 99', 'Scrooge'],
  );
});

test('checks defined requests as usual, and does not pass on a body that is not an object', async () => {
  const before = received.length;
  for (const [path, body] of [
    ['/HvacCommandV2', { SysSetpoint: 9900 }],
    ['/HvacCommandV2', { RetEnable: 1 }],
    ['/HvacRequestV2', { HvacV2Request: { Type: 2, No: 14, No1: 0 } }],
    ['/HvacRequestV2', [1]],
  ] as const)
    assert.match((await post(front.http.port, path, body)).text, /^\{ERROR: /);
  assert.equal(received.length, before);
});

test('blanks the codes of the wall controller in the response that is passed back', async () => {
  const { text } = await post(front.http.port, '/HvacRequestV2', {
    HvacV2Request: { Type: 98, No: 0, No1: 0 },
  });
  assert.equal(
    text,
    '{"HvacDeviceUId":"000000001","SystemV2":{"SysOn":1,"LockCode":"","Pass":""},"All":[{"pass":"","Passed":1}]}',
  );
});

test('passes on an installer’s command written in other capitals only if an installer sends it', async () => {
  received.length = 0;
  const before = await passedCount('control', 'refused');
  const elsewhere = { 'x-forwarded-for': '192.168.1.7' };
  for (const [path, body] of [
    ['/HvacCommandV2', { fancapacity: { Low: 1 } }],
    ['/HvacCommandV2', { FANCAPACITY: { Low: 1 } }],
    ['/HvacRequestV2', { Fancapacity: { Low: 1 } }],
    ['/FANCAPACITY', { anything: 1 }],
    ['/Anything', { fanCapacity: { Low: 1 } }],
  ] as const) {
    const { text } = await post(front.http.port, path, body, elsewhere);
    assert.match(text, /^\{ERROR: "FanCapacity" is for installers\. /, path);
  }
  assert.deepEqual(received, []);
  assert.equal(await passedCount('control', 'refused'), before + 2);
  const { text } = await post(front.http.port, '/HvacCommandV2', { fancapacity: { Low: 1 } });
  assert.equal(text, 'OK');
  assert.deepEqual(received, ['/iZoneCommandV2 {"fancapacity":{"Low":1}}']);
});

test('queues at most eight unknown requests and refuses the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = await passedCount('control', 'refused');
  const ask = () => post(front.http.port, '/iLightCommand', { PoolOn: { No: 0, On: 1 } });
  const waiting = Array.from({ length: 9 }, ask);
  const refused = await Promise.race(waiting);
  assert.equal(refused.status, 503);
  assert.match(refused.text, /8 requests without a definition are already waiting/);
  assert.equal(await passedCount('control', 'refused'), before + 1);
  resolve();
  const texts = (await Promise.all(waiting)).map(({ text }) => text);
  assert.equal(texts.filter((text) => text === 'OK').length, 8);
});

test('passes on no requests if the option is off, and has no metric for such requests', async () => {
  const before = received.length;
  const { text } = await post(strict.http.port, '/iLightCommand', { PoolOn: { No: 0, On: 1 } });
  assert.match(text, /^\{ERROR: There is no command "PoolOn"/);
  assert.equal(received.length, before);
  assert.doesNotMatch((await send(strict.http.port, '/metrics')).text, /plenum_passed_total/);
});

test('passes on only queries and commands of the original interface that are not defined', async () => {
  received.length = 0;
  const ask = async (path: string, more: object = {}, bridge = front) => {
    const { status, text } = await send(bridge.http.port, path, more);
    return [status, text];
  };
  const command = { method: 'POST', body: '{"StatusRequest":"x"}' };
  assert.deepEqual(await ask('/Warranty'), [200, '{"HvacDeviceUId":"000000001","Until":"2031"}']);
  assert.deepEqual(await ask('/StatusRequest', command), [200, '{OK}']);
  assert.deepEqual(received, ['/Warranty ', '/StatusRequest {"StatusRequest":"x"}']);
  assert.deepEqual(await ask('/StatusRequest', { method: 'POST', body: '{' }), [
    200,
    (await ask('/SystemON', { method: 'POST', body: '{' }))[1],
  ]);
  // In this order: a path that neither device has, two that are not paths of the original interface, a wrong method,
  // and the option switched off.
  assert.equal((await ask('/Nothing'))[0], 404);
  assert.equal((await ask('/warranty'))[0], 404);
  assert.equal((await ask('/Warranty?a=1'))[0], 404);
  assert.equal((await ask('/SystemON'))[0], 405);
  assert.equal((await ask('/Warranty', {}, strict))[0], 404);
  assert.equal(received.length, 2);
});
