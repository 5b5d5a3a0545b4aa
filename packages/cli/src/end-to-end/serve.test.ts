import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runBridge } from '@plenum/testbed/house';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

const folder = createDataFolder();
after(() => folder[Symbol.dispose]());

let count = 0;
const ownData = () => ['--data', join(folder.path, String(++count))];
const freePorts = ['--http-port', '0', '--udp-port', '0', '--notify-port', '9'];
/** `plenum start` also needs ports for its cloud and its app. */
const startPorts = [...freePorts, '--cloud-port', '0', '--example-port', '0'];

describe('an access key', () => {
  it('exits with 2 for an access key that is empty, under 16 characters or no header value', async () => {
    for (const key of ['', ' ', '15-characters-!', 'two words of 25 characters', 'schlüssel-mit-umlaut']) {
      const { code, err } = await runHere(['bridge', '--access-key', key, ...freePorts, ...ownData()]);
      assert.equal(code, 2, key);
      assert.match(err, /^--access-key: a key is 16 or more letters/);
    }
    assert.equal(
      (await runPlenum(['bridge', ...freePorts, ...ownData()], { PLENUM_ACCESS_KEY: '' })).code,
      2,
    );
  });

  it('exits with 2 for an installer key shorter than 16 characters', async () => {
    const file = join(folder.path, 'installer.key');
    writeFileSync(file, '15-characters-!');
    const { code, err } = await runHere(['bridge', '--installer-key', file, ...freePorts, ...ownData()]);
    assert.equal(code, 2);
    assert.match(err, /^--installer-key: a key is 16 or more letters/);
  });
});

describe('plenum start', () => {
  it('plenum start serves only this machine, and the commands that it suggests work', async () => {
    await using running = startHere(['start', ...startPorts, ...ownData()]);
    const [, query] = await running.line(/^ {2}npx plenum (query .+)$/m);
    const [, control] = await running.line(/^ {2}npx plenum (control .+)$/m);
    const [, body, url] = await running.line(/^ {2}curl -d '(.+)' (http:.+)$/m);
    await running.line(/^ {2}http:\/\/127\.0\.0\.1:\d+$/m);
    assert.match((await runHere(query!.split(' '))).out, /^Index /);
    assert.match((await runHere(control!.split(' '))).out, /^OK /);
    const answer = await fetch(url!, { method: 'POST', body: body! });
    assert.ok('SystemV2' in ((await answer.json()) as object));
  });

  it('plenum start exits with 0 after SIGINT and after SIGTERM', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = startPlenum(['start', ...freePorts, ...ownData()]);
      await running.line(/Stop with Ctrl\+C/);
      assert.equal((await running.stop(signal)).code, 0);
    }
  });

  it('plenum start runs a paired cloud on this machine only, and warns of development mode', async () => {
    await using running = startHere(['start', '--no-example', ...startPorts, ...ownData()]);
    const [, url] = await running.line(/^Cloud at\n {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
    await running.line(/^DEVELOPMENT MODE: .+ Never run a public cloud in this mode\.$/m);
    await running.line(/^Bridge \d{9} is paired with the demo account and connected\.$/m);
    const [, login] = await running.line(/^ {2}(http:\S+\/login\?\S+)$/m);
    assert.ok(login!.startsWith(url!));
    const page = await fetch(login!, { redirect: 'manual' });
    assert.match(page.headers.get('location') ?? '', /^\/interaction\//);
    assert.match(await (await fetch(`${url}/metrics`)).text(), /^plenum_cloud_bridges 1$/m);
    const { out, err } = await running.stop();
    assert.equal((out + err).match(/DEVELOPMENT MODE/g)!.length, 1);
  });

  it('plenum start --no-cloud runs only the bridge', async () => {
    await using running = startHere(['start', '--no-cloud', ...startPorts, ...ownData()]);
    await running.line(/^Stop with Ctrl\+C/m);
    assert.doesNotMatch((await running.stop()).out, /Cloud at/);
  });

  it('plenum start runs a registered third-party app, whose page may load only its own files', async () => {
    await using running = startHere(['start', ...startPorts, ...ownData()]);
    const [, cloud] = await running.line(/^Cloud at\n {2}(\S+)$/m);
    const [, url] = await running.line(/^Example app.* at\n {2}(\S+)$/m);
    await running.line(new RegExp(`^Start in a browser: ${cloud}$`, 'm'));
    const [, signIn] = await running.line(/^Or sign in as your users do:\n {2}(\S+)$/m);
    assert.equal(signIn, url, 'the app has its own port');
    const page = await fetch(url!);
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; script-src 'self';/);
    assert.match(await page.text(), new RegExp(`Connect your house.*${cloud}`, 's'));
    const going = await fetch(`${url}/connect`, {
      method: 'POST',
      headers: { origin: url! },
      redirect: 'manual',
    });
    const login = await fetch(going.headers.get('location')!, { redirect: 'manual' });
    assert.match(login.headers.get('location') ?? '', /^\/interaction\//);
  });

  it('plenum start --no-example leaves out the app, and reports a port in use in one sentence', async () => {
    await using running = startHere(['start', '--no-example', ...startPorts, ...ownData()]);
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    await running.line(/^Stop with Ctrl\+C/m);
    const { code, err } = await runHere(['start', ...startPorts, '--example-port', port!, ...ownData()]);
    assert.equal(code, 1);
    assert.match(
      err,
      new RegExp(`^The example app cannot listen on port ${port} of 127\\.0\\.0\\.1: .+ Choose another`, 'm'),
    );
    assert.doesNotMatch((await running.stop()).out, /Example app/);
  });

  it('plenum start switches the unit of a new house on once, and never again', async () => {
    const data = ownData();
    const isOn = async (out: RegExpMatchArray) => {
      const body = JSON.stringify({ HvacV2Request: { Type: 1, No: 0, No1: 0 } });
      const answer = await fetch(`${out[1]}/HvacRequestV2`, { method: 'POST', body });
      return ((await answer.json()) as { SystemV2: { SysOn: number } }).SystemV2.SysOn;
    };
    for (const expected of [1, 0]) {
      await using running = startHere(['start', ...startPorts, ...data]);
      const where = await running.line(/^ {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
      await running.line(/^Stop with Ctrl\+C/m);
      assert.equal(await isOn(where), expected);
      await fetch(`${where[1]}/HvacCommandV2`, { method: 'POST', body: '{"SysOn":0}' });
    }
  });

  it('pairs a bridge again after its data folder was deleted', async () => {
    const data = ownData();
    for (const round of [1, 2]) {
      await using running = startHere(['start', ...startPorts, ...data]);
      await running.line(/is paired with the demo account and connected/);
      if (round === 1) {
        await running.stop();
        rmSync(join(data[1]!, 'uplink-key.json'));
      }
    }
  });

  it('plenum start suggests commands that work in a house without a ducted unit', async () => {
    await using running = startHere(['start', '--house', 'flat', ...startPorts, ...ownData()]);
    await running.line(/^ {2}npx plenum query \S+ splits$/m);
  });
});

describe('plenum cloud', () => {
  it('plenum cloud starts without accounts, reads its environment, and exits with 0', async () => {
    const running = startPlenum(['cloud', ...ownData()], {
      PLENUM_HTTP_PORT: '0',
      PLENUM_RATE: '5',
      PLENUM_BURST: '7',
    });
    const [, url] = await running.line(/^Cloud at\n {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const answer = await fetch(`${url}/dev`, { method: 'POST', body: '{}' });
    assert.equal(answer.headers.get('ratelimit-policy'), '"token";q=7;w=2');
    const { code, out } = await running.stop();
    assert.equal(code, 0);
    assert.doesNotMatch(out, /DEVELOPMENT/);
  });

  it('logs the start of a cloud with its options but without its keys, and its stop', async () => {
    const key = Buffer.alloc(32, 9).toString('base64');
    const words = ['cloud', '--http-port', '0', '--rate', '7', ...ownData()];
    const running = startHere(words, { PLENUM_ENDPOINT_KEY: key });
    await running.line(/For monitoring/);
    const { err } = await running.stop();
    const lines = err.trim().split('\n');
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      read.map(({ msg }) => msg),
      [
        'the node has started',
        'the node was asked to stop, and hands its bridges over',
        'the node has stopped',
      ],
    );
    for (const { node, release } of read) {
      assert.match(String(node), /:0$/);
      assert.match(String(release), /^\d+\.\d+\.\d+$/);
    }
    const { rate, sandbox, endpointKey } = read[0]!.options as Record<string, unknown>;
    assert.deepEqual([rate, sandbox, endpointKey], [7, undefined, undefined]);
    assert.doesNotMatch(err, new RegExp(key.slice(0, 10)));
    const quiet = startHere([...words.slice(0, -2), ...ownData(), '--log-level', 'warn']);
    await quiet.line(/For monitoring/);
    assert.equal((await quiet.stop()).err, '');
  });

  it('plenum cloud refuses each invalid option, address, server and credential in a sentence', async () => {
    for (const [words, sentence] of [
      [['--development', '--http-host', '0.0.0.0'], /^Development mode has a known password and a known app/],
      [
        ['--development', '--public-url', 'https://cloud.example.org'],
        /^Development mode has a known password/,
      ],
      [['--public-url', 'http://cloud.example.org'], /is plain http to another machine/],
      [['--nats', 'nats://127.0.0.1:1'], /^The NATS server 127\.0\.0\.1:1 cannot be reached: /],
      [
        ['--database-url', 'postgres://x@127.0.0.1:1/x'],
        /^The database 127\.0\.0\.1:1\/x cannot be reached: /,
      ],
      [
        ['--nats', '127.0.0.1:1', '--nats-cert', 'node.pem'],
        /^A client certificate for NATS needs both files: /,
      ],
      [['--nats', '127.0.0.1:1', '--nats-credentials', 'missing'], /^--nats-credentials: missing cannot be/],
      [['--endpoint-key', 'abc'], /^An endpoint key is 32 bytes in base64; /m],
    ] as const) {
      const { code, err } = await runHere(['cloud', '--http-port', '0', ...ownData(), ...words]);
      assert.equal(code, 1, err);
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });
});

describe('a NATS password', () => {
  it('plenum cloud exits with 2 for a NATS password on the command line, without printing it', async () => {
    const url = 'nats://node:secret@127.0.0.1:1';
    const typed = await runHere(['cloud', '--nats', url, ...ownData()]);
    assert.equal(typed.code, 2);
    assert.match(typed.err, /^--nats: other users of this machine can read a password on the command line; /);
    const given = await runPlenum(['cloud', ...ownData()], { PLENUM_NATS: url, PLENUM_HTTP_PORT: '0' });
    assert.equal(given.code, 1);
    assert.match(given.err, /^The NATS server 127\.0\.0\.1:1 cannot be reached: /);
    for (const { out, err } of [typed, given]) assert.doesNotMatch(out + err, /secret/);
  });
});

describe('plenum bridge', () => {
  it('plenum bridge prints its pairing code, and keeps running if its cloud is unreachable', async () => {
    await using cloud = startHere(['cloud', '--http-port', '0', ...ownData()]);
    const [, url] = await cloud.line(/^ {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
    const words = ['bridge', '--cloud', url!, '--http-host', '127.0.0.1', ...freePorts, ...ownData()];
    await using running = startHere(words);
    const [, where] = await running.line(
      /^To pair this bridge with your account, enter [A-Z]{4}-[A-Z]{4} at (\S+) \(until [\d:]{8}\)\.$/m,
    );
    assert.equal((await fetch(where!)).status, 200);
    await using alone = startHere([
      'bridge',
      '--cloud',
      'http://127.0.0.1:1',
      '--http-host',
      '127.0.0.1',
      ...freePorts,
      ...ownData(),
    ]);
    await alone.line(/^The cloud: .+ Trying again\.$/m);
    const [, port] = await alone.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    assert.equal((await fetch(`http://127.0.0.1:${port}/SystemSettings`)).status, 200);
  });

  it('plenum bridge reads every option from the environment too', async () => {
    await using running = startPlenum(['bridge', ...freePorts, ...ownData()], {
      PLENUM_HTTP_HOST: '127.0.0.1',
      PLENUM_DIALECT: 'izone',
      PLENUM_ACCESS_KEY: 'open-sesame-please',
    });
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const where = `http://127.0.0.1:${port}/iZoneRequestV2`;
    const body = '{"iZoneV2Request":{"Type":1,"No":0,"No1":0}}';
    assert.equal((await fetch(where, { method: 'POST', body })).status, 401);
    const headers = { Authorization: 'Bearer open-sesame-please' };
    assert.ok(
      'AirStreamDeviceUId' in
        ((await (await fetch(where, { method: 'POST', body, headers })).json()) as object),
    );
    const { code } = await runPlenum(['query', `127.0.0.1:${port}`, 'unit'], {
      PLENUM_ACCESS_KEY: 'open-sesame-please',
    });
    assert.equal(code, 0);
  });

  it('plenum bridge reads a house and a dialect from files', async () => {
    const house = join(folder.path, 'flat.yaml');
    const dialect = join(folder.path, 'words.json');
    const shipped = new URL('../../../simulator/houses/flat.yaml', import.meta.url);
    writeFileSync(house, await (await import('node:fs/promises')).readFile(shipped));
    writeFileSync(dialect, '{"name":"acme","keys":{"HvacDeviceUId":"AcmeId"}}');
    await using running = startHere([
      'start',
      '--house',
      house,
      '--dialect',
      dialect,
      ...startPorts,
      ...ownData(),
    ]);
    const [, body, url] = await running.line(/^ {2}curl -d '(.+)' (http:.+)$/m);
    const answer = await fetch(url!, { method: 'POST', body: body! });
    assert.ok('AcmeId' in ((await answer.json()) as object));
  });

  it('plenum bridge refuses a folder in use, an invalid house and a missing one', async () => {
    const wrong = join(folder.path, 'wrong.yaml');
    writeFileSync(wrong, 'name: Wrong\nrooms: 7\n');
    const data = ownData();
    await using running = startPlenum(['start', ...freePorts, ...data]);
    await running.line(/Stop with Ctrl\+C/);
    for (const [words, sentence] of [
      [[...data], /^Another bridge uses the data folder /],
      [['--house', wrong, ...ownData()], /^.+wrong\.yaml:\d+:\d+: /],
      [['--house', 'demmo', ...ownData()], /^There is no house "demmo"; .+ Did you mean demo\?$/m],
      [['--house', './none.yaml', ...ownData()], /^\.\/none\.yaml cannot be read: there is no such file\.$/m],
      [['--dialect', 'klingon', ...ownData()], /^There is no dialect "klingon"; /],
    ] as const) {
      const { code, err } = await runHere(['start', ...startPorts, ...words]);
      assert.equal(code, 1, err);
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });

  it('plenum bridge refuses a development build’s diagnostics bundle, and leaves the file', async () => {
    const file = join(folder.path, 'bundle.json');
    const text = JSON.stringify({ format: 'plenum-diagnostics', formatVersion: 1, at: 0, datagrams: {} });
    writeFileSync(file, text);
    const { code, err } = await runHere(['bridge', '--replay', file, ...freePorts]);
    assert.equal(code, 1);
    assert.equal(
      err,
      `--replay: ${file} was made by another release; make it again with "plenum diagnostics" of this one.\n`,
    );
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('plenum record writes requests and responses, and --replay-traffic answers from them', async () => {
    await using behind = await runBridge();
    const file = join(folder.path, 'traffic.jsonl');
    const words = ['record', `127.0.0.1:${behind.http.port}`, '--out', file];
    await using recorder = startHere(words);
    const [, where] = await recorder.line(/^ {2}http:\/\/(127\.0\.0\.1:\d+)$/m);
    const asked = ['query', where!, 'zone', '1', '--json'];
    const live = await runHere(asked);
    assert.equal(live.code, 0);
    assert.equal((await fetch(`http://${where}/metrics`)).status, 200);
    const { code, out } = await recorder.stop();
    assert.equal(code, 0);
    assert.match(out, /^Recorded \d+ requests \(\d+ different\), in .+traffic\.jsonl \(\d+ bytes\)\.$/m);
    assert.match(out, /^\d+ requests? not defined by the interface: passed on, but not recorded\.$/m);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    const replay = ['bridge', '--replay-traffic', file, '--http-host', '127.0.0.1', '--http-port', '0'];
    await using replayed = startHere(replay);
    const [, at] = await replayed.line(/^ {2}http:\/\/(127\.0\.0\.1:\d+)$/m);
    const again = await runHere(['query', at!, 'zone', '1', '--json']);
    const { Name, ...zone } = JSON.parse(live.out);
    assert.deepEqual(JSON.parse(again.out), { ...zone, Name: JSON.parse(again.out).Name });
    assert.match(JSON.parse(again.out).Name, /^Name \d+$/);
    assert.notEqual(Name, JSON.parse(again.out).Name);
    const other = await runHere(['query', at!, 'zone', '2']);
    assert.deepEqual([other.code, other.err.includes('the closest it has: POST /')], [1, true]);

    const exists = await runHere(words);
    assert.deepEqual(
      [exists.code, exists.err],
      [1, `--out: ${file} exists already; give the recording another name.\n`],
    );
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    await using torn = startHere(replay);
    await torn.line(
      /^The last line of .+ is incomplete, because the recording was cut short\. It is left out\.$/m,
    );
    writeFileSync(file, '{"format":"plenum-traffic","formatVersion":2}\n');
    const newer = await runHere(replay);
    assert.deepEqual(
      [newer.code, newer.err],
      [
        1,
        `--replay-traffic: ${file} was made by another release; make it again with "plenum record" of this one.\n`,
      ],
    );
  });

  it('plenum bridge starts a house at a given local time, and refuses an invalid one', async () => {
    const words = ['bridge', '--http-host', '127.0.0.1', ...freePorts];
    await using running = startPlenum([...words, ...ownData(), '--house-time', '2026-01-31T08:30']);
    const [, where] = await running.line(/^ {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
    const { clock } = (await (await fetch(`${where}/simulation`)).json()) as { clock: { at: number } };
    const began = Date.UTC(2026, 0, 30, 21, 30);
    assert.ok(clock.at >= began && clock.at < began + 600_000, new Date(clock.at).toISOString());
    for (const wrong of ['2026-02-30T09:00', '2026-02-03', '1969-01-01T09:00', '2026-02-03T25:00', '']) {
      const { code, err } = await runPlenum([...words, ...ownData(), '--house-time', wrong]);
      assert.deepEqual(
        [code, err],
        [2, `--house-time: "${wrong}" is not a local time such as 2026-01-31T08:30.\n`],
      );
    }
  });

  it('plenum bridge --attach prints the other bridge, and sends commands to it', async () => {
    await using behind = await runBridge();
    const where = `127.0.0.1:${behind.http.port}`;
    const id = ['--attach-id', 'device'];
    const words = [
      'bridge',
      '--attach',
      where,
      ...id,
      '--http-host',
      '127.0.0.1',
      ...freePorts,
      ...ownData(),
    ];
    await using running = startHere(words);
    await running.line(new RegExp(`^Bridge ${behind.identity.uid} fronts the bridge ${where} at$`, 'm'));
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const { code } = await runHere([
      'control',
      `127.0.0.1:${port}`,
      'ZoneSetpoint',
      'Index=1',
      'Setpoint=19C',
    ]);
    assert.equal(code, 0);
    assert.equal(behind.device.datagrams().zone[1]!.Setpoint, 1900);
  });

  it('plenum bridge cannot both attach and run a house, nor attach to a missing bridge', async () => {
    const both = await runHere([
      'bridge',
      '--attach',
      '127.0.0.1:1',
      '--house',
      'flat',
      ...freePorts,
      ...ownData(),
    ]);
    assert.equal(both.code, 2);
    const timed = ['--attach', '127.0.0.1:1', '--house-time', '2026-01-31T08:30'];
    assert.equal((await runHere(['bridge', ...timed, ...freePorts, ...ownData()])).code, 2);
    const none = await runHere(['bridge', '--attach', '127.0.0.1:1', ...freePorts, ...ownData()]);
    assert.equal(none.code, 1);
    assert.match(none.err, /^The bridge to attach to, 127\.0\.0\.1 port 1, does not answer like a bridge: /);
  });

  it('plenum bridge refuses a port in use, in a sentence', async () => {
    await using running = startHere(['start', ...startPorts, ...ownData()]);
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const { code, err } = await runHere(['start', ...startPorts, '--http-port', port!, ...ownData()]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`^TCP port ${port} on 127\\.0\\.0\\.1 is in use`));
  });
});
