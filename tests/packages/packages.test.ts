import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { enterAccount } from '@plenum/testbed/account';
import { freePort } from '@plenum/testbed/free-port';
import { isFullRun } from '@plenum/testbed/full-run';
import { mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { type Ended, type Running, startProcess } from '@plenum/testbed/process';
import { connectAsync } from 'mqtt';
import { rolldown } from 'rolldown';
import { distOf, published } from '../../packaging/packages.ts';
import { compileStrictly, installPackages, root, runIn } from './installed.fixture.ts';

/** Returns the size of a folder in bytes. */
const sizeOf = (path: string): number => {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};

/** Type-checks a program strictly, including all declarations, in a folder outside the workspace. */
const program = (
  port: number,
) => `import { type Bridge, connectBridge, type DatagramsOptions } from '@plenum/client';
import { checkCommand } from '@plenum/protocol/command';
import { toSentence } from '@plenum/protocol/refusal';

const bridge: Bridge = connectBridge({ host: '127.0.0.1', port: ${port} });
const options: DatagramsOptions = {};
const zones = await bridge.zones();
const checked = checkCommand({ ZoneSetpoint: { Index: 1, Setpoint: 2155 } });
// @ts-expect-error: a setpoint is a number.
if (zones.length === -1) await bridge.command('ZoneSetpoint', { Index: 1, Setpoint: 'warm' });
await bridge.command('ZoneSetpoint', { Index: 1, Setpoint: 2150 });
const [, kitchen] = await bridge.zones();
console.log(JSON.stringify({
  zones: zones.length,
  setpoint: kitchen?.Setpoint,
  sentence: checked.ok ? '' : toSentence(checked.refusal),
  datagrams: Object.keys(await bridge.datagrams(options)).length > 3,
}));
await bridge[Symbol.asyncDispose]();
`;

const expected = {
  zones: 8,
  setpoint: 2150,
  sentence: 'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
  datagrams: true,
};

describe('the packages, packed and installed in an empty folder', () => {
  let installed: ReturnType<typeof installPackages>;
  let house: Running;
  const ports = { http: 0, udp: 0, cloud: 0 };
  let bin: string;
  const plenum = (...words: string[]): Promise<Ended> => startProcess(bin, words).ended;
  const run = async (...words: string[]) => {
    const { code, out, err } = await plenum(...words);
    assert.equal(code, 0, `${words.join(' ')}: ${err}`);
    return out;
  };
  /** Returns the libraries in an installed package, each of which has its licence in it. */
  const checkLibraries = (name: string) => {
    const at = join(installed.folder, 'node_modules', name);
    const { components } = JSON.parse(readFileSync(join(at, 'sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly {
        readonly name: string;
        readonly version: string;
        readonly purl: string;
      }[];
    };
    const licences = readFileSync(join(at, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const one of components) assert.ok(licences.includes(`${one.name} ${one.version} (`), one.name);
    return components;
  };

  before(async () => {
    installed = installPackages();
    bin = join(installed.folder, 'node_modules/plenum/bin/plenum.js');
    for (const name of ['http', 'udp', 'cloud'] as const) ports[name] = await freePort();
    const words = ['start', '--data', join(installed.folder, 'data'), '--http-port', `${ports.http}`];
    house = startProcess(bin, [...words, '--udp-port', `${ports.udp}`, '--cloud-port', `${ports.cloud}`], {
      PLENUM_EXAMPLE_PORT: '0',
    });
    await house.line(/Ctrl\+C/);
  });
  after(async () => {
    await house?.stop();
    installed?.[Symbol.dispose]();
  });

  it('the installed packages take less than 60 MB, and do not link to the checkout', () => {
    const modules = join(installed.folder, 'node_modules');
    const bytes = sizeOf(modules) - sizeOf(join(modules, '@types')) - sizeOf(join(modules, 'undici-types'));
    assert.ok(bytes < 60e6, `${(bytes / 1e6).toFixed(1)} MB`);
    for (const name of ['plenum', '@plenum/client', '@plenum/insight', '@plenum/protocol'])
      assert.ok(!lstatSync(join(modules, name)).isSymbolicLink(), name);
    const manifest = readFileSync(join(modules, 'plenum/package.json'), 'utf8');
    assert.deepEqual(
      Object.values(JSON.parse(manifest).dependencies as Record<string, string>).filter(
        (version) => !/^\d+\.\d+\.\d+$/.test(version),
      ),
      [],
    );
  });

  it('the built programs have only ASCII characters, which halves the memory for their source', () => {
    const lib = join(installed.folder, 'node_modules/plenum/lib');
    for (const name of readdirSync(lib).filter((file) => file.endsWith('.js')))
      assert.doesNotMatch(readFileSync(join(lib, name), 'utf8'), /[\u0080-\uffff]/, name);
  });

  it('the command line ships the name, version and licence of every bundled library', () => {
    const components = checkLibraries('plenum');
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    const purls = components.map(({ purl }) => purl);
    // Own dependencies, and libraries of libraries: in a scope, and below another library.
    for (const folder of [
      'commander',
      'kysely',
      'oidc-provider',
      'koa',
      '@fastify/error',
      'http-assert/node_modules/depd',
    ]) {
      const { version } = packages[`node_modules/${folder}`]!;
      const name = folder.replace(/.*node_modules\//, '').replace('@', '%40');
      assert.ok(purls.includes(`pkg:npm/${name}@${version}`), folder);
    }
    // Nothing that only tests or pages use.
    assert.ok(!components.some(({ name }) => name === 'react' || name === 'typescript'));
    // It is loaded when it is first needed, in the middle of a function.
    const manifest = readFileSync(join(installed.folder, 'node_modules/plenum/package.json'), 'utf8');
    assert.deepEqual(Object.keys(JSON.parse(manifest).dependencies), ['yaml']);
  });

  it('the code for users of Node 22 has no syntax that Node 22 cannot parse', () => {
    for (const name of ['client', 'insight', 'protocol']) {
      const lib = join(installed.folder, 'node_modules/@plenum', name, 'lib');
      for (const file of readdirSync(lib).filter((one) => one.endsWith('.js')))
        assert.doesNotMatch(
          readFileSync(join(lib, file), 'utf8'),
          /^\s*(await )?using \w+ =|DisposableStack/m,
          file,
        );
    }
  });

  it('one command publishes packages after their dependencies, only from their version’s tag', () => {
    const names = published.map(({ name }) => name);
    assert.deepEqual(names.slice(0, 4), ['@plenum/protocol', '@plenum/insight', '@plenum/client', 'plenum']);
    for (const [place, one] of published.entries()) {
      const { dependencies } = JSON.parse(readFileSync(join(distOf(one), 'package.json'), 'utf8'));
      const own = Object.keys(dependencies).filter((name) => names.includes(name));
      for (const name of own) assert.ok(names.indexOf(name) < place, `${one.name} comes before ${name}`);
    }
    if (isFullRun) {
      const dry = runIn(root, process.execPath, ['packaging/publish.ts', '--dry-run']);
      const tried = Array.from(dry.matchAll(/^\+ (.+)@\d+\.\d+\.\d+$/gm), ([, name]) => name);
      assert.deepEqual(tried, names);
    }
    const wrong = spawnSync(process.execPath, ['packaging/publish.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_REF_NAME: 'v0.0.0' },
    });
    assert.equal(wrong.status, 1);
    assert.match(
      wrong.stderr,
      /The version of @plenum\/protocol is \d+\.\d+\.\d+, but the tag is v0\.0\.0\. Tag the commit v/,
    );
  });

  it('the installed packages find, query, control and follow the house that they started', async () => {
    const at = `127.0.0.1:${ports.http}`;
    assert.match(
      await run('discover', '--no-mdns', '--udp-port', `${ports.udp}`),
      new RegExp(`:${ports.http} `),
    );
    assert.match(await run('query', at, 'zones'), /Kitchen/);
    const watching = startProcess(bin, ['watch', at]);
    await using _ = watching;
    await watching.line(/Following/);
    await run('control', at, 'ZoneSetpoint', 'Index=1', 'Setpoint=26.5C');
    await watching.line(/→ 26\.50 °C/);
    const refused = await plenum('control', at, 'ZoneSetpoint', 'Index=1', 'Setpoint=22.55C');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /not a multiple of 0\.5 °C/);
  });

  it('plenum does not load the cloud to report that a house does not respond', async () => {
    const hooks = join(installed.folder, 'loaded.mjs');
    writeFileSync(
      hooks,
      `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });`,
    );
    const env = { NODE_OPTIONS: `--import ${pathToFileURL(hooks)}` };
    const { code, out, err } = await startProcess(bin, ['query', '127.0.0.1:1', 'zones'], env).ended;
    assert.deepEqual([code, err], [1, '127.0.0.1:1 cannot be reached: nothing listens there.\n']);
    const files = Array.from(out.matchAll(/^file:.*\/node_modules\/.*$/gm), ([url]) => new URL(url));
    assert.ok(files.length > 10);
    for (const file of files) {
      assert.match(file.pathname, /\/node_modules\/plenum\//);
      assert.doesNotMatch(readFileSync(file, 'utf8'), /fastify|kysely|oidc/, file.pathname);
    }
  });

  it('the installed packages serve the pages, including styles and fonts', async () => {
    const get = async (port: number, path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      assert.equal(answer.status, 200, path);
      return answer.text();
    };
    const page = await get(ports.http, '/');
    await get(ports.http, `/${page.match(/assets\/[^"]+\.js/)![0]}`);
    assert.match(await get(ports.cloud, '/device'), /--font: /);
    await get(ports.cloud, '/font/inter.woff2');
    const [, app] = house.output().out.match(/Example app [^:]*:\/\/127\.0\.0\.1:(\d+)/) ?? [];
    assert.match(await get(Number(app), '/app.css'), /\{/);
  });

  it('the installed packages put a cloud under load with a fleet', async () => {
    const cloud = `http://127.0.0.1:${ports.cloud}`;
    const words = [
      'fleet',
      '--cloud',
      cloud,
      '--count',
      '3',
      '--every',
      '0.5',
      '--data',
      join(installed.folder, 'fleet'),
    ];
    await using fleet = startProcess(bin, words);
    const [, code] = await fleet.line(/enter ([A-Z]{4}-[A-Z]{4}) at/);
    await (await enterAccount(cloud)).enterCode(code!);
    await fleet.line(/^3 of 3 connected/m);
  });

  it('a command whose optional package is missing tells the user to install it', async () => {
    const { code, err } = await plenum(
      'mqtt',
      '--bridge',
      `127.0.0.1:${ports.http}`,
      '--mqtt',
      'mqtt://127.0.0.1:1',
    );
    assert.equal(code, 1);
    assert.match(
      err,
      /needs the package @plenum\/mqtt, which is not installed: npm install @plenum\/mqtt@\d/,
    );
  });

  it('the MQTT and MCP commands work when their packages are installed', {
    skip: mosquittoMissing,
  }, async () => {
    installed.addOptional();
    assert.ok(checkLibraries('@plenum/mqtt').some(({ name }) => name === 'mqtt'));
    assert.ok(checkLibraries('@plenum/mcp').some(({ name }) => name === '@modelcontextprotocol/server'));
    const at = ['--bridge', `127.0.0.1:${ports.http}`];
    await using broker = await startMosquitto();
    await using mqtt = startProcess(bin, ['mqtt', ...at, '--mqtt', broker.url]);
    const client = await connectAsync(broker.url);
    const setpoint = new Promise<string>((resolve) => {
      client.on('message', (_, payload) => resolve(String(payload)));
    });
    await client.subscribeAsync('plenum/+/zone/1');
    assert.match(await Promise.race([setpoint, mqtt.ended.then(({ err }) => err)]), /"setpoint_celsius":/);
    await client.endAsync();

    const assistant = new Client({ name: 'test', version: '1.0.0' });
    await assistant.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...at] }),
    );
    const args = { thing: 'zone/1', setpoint_celsius: 24 };
    const { structuredContent } = await assistant.callTool({ name: 'set_zone', arguments: args });
    assert.equal((structuredContent as { setpoint_celsius: number }).setpoint_celsius, 24);
    await assistant.close();
  });

  it('no message suggests a command that is not installed', () => {
    assert.doesNotMatch(house.output().out, /integrator\.ts/);
    assert.match(house.output().out, /https:\/\/\S+\/docs\/cloud-with-curl\.md/);
  });

  it('npx runs the installed packages', async () => {
    assert.match(runIn(installed.folder, 'npx', ['--offline', 'plenum', '--help']), /discover/);
  });

  it('a strict program that uses the packages compiles, and runs from JavaScript and a bundle', async () => {
    const { folder } = installed;
    writeFileSync(join(folder, 'program.ts'), program(ports.http));
    compileStrictly(folder, 'program.ts');
    // Other releases of Node, if set: PLENUM_NODES=PATH:PATH.
    for (const node of [process.execPath, ...(process.env.PLENUM_NODES?.split(':') ?? [])])
      assert.deepEqual(JSON.parse(runIn(folder, node, ['program.js'])), expected, node);

    await using bundle = await rolldown({ cwd: folder, input: 'program.js', platform: 'node' });
    await bundle.write({ file: join(folder, 'bundle/program.mjs'), codeSplitting: false });
    assert.deepEqual(JSON.parse(runIn(folder, process.execPath, ['bundle/program.mjs'])), expected);
  });

  it('the protocol and the console client run in a browser without any module of Node', async () => {
    const { folder } = installed;
    const names = Object.keys(
      JSON.parse(readFileSync(join(folder, 'node_modules/@plenum/protocol/package.json'), 'utf8')).exports,
    ).filter((name) => name !== './package.json');
    const lines = [...names.map((name) => `@plenum/protocol${name.slice(1)}`), '@plenum/client/console'];
    writeFileSync(
      join(folder, 'page.js'),
      lines.map((name) => `export * as _${lines.indexOf(name)} from '${name}';`).join('\n'),
    );
    await using bundle = await rolldown({
      cwd: folder,
      input: 'page.js',
      platform: 'browser',
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ codeSplitting: false });
    assert.deepEqual(
      output.flatMap((part) => (part.type === 'chunk' ? part.imports : [])),
      [],
    );
  });
});
