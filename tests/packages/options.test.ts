import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { enterAccount } from '@plenum/testbed/account';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { freePort } from '@plenum/testbed/free-port';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { createDatabase, dropDatabase, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { startProcess } from '@plenum/testbed/process';
import { buildPackages, root, runIn } from './installed.fixture.ts';

/** The words of one start: the option with a value, and other options that it needs. `ends` is the sentence it ends with. */
interface Start {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly ends?: RegExp;
  readonly skip?: string | false;
}

const needs = (name: string) => new RegExp(`needs the package @plenum/${name}, which is not installed`);
const starts = (...words: string[]): Start => ({ words });

/** A line with the address, which a service prints once it is served. */
const hasStarted = /^ {2}https?:\/\/\S+/m;

/** Lines about a start that succeeded: a secret on the command line, or the development mode. */
const isWarning = (line: string) => line === '' || /^Warning: |"level":[34]0,/.test(line);

/** The files, servers and ports that the options name. */
interface Values {
  readonly file: (name: string) => string;
  readonly port: number;
  readonly device: string;
  readonly secureDevice: string;
  readonly fingerprint: string;
  readonly nats: string;
  readonly secureNats: string;
  readonly database: string;
}

const tls = ({ file }: Values) => ['--tls-cert', file('server.pem'), '--tls-key', file('server.key')];
const toMqtt = ['--mqtt', 'mqtt://127.0.0.1:9'];
const mqtt = (...words: string[]): Start => ({ words: [...toMqtt, ...words], ends: needs('mqtt') });
const matter = (...words: string[]): Start => ({ words: ['--matter', ...words], ends: needs('matter') });
const otlp = starts('--otlp', 'http://127.0.0.1:9');

const bridgeStarts = (values: Values): Readonly<Record<string, Start>> => {
  const { file, port, device, secureDevice } = values;
  const behind = (...words: string[]) => starts('--attach', device, ...words);
  const behindTls = (...words: string[]): Start => ({
    words: ['--attach', secureDevice, ...words],
    skip: opensslMissing,
  });
  const backups = (...words: string[]) =>
    starts('--backup-folder', file('copies'), '--backup-passphrase', file('passphrase'), ...words);
  return {
    '--http-host': starts('--http-host', '127.0.0.1'),
    '--attach': behind(),
    '--attach-access-key': behind('--attach-access-key', 'a-key-that-is-not-asked-for'),
    '--attach-ca': behindTls('--attach-ca', file('ca.pem')),
    '--attach-fingerprint': behindTls('--attach-fingerprint', values.fingerprint),
    '--replay': { words: ['--replay', file('bundle.json')] },
    '--replay-traffic': { words: ['--replay-traffic', file('traffic.jsonl')] },
    '--pass-unknown': behind('--pass-unknown'),
    '--attach-id': behind('--attach-id', 'device'),
    '--attach-max-age': behind('--attach-max-age', '10'),
    '--no-attach-notifications': behind('--no-attach-notifications'),
    '--no-discovery': starts('--no-discovery'),
    '--no-mdns': starts('--no-mdns'),
    '--cloud': starts('--cloud', 'http://127.0.0.1:9'),
    '--cloud-unencrypted': starts('--cloud', 'http://localhost:9', '--cloud-unencrypted'),
    '--cloud-ca': {
      words: ['--cloud', 'https://127.0.0.1:9', '--cloud-ca', file('ca.pem')],
      skip: opensslMissing,
    },
    '--tls-cert': { words: tls(values), skip: opensslMissing },
    '--tls-key': { words: tls(values), skip: opensslMissing },
    '--otlp': otlp,
    '--mqtt': mqtt(),
    '--mqtt-ca': mqtt('--mqtt-ca', file('ca.pem')),
    '--mqtt-cert': mqtt('--mqtt-cert', file('server.pem'), '--mqtt-key', file('server.key')),
    '--mqtt-key': mqtt('--mqtt-cert', file('server.pem'), '--mqtt-key', file('server.key')),
    '--mqtt-topic': mqtt('--mqtt-topic', 'house'),
    '--mqtt-discovery': mqtt('--mqtt-discovery', 'off'),
    '--mqtt-discovery-prefix': mqtt('--mqtt-discovery-prefix', 'ha'),
    '--mqtt-allow-garage': mqtt('--mqtt-allow-garage'),
    '--matter': matter(),
    '--matter-port': matter('--matter-port', String(port)),
    '--matter-interface': matter('--matter-interface', 'lo'),
    '--matter-allow-garage': matter('--matter-allow-garage'),
    '--house': starts('--house', 'flat'),
    '--data': starts('--data', file('another-folder')),
    '--http-port': starts('--http-port', '0'),
    '--udp-port': starts('--udp-port', '0'),
    '--discovery-from': starts('--discovery-from', '203.0.113.0/24'),
    '--notify-port': starts('--notify-port', '9'),
    '--notify-address': starts('--notify-address', '127.0.0.1'),
    '--notify-lights': starts('--dialect', 'izone', '--notify-lights'),
    '--dialect': starts('--dialect', 'izone'),
    '--time-scale': starts('--time-scale', '60'),
    '--history-days': starts('--history-days', '30'),
    '--backup-folder': backups(),
    '--backup-copies': backups('--backup-copies', '3'),
    '--backup-passphrase': backups(),
    '--house-time': starts('--house-time', '2026-01-31T08:30'),
    '--seed': starts('--seed', '7'),
    '--access-key': starts('--access-key', 'a-key-of-sixteen-characters'),
    '--installer-key': starts('--installer-key', file('installer-key')),
    '--ingress-from': starts('--ingress-from', '172.30.32.2'),
    '--read-only': starts('--read-only'),
    '--allow-host': starts('--allow-host', 'house.example'),
    '--misbehave': starts('--misbehave', 'busy'),
    '--no-simulation': starts('--no-simulation'),
    '--keep-requests': behind('--keep-requests'),
  };
};

const cloudStarts = (values: Values): Readonly<Record<string, Start>> => {
  const { file, nats, secureNats, database } = values;
  const key = Buffer.alloc(32, 7).toString('base64');
  const shared = (...words: string[]): Start => ({
    words: ['--database-url', database, '--nats', nats, '--endpoint-key', key, ...words],
    env: { PLENUM_DATA: '' },
    skip: postgresMissing || natsMissing,
  });
  const sharedTls = (...words: string[]): Start => ({
    ...shared('--nats', secureNats, '--nats-ca', file('ca.pem'), ...words),
    skip: postgresMissing || natsMissing || opensslMissing,
  });
  const certificate = ['--nats-cert', file('server.pem'), '--nats-key', file('server.key')];
  return {
    '--data': starts('--data', file('another-folder')),
    '--database-url': shared(),
    '--tls-cert': { words: tls(values), skip: opensslMissing },
    '--tls-key': { words: tls(values), skip: opensslMissing },
    '--nats': shared(),
    '--nats-credentials': shared('--nats-credentials', file('nats-credentials')),
    '--nats-ca': sharedTls(),
    '--nats-cert': sharedTls(...certificate),
    '--nats-key': sharedTls(...certificate),
    '--otlp': otlp,
    '--connections': shared('--connections', '3'),
    '--http-host': starts('--http-host', '127.0.0.1'),
    '--http-port': starts('--http-port', '0'),
    '--admin-port': starts('--admin-port', '0'),
    '--public-url': starts('--public-url', 'https://cloud.example'),
    '--bridge-url': starts('--bridge-url', 'https://bridges.example'),
    '--trust-proxy': starts('--trust-proxy', '127.0.0.0/8'),
    '--endpoint-key': starts('--endpoint-key', key),
    '--lost-key': starts('--lost-key', 'abcdef12'),
    '--log-level': starts('--log-level', 'warn'),
    '--rate': starts('--rate', '10'),
    '--burst': starts('--burst', '20'),
    '--token-rate': starts('--token-rate', '5'),
    '--bridges-per-account': starts('--bridges-per-account', '3'),
    '--no-spread-bridges': shared('--no-spread-bridges'),
    '--control-timeout': starts('--control-timeout', '5000'),
    '--delivery-timeout': starts('--delivery-timeout', '5000'),
    '--deliveries': starts('--deliveries', '16'),
    '--sandbox': starts('--sandbox', 'only'),
    '--development': starts('--development'),
  };
};

const base = {
  bridge: ['--http-host', '127.0.0.1', '--http-port', '0', '--udp-port', '0', '--no-mdns'],
  cloud: ['--http-port', '0'],
} as const;

/** The options of which only these are given, because the others of a start would contradict them. */
const isAlone = (words: readonly string[]) => words[0] === '--replay' || words[0] === '--replay-traffic';

describe('the command line installed as the image installs it', { concurrency: 3 }, () => {
  const stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-options-'));
  const file = (name: string) => join(folder, name);
  const bin = file('plenum/bin/plenum.js');
  let values: Values;

  /** Starts a process that stays until the end of the tests, and returns the address that it prints. */
  const serve = async (name: string, ...words: string[]) => {
    const port = await freePort();
    const running = startProcess(bin, [
      'bridge',
      ...base.bridge,
      '--data',
      file(name),
      ...words,
      '--http-port',
      `${port}`,
    ]);
    stack.use(running);
    await running.line(hasStarted);
    return `127.0.0.1:${port}`;
  };
  const optionsIn = async (command: string): Promise<readonly string[]> => {
    const { out } = await startProcess(bin, [command, '--help']).ended;
    const options = out.slice(0, out.indexOf('\nCommands:') >>> 0);
    return Array.from(options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, name]) => name!).filter(
      (name) => name !== '--help',
    );
  };

  const openSecureDevice = async (otherwise: string) => {
    if (opensslMissing !== false) return { secureDevice: otherwise, fingerprint: '' };
    const authority = stack.use(createAuthority());
    authority.issue('server');
    for (const name of ['ca.pem', 'server.pem', 'server.key'])
      cpSync(join(authority.folder, name), file(name));
    const address = await serve('secure-device', ...tls({ file } as Values));
    const { fingerprint256 } = new X509Certificate(readFileSync(file('server.pem')));
    return { secureDevice: `https://${address}`, fingerprint: fingerprint256 };
  };

  const openServers = async () => {
    const servers = { nats: '', secureNats: '', database: '' };
    if (natsMissing === false) servers.nats = stack.use(await startNats()).url;
    if (natsMissing === false && opensslMissing === false) {
      const files = ['cert_file: "server.pem"', 'key_file: "server.key"', 'ca_file: "ca.pem"'];
      const config = `tls { ${files.join(', ').replaceAll(/"([^"]+)"/g, (_, name) => `"${file(name)}"`)} }`;
      servers.secureNats = stack.use(await startNats({ config })).url;
    }
    if (postgresMissing === false) {
      const server = process.env.PLENUM_TEST_POSTGRES ?? stack.use(await startPostgres()).url('postgres');
      servers.database = await createDatabase(server);
      stack.defer(() => dropDatabase(server, servers.database));
    }
    return servers;
  };

  /** Writes a recording and a diagnostics bundle of a bridge. */
  const record = async (device: string) => {
    const recorder = startProcess(bin, ['record', device, '--out', file('traffic.jsonl')]);
    const [, recorded] = await recorder.line(/http:\/\/(127\.0\.0\.1:\d+)/);
    const body = JSON.stringify({ HvacV2Request: { Type: 1, No: 0, No1: 0 } });
    await fetch(`http://${recorded}/HvacRequestV2`, { method: 'POST', body });
    await recorder.stop('SIGINT');
    const words = ['diagnostics', device, '--output', file('bundle.json')];
    const { code, err } = await startProcess(bin, words).ended;
    assert.equal(code, 0, err);
  };

  before(async () => {
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    buildPackages();
    cpSync(join(root, 'dist/plenum'), file('plenum'), { recursive: true });
    runIn(file('plenum'), 'npm', [
      ...[
        'ci',
        '--prefer-offline',
        '--ignore-scripts',
        '--omit=dev',
        '--omit=peer',
        '--no-audit',
        '--no-fund',
      ],
    ]);
    const device = await serve('device');
    values = {
      file,
      port: await freePort(),
      device,
      ...(await openSecureDevice(device)),
      ...(await openServers()),
    };
    await record(device);
    writeFileSync(file('installer-key'), 'a-key-of-the-installer\n', { mode: 0o600 });
    writeFileSync(file('passphrase'), 'four words chosen here\n', { mode: 0o600 });
    writeFileSync(file('nats-credentials'), 'user:password\n', { mode: 0o600 });
    mkdirSync(file('data'));
  });
  after(() => stack.disposeAsync());

  it('plenum cloud answers assistants at /mcp if @plenum/mcp is installed, and else names it', async () => {
    cpSync(file('plenum'), file('with-mcp'), { recursive: true });
    cpSync(join(root, 'dist/mcp'), file('with-mcp/node_modules/@plenum/mcp'), { recursive: true });
    const serveCloud = (folder: string) =>
      startProcess(file(`${folder}/bin/plenum.js`), [
        'cloud',
        ...base.cloud,
        '--development',
        '--data',
        file(`data/${folder}`),
      ]);
    await using without = serveCloud('plenum');
    await without.line(/^\s*Assistants \(MCP\) are not served: npm install @plenum\/mcp@/m);
    await using cloud = serveCloud('with-mcp');
    const [, url] = await cloud.line(/^\s*Assistants \(MCP\): (http\S+)\/mcp$/m);
    const { access } = await (await enterAccount(url!)).allowApp();
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    assert.match(text, /"tools":\[\{/);
  });

  for (const [command, toStarts] of [
    ['bridge', bridgeStarts],
    ['cloud', cloudStarts],
  ] as const) {
    // The names do not depend on the values.
    const names = Object.keys(toStarts({ file } as Values));

    it(`each option of "plenum ${command}" is tried`, async () => {
      assert.deepEqual(names.toSorted(), (await optionsIn(command)).toSorted());
    });

    for (const name of names)
      it(`plenum ${command} ${name} starts, or names the package to install`, async (t) => {
        const { words, env, ends, skip = false } = toStarts(values)[name]!;
        if (skip !== false) return t.skip(skip);
        const data =
          words.includes('--data') || words.includes('--database-url')
            ? []
            : ['--data', file(`data/${command}${name}`)];
        const all = isAlone(words) ? [...words, '--http-port', '0'] : [...base[command], ...data, ...words];
        await using running = startProcess(bin, [command, ...all], env);
        if (ends === undefined) {
          await running.line(hasStarted);
          const { code, err } = await running.stop();
          assert.deepEqual([code, err.split('\n').filter((line) => !isWarning(line))], [0, []]);
        } else {
          const { code, err } = await running.ended;
          assert.equal(code, 1, err);
          assert.match(err, ends);
        }
      });
  }
});
