import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { EnergyAnswer } from '@plenum/insight/energy';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runBridge } from '@plenum/testbed/house';
import { mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { collectOutput } from '@plenum/testbed/process';
import { apart, startServer } from '@plenum/testbed/server';
import { until } from '@plenum/testbed/until';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

const run = promisify(execFile);
const clientsMissing =
  mosquittoMissing ||
  (spawnSync('mosquitto_sub', ['--help']).error !== undefined &&
    'mosquitto_sub is not installed: apt-get install mosquitto-clients');

/** The `sh` blocks of the guide, in order. */
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/home-assistant.md'), 'utf8');
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);

/** Runs a block with the port of this test's broker and the id of its house; returns the output. */
const runBlock = async (block: string, port: number, uid: string): Promise<string> => {
  const own = block.replaceAll(/mosquitto_(sub|pub) /g, `mosquitto_$1 -p ${port} `);
  const { stdout } = await run('bash', ['-c', `uid=${uid}\n${own}`], { timeout: 30_000 });
  return stdout;
};

/** Follows topics until a number of messages have arrived. */
const follow = (port: number, topics: readonly string[], count: number) => {
  const words = topics.flatMap((topic) => ['-t', topic]);
  const child = spawn('mosquitto_sub', ['-p', String(port), '-v', '-C', String(count), ...words]);
  const { add, close, output, line } = collectOutput();
  child.stdout.setEncoding('utf8').on('data', (text) => add('out', text));
  const ended = once(child, 'close').then(() => {
    close();
    return output().out;
  });
  return { line, ended };
};

describe('a bridge with a broker', { skip: clientsMissing }, () => {
  it('the MQTT guide works block by block, and shows the house offline after a kill', async () => {
    await using broker = await startMosquitto();
    const [start, read, refuse, command] = blocks;
    assert.match(start!, /^npx plenum bridge --http-host 127\.0\.0\.1 --mqtt mqtt:\/\/127\.0\.0\.1$/m);
    await using bridge = await startServer(
      ...['bridge', '--http-host', '127.0.0.1', '--mqtt', broker.url, '--no-mdns', '--time-scale', '0'],
      ...apart,
    );
    const [, uid] = await bridge.line(/as plenum\/(\d{9})\./);
    const shown = (await runBlock(read!, broker.port, uid!)).trim().split('\n');
    const [before, after] = shown.map((line) => JSON.parse(line));
    assert.deepEqual([before.name, before.setpoint_celsius, after.setpoint_celsius], ['Study', 22, 21.5]);
    assert.deepEqual(JSON.parse(await runBlock(refuse!, broker.port, uid!)), {
      topic: 'zone/3/set/setpoint',
      ok: false,
      code: 'too-high',
      refusal: 'ZoneSetpoint.Setpoint: 35.00 °C is above the maximum of 30.00 °C.',
    });
    assert.deepEqual(JSON.parse(await runBlock(command!, broker.port, uid!)), {
      requestId: 'a',
      topic: 'command',
      ok: true,
    });
    assert.equal(blocks.length, 4);

    const power = JSON.parse(await runBlock(`mosquitto_sub -t 'plenum/+/power' -C 1`, broker.port, uid!));
    assert.equal(typeof power.energy_used_kwh, 'number');
    const status = follow(broker.port, [`plenum/${uid}/status`], 2);
    await status.line(/online/);
    await bridge.kill();
    assert.match(await status.ended, /status online\n.*status offline\n$/);
    await bridge.restart();
  });

  it('plenum mqtt connects a bridge, reports when it is gone, and disconnects cleanly', async () => {
    await using broker = await startMosquitto();
    const bridge = await runBridge();
    const words = ['mqtt', '--bridge', `127.0.0.1:${bridge.http.port}`, '--mqtt', broker.url];
    await using running = startHere([...words, '--mqtt-topic', 'home/plenum', '--mqtt-discovery', 'off']);
    const [, uid] = await running.line(/as home\/plenum\/(\d{9})\. Stop with Ctrl\+C\./);
    assert.equal(uid, bridge.identity.uid);
    const next = (topic: string, count: number) =>
      runBlock(`mosquitto_sub -t 'home/plenum/${uid}/${topic}' -C ${count}`, broker.port, uid!);
    assert.equal(JSON.parse(await next('zone/1', 1)).name, 'Kitchen');
    const answers = follow(
      broker.port,
      ['answer', 'status'].map((one) => `home/plenum/${uid}/${one}`),
      2,
    );
    await answers.line(/online/);
    await runBlock(`mosquitto_pub -t 'home/plenum/${uid}/zone/1/set/setpoint' -m 23.5`, broker.port, uid!);
    assert.match(await answers.ended, /answer \{"topic":"zone\/1\/set\/setpoint","ok":true\}/);
    assert.equal(bridge.device.datagrams().zone[1]!.Setpoint, 2350);
    const reachable = follow(broker.port, [`home/plenum/${uid}/reachable`], 2);
    await reachable.line(/online/);
    await bridge[Symbol.asyncDispose]();
    assert.match(await reachable.ended, /reachable online\n.*reachable offline\n$/);
    assert.equal((await running.stop()).code, 0);
    assert.equal(await next('status', 1), 'offline\n');
  });
});

describe('the costs of a house over MQTT', { skip: clientsMissing }, () => {
  it('announces the costs of rooms and channels that GET /energy adds up for its periods', async () => {
    await using broker = await startMosquitto();
    await using bridge = await runBridge();
    const host = `127.0.0.1:${bridge.http.port}`;
    assert.equal((await runHere(['simulation', host, 'ClockStep', '172800'])).out, 'OK\n');
    await using running = startHere(['mqtt', '--bridge', host, '--mqtt', broker.url]);
    const [, uid] = await running.line(/as plenum\/(\d{9})\./);
    const { channels, rooms } = (await (await fetch(`http://${host}/energy?by=day`)).json()) as EnergyAnswer;
    const costs = [
      ...channels.map(({ series, cost }) => [series.replaceAll('.', '/'), cost] as const),
      ...rooms!.zones.map(({ index, cost }) => [`zone/${index}`, cost] as const),
    ].flatMap(([path, cost]) => {
      const known = cost.flatMap((one) => one ?? []);
      return known.length === 0 ? [] : [[path, known.reduce((sum, one) => sum + one, 0)] as const];
    });
    assert.ok(costs.length > 10, `${costs.length}`);
    assert.ok(costs.some(([path, cost]) => path.startsWith('zone') && cost > 0.1));
    const read = (topics: readonly string[], count: number) =>
      runBlock(
        `mosquitto_sub -v --retained-only -C ${count} ${topics.map((one) => `-t ${one}`).join(' ')}`,
        broker.port,
        uid!,
      );
    const readCosts = async () => {
      const lines = (
        await read(
          costs.map(([path]) => `plenum/${uid}/${path}`),
          costs.length,
        )
      )
        .trim()
        .split('\n');
      return lines.map((line) => {
        const [topic, ...state] = line.split(' ');
        return [topic!.slice(`plenum/${uid}/`.length), JSON.parse(state.join(' ')).cost] as const;
      });
    };
    await until('the costs are published', async () =>
      (await readCosts()).every(([, cost]) => cost !== null),
    );
    const truth = new Map(costs);
    for (const [path, cost] of await readCosts())
      assert.ok(Math.abs(cost - truth.get(path)!) <= 0.0051, `${path}: ${cost}, ${truth.get(path)}`);
    await until('a cost is announced', async () => {
      const config = await read([`homeassistant/device/plenum_${uid}_zone_3/config`], 1);
      const { cost } = JSON.parse(config.slice(config.indexOf(' '))).components;
      return (
        cost !== undefined &&
        [cost.device_class, cost.unit_of_measurement, cost.state_class].join() === 'monetary,AUD,total'
      );
    });
    assert.equal((await running.stop()).code, 0);
  });
});

describe('a bridge with a broker in front of a real one', { skip: clientsMissing }, () => {
  it('plenum bridge and plenum mqtt both report over MQTT that the real bridge does not answer', async () => {
    await using broker = await startMosquitto();
    const device = await runBridge();
    await using front = startHere([
      ...['bridge', '--http-host', '127.0.0.1', '--attach', `127.0.0.1:${device.http.port}`],
      ...['--no-attach-notifications', '--mqtt', broker.url, '--mqtt-topic', 'own', '--no-mdns'],
      ...apart,
    ]);
    const [, port] = await front.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const words = ['mqtt', '--bridge', `127.0.0.1:${port}`, '--mqtt', broker.url];
    await using far = startHere([...words, '--mqtt-topic', 'far', '--mqtt-discovery', 'off']);
    await far.line(/as far\/\d{9}\. Stop with Ctrl\+C\./);
    const both = follow(broker.port, ['own/+/reachable', 'far/+/reachable'], 4);
    await both.line(/own.* online/);
    await both.line(/far.* online/);
    await device[Symbol.asyncDispose]();
    const after = (await both.ended).trim().split('\n').slice(2).sort();
    assert.match(after.join(), /^far\/\d+\/reachable offline,own\/\d+\/reachable offline$/);
    assert.equal((await far.stop()).code, 0);
    assert.equal((await front.stop()).code, 0);
  });
});

describe('plenum mqtt', () => {
  const url = 'mqtt://127.0.0.1:1';
  const refused = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { code, err } = await runHere(['mqtt', ...words], env);
    return `${code} ${err}`;
  };

  it('plenum mqtt lists missing options, and accepts no password on the command line', async () => {
    assert.match(await refused(['--mqtt', url]), /^2 Which bridge\? --bridge HOST/);
    assert.match(await refused(['--bridge', 'x']), /^2 Which broker\? --broker mqtt:\/\/HOST/);
    const typed = await refused(['--bridge', 'x', '--mqtt', 'mqtt://anna:secret@127.0.0.1']);
    assert.match(
      typed,
      /^2 A password on the command line can be seen by other users .*PLENUM_MQTT_PASSWORD/,
    );
    assert.doesNotMatch(typed, /secret/);
    assert.match(
      await refused(['--bridge', 'x', '--mqtt', url, '--mqtt-cert', 'c.pem']),
      /^2 A certificate needs both files/,
    );
    assert.match(
      await refused(['--bridge', 'x', '--mqtt', url], { PLENUM_MQTT_PASSWORD_FILE: '/nowhere' }),
      /^1 PLENUM_MQTT_PASSWORD_FILE: \/nowhere cannot be read \(ENOENT\)/,
    );
    assert.match(
      await refused(['--bridge', 'x', '--mqtt', url, '--mqtt-ca', '/nowhere']),
      /^1 --mqtt-ca: \/nowhere cannot be read/,
    );
  });

  it('plenum mqtt refuses an invalid broker or topic without printing its password', async () => {
    await using bridge = await runBridge();
    using folder = createDataFolder();
    writeFileSync(join(folder.path, 'password'), 'secret\n');
    const at = ['--bridge', `127.0.0.1:${bridge.http.port}`, '--mqtt'];
    assert.match(
      await refused([...at, 'http://127.0.0.1'], {
        PLENUM_MQTT_PASSWORD_FILE: join(folder.path, 'password'),
      }),
      /^1 http:\/\/127\.0\.0\.1\/? is not the address of a broker\. Use one like mqtt:/,
    );
    assert.match(await refused([...at, url, '--mqtt-topic', 'a/+/b']), /^1 "a\/\+\/b" cannot begin a topic/);
    const wrong = 'http://anna:secret@127.0.0.1';
    assert.doesNotMatch(await refused([...at, wrong], { PLENUM_MQTT: wrong }), /secret/);
  });
});
