import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Bridge } from '@plenum/bridge';
import { runBridge } from './fixture/run-bridge.fixture.ts';
import { startProcess } from './fixture/start-process.fixture.ts';

let bridge: Bridge;
before(async () => {
  bridge = await runBridge();
});
after(() => bridge[Symbol.asyncDispose]());

const start = (name: string) =>
  startProcess(fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url)), [
    `127.0.0.1:${bridge.http.port}`,
  ]);
const zone = (index: number) => bridge.device.datagrams().zone[index]!;

it('list-zones.ts lists every zone', async () => {
  const { code, out } = await start('list-zones.ts').ended;
  assert.equal(code, 0);
  const names = out
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]);
  assert.deepEqual(
    names,
    bridge.device.datagrams().zone.map(({ Name }) => Name),
  );
});

it('good-night.ts cools the bedrooms by a degree and sets the sleep timer', async () => {
  const before = zone(4).Setpoint;
  const { code, out } = await start('good-night.ts').ended;
  assert.equal(code, 0, out);
  assert.match(zone(4).Name, /bed/);
  assert.equal(zone(4).Setpoint, before - 100);
  assert.equal(bridge.device.datagrams().unit[0]!.SleepTimer, 60);
});

it('log-temperatures.ts writes a line for each zone at once', async () => {
  await using logging = start('log-temperatures.ts');
  await logging.line(/^time,zone,name,celsius$/m);
  await logging.line(/^\d{4}-.+Z,7,"Hall",[\d.]+$/m);
});

it('the example in the README of @plenum/client finds, reads, commands and follows', async () => {
  const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(readme)![1]!;
  const here = code.replace("['127.0.0.1']", `['127.0.0.1'], udpPort: ${bridge.udp.port}, timeout: 300`);
  assert.notEqual(here, code);
  await using running = startProcess('--input-type=module-typescript', ['-e', here]);
  await running.line(/^Hall [\d.]+$/m);
  await running.line(/^zone 1 \{$/m);
  assert.equal(zone(1).Setpoint, 2250);
});
