import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Bridge } from '@plenum/bridge';
import { runBridge } from '@plenum/testbed/house';
import { startProcess } from '@plenum/testbed/process';
import { apart, startInFolder } from '@plenum/testbed/server';

let bridge: Bridge;
before(async () => {
  bridge = await runBridge();
});
after(() => bridge[Symbol.asyncDispose]());

const start = (name: string) =>
  startProcess(fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url)), [
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
  assert.match(out, /^Family room: \d\d\.\d °C, setpoint \d\d\.\d °C$/m);
  assert.match(out, /^Hall: no sensor$/m);
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

it('log-temperatures.ts immediately writes a line for each zone that has a sensor', async () => {
  await using logging = start('log-temperatures.ts');
  await logging.line(/^time,zone,name,celsius$/m);
  const [line] = await logging.line(/^\d{4}-.+Z,6,"Liam's room",[\d.]+$/m);
  assert.ok(Number(line.split(',')[3]) > 5, line);
});

it('integrator.ts works from the login to the event that its own control causes', async () => {
  await using running = startInFolder('start', '--http-port', '0', ...apart);
  const [, cloud] = await running.line(/^Cloud at\n {2}(\S+)$/m);
  await running.line(/is paired with the demo account and connected/);
  const file = fileURLToPath(new URL('../../../../examples/integrator.ts', import.meta.url));
  const { code, out, err } = await startProcess(file, [cloud!]).ended;
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^6\. A signed event confirms it after \d+ ms$/m);
  assert.match(out, /^8\. Revoked: the token is no longer valid$/m);
});

it('the example in the README of @plenum/client finds, reads, commands and follows', async () => {
  const readme = readFileSync(new URL('../../../client/README.md', import.meta.url), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(readme)![1]!;
  // Without interfaces, discovery skips multicast DNS, which the bridges of other tests would also answer.
  const asked = `['127.0.0.1'], interfaces: {}, udpPort: ${bridge.udp.port}, timeout: 300`;
  const here = code.replace("['127.0.0.1']", asked);
  assert.notEqual(here, code);
  await using running = startProcess('--input-type=module-typescript', ['-e', here]);
  await running.line(/^Hall [\d.]+$/m);
  await running.line(/^zone 1 \{$/m);
  assert.equal(zone(1).Setpoint, 2250);
});
