import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { createQuickClock } from '@plenum/platform/quick-clock';
import { listen } from '@plenum/testbed/listen';
import { openRecorder } from './recorder.ts';

const reading = { method: 'GET', path: '/SystemSettings' } as const;

/** Opens a recorder for a bridge that always responds with `text`, or for a port without a listener. */
const open = async (text: string | undefined, maxTime: number) => {
  const server = await listen(createServer((_, answer) => void answer.end(text)));
  const { port } = server;
  const close = server[Symbol.asyncDispose];
  if (text === undefined) await close();
  const clock = createQuickClock();
  const openedAt = clock.now();
  const lines: string[] = [];
  const recorder = openRecorder({
    address: { host: '127.0.0.1', port },
    timeout: 8_000,
    maxSilence: 90_000,
    maxTime,
    pause: 100,
    clock,
    isDiscovered: async () => undefined,
    onProgress: (sentence) => lines.push(sentence),
  });
  return { recorder, lines, time: () => clock.now() - openedAt, [Symbol.asyncDispose]: close };
};

it('the recorder retries a busy bridge for up to 20 seconds, and reports progress every 5', async () => {
  await using busy = await open('{BUSY}', Number.POSITIVE_INFINITY);
  assert.equal(await busy.recorder.ask(reading), undefined);
  assert.ok(busy.recorder.isLost());
  assert.ok(busy.time() >= 18_000 && busy.time() < 19_000, String(busy.time()));
  assert.match(busy.lines[0]!, /^\d+ requests in [56] s; the last was answered \{BUSY\}\.$/);
  assert.ok(busy.lines.length >= 3 && busy.lines.length <= 4, String(busy.lines.length));
  const asked = busy.recorder.exchanges.length;
  assert.equal(await busy.recorder.ask(reading), undefined);
  assert.equal(busy.recorder.exchanges.length, asked, 'no further request is sent');
});

it('the recorder goes on with a bridge that is busy for longer after it has answered once', async () => {
  let text = '{OK}';
  await using server = await listen(createServer((_, answer) => void answer.end(text)));
  const clock = createQuickClock();
  const recorder = openRecorder({
    address: { host: '127.0.0.1', port: server.port },
    timeout: 8_000,
    maxSilence: 90_000,
    maxTime: Number.POSITIVE_INFINITY,
    pause: 100,
    clock,
    isDiscovered: async () => undefined,
  });
  assert.ok(await recorder.ask(reading));
  text = '{BUSY}';
  const busyAt = clock.now();
  assert.equal(await recorder.ask(reading), undefined);
  assert.ok(clock.now() - busyAt > 25_000, String(clock.now() - busyAt));
  assert.ok(!recorder.isLost());
});

it('the recorder gives up an address without a listener after 10 seconds', async () => {
  await using silent = await open(undefined, Number.POSITIVE_INFINITY);
  assert.equal(await silent.recorder.ask(reading), undefined);
  assert.ok(silent.recorder.isLost());
  assert.ok(silent.time() >= 10_000 && silent.time() < 12_000, String(silent.time()));
  assert.match(silent.lines[0]!, /; the last was not connected\.$/);
});

it('the recorder waits longer for a bridge that has responded before', async () => {
  await using server = await open('{OK}', Number.POSITIVE_INFINITY);
  assert.ok(await server.recorder.ask(reading));
  await server[Symbol.asyncDispose]();
  await server.recorder.ask(reading);
  assert.ok(server.time() > 20_000, String(server.time()));
});
