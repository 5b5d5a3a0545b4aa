import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Finding } from '@plenum/platform';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { runHere } from '../fixture/run-here.fixture.ts';

const doctor = async (...words: readonly string[]) => {
  const { code, out, err } = await runHere(['doctor', '--json', ...words]);
  const findings = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding);
  return { code, err, of: (subject: string) => findings.find((one) => one.subject.startsWith(subject))! };
};

it('plenum doctor checks ports, data folder, disk space, discovery and cloud', async () => {
  using folder = createDataFolder();
  const bridge = await runBridge();
  await using _ = bridge;
  const cloud = `http://127.0.0.1:${bridge.http.port}`;
  const ports = ['--http-port', String(bridge.http.port), '--udp-port', String(bridge.udp.port)];
  mkdirSync(join(folder.path, 'open'));
  chmodSync(join(folder.path, 'open'), 0o755);
  const one = await doctor('--data', join(folder.path, 'open'), ...ports, '--cloud', cloud);
  assert.deepEqual(
    [one.of('Plenum').result, one.of('Node').result, one.of('disk').result],
    ['ok', 'ok', 'ok'],
  );
  assert.match(one.of('discovery').sentence, new RegExp(`answers?: .*:${bridge.http.port}`));
  assert.match(one.of('data folder').sentence, /Other users of this machine can read .*; run chmod 700 /);
  // A bridge does not serve /version, so it is not mistaken for a cloud.
  assert.match(one.of('cloud').sentence, /answers 404; is it the address of a cloud\?/);
  assert.deepEqual([one.code, one.err], [1, one.err]);

  const [tcp, udp] = [createServer().listen(0, '0.0.0.0'), createSocket('udp4').bind(0, '0.0.0.0')];
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const taken = [(tcp.address() as { port: number }).port, udp.address().port] as const;
  writeFileSync(join(folder.path, 'file'), '');
  const free = `http://127.0.0.1:${await freePort()}`;
  const other = await doctor(
    ...['--data', join(folder.path, 'file'), '--cloud', free],
    ...['--http-port', String(taken[0]), '--udp-port', String(taken[1])],
  );
  tcp.close();
  udp.close();
  for (const subject of ['TCP port', 'UDP port']) {
    assert.equal(other.of(subject).result, 'problem', subject);
    assert.match(other.of(subject).sentence, /is in use by another program; stop it, or choose another port/);
  }
  assert.match(other.of('data folder').sentence, /is a file; choose another folder with --data/);
  assert.match(other.of('cloud').sentence, /cannot be reached \(.*ECONNREFUSED.*\); check the address/);
  assert.deepEqual([other.code, other.err], [1, 'There are 4 problems.\n']);
});
