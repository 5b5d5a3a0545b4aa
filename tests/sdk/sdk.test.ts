import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Bridge } from '@plenum/bridge';
import { fillSdkFile, sdkFiles } from '@plenum/contracts/sdk';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds } from '@plenum/protocol/component';
import { enterAccount } from '@plenum/testbed/account';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import { runBridge } from '@plenum/testbed/house';

const root = join(import.meta.dirname, '../..');

const missing = (program: string, name: string): string | false =>
  spawnSync(program, ['--help']).error !== undefined && `${name} is not installed: apt-get install ${name}`;

const stamp = 1_750_000_000;
const secret = `whsec_${randomBytes(24).toString('base64')}`;
const webhook = JSON.stringify({ requestId: 'msg_1', requestType: 'Event', requestBody: { devices: [] } });
const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
  .update(`msg_1.${stamp}.${webhook}`)
  .digest('base64');
const environment = {
  WEBHOOK_SECRET: secret,
  WEBHOOK_TIME: String(stamp),
  WEBHOOK_BODY: webhook,
  WEBHOOK_SIGNATURE: `v1,${signature}`,
};

describe('the Python and Go SDKs', () => {
  const stack = new AsyncDisposableStack();
  let bridge: Bridge;
  let cloud: Everything;
  let token: string;

  before(async () => {
    bridge = stack.use(await runBridge({ timeScale: 1 }));
    cloud = stack.use(await startEverything());
    token = (await (await enterAccount(cloud.cloud)).allowApp()).access;
  });
  after(() => stack.disposeAsync());

  const walk = async (program: string, words: readonly string[], cwd: string) => {
    const { http, udp } = bridge;
    const places = ['127.0.0.1', String(http.port), String(udp.port), cloud.cloud, token];
    const env = { ...process.env, ...environment };
    const { stdout } = await promisify(execFile)(program, [...words, ...places], { cwd, env });
    return new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, unknown]),
    );
  };

  /** Returns the results of the example program, in either language. */
  const expected = () => {
    const datagrams = bridge.device.datagrams();
    return {
      found: [[bridge.identity.uid, true, true]],
      zones: datagrams.zone.map(({ Name }) => Name),
      'splits and programs': [datagrams.split.length, datagrams.program.length],
      changed: true,
      setpoint: 23.5,
      heats: true,
      'off step':
        'invalid: ZoneSetpoint.Setpoint must be 1500 to 3000 in steps of 50 (°C times 100), not 2355.',
      'too high':
        'invalid: ZoneSetpoint.Setpoint must be 1500 to 3000 in steps of 50 (°C times 100), not 3050.',
      'no label': 'invalid:',
      'no key': 'invalid: ZoneSetpoint needs Setpoint.',
      'by the bridge':
        'refused: ZoneSetpoint.Index: There is no zone 13 in this house; its zones are 0, 1, 2, 3, 4, 5, 6 and 7.',
      'no zone': 'refused: No: There is no zone 13 in this house; its zones are 0, 1, 2, 3, 4, 5, 6 and 7.',
      'no kind': 'invalid',
      'no bridge': 'unreachable',
      energy: true,
      'through the cloud': 2150,
      'refused by the cloud': 'refused',
      webhook: 'msg_1',
      old: 'forged',
      forged: 'forged',
      weak: 'forged',
    };
  };

  it('the Python SDK finds, reads, controls and follows a bridge, and uses a cloud', {
    skip: missing('python3', 'python3'),
  }, async () => {
    const { counts, ...found } = Object.fromEntries(await walk('python3', ['tests/sdk/walk.py'], root));
    assert.deepEqual(found, expected());
    const datagrams = bridge.device.datagrams();
    assert.deepEqual(
      counts,
      Object.fromEntries(componentKinds.map((kind) => [kind, datagrams[kind].length])),
    );
  });

  it('the Go SDK finds, reads, controls and follows a bridge, and uses a cloud', {
    skip: missing('go', 'golang-go'),
  }, async () => {
    const found = await walk('go', ['run', '.'], join(root, 'tests/sdk/go'));
    assert.deepEqual(Object.fromEntries(found), expected());
  });
});

for (const [path, file] of Object.entries(sdkFiles))
  it(`${path} matches the current definitions (npm run contracts writes it)`, () => {
    const text = readFileSync(join(root, path), 'utf8');
    assert.ok(text === fillSdkFile(text, file, catalogue), `${path} is out of date: npm run contracts`);
  });

it('sdk/go is formatted with gofmt', { skip: missing('gofmt', 'golang-go') }, () => {
  assert.equal(
    spawnSync('gofmt', ['-l', 'sdk/go', 'tests/sdk/go'], { cwd: root, encoding: 'utf8' }).stdout,
    '',
  );
});
