import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { parse } from 'yaml';
import { root } from './installed.fixture.ts';

const read = (path: string) => readFileSync(join(root, 'packaging', path), 'utf8');
const analyzeMissing =
  spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'systemd-analyze is not installed';

describe('the systemd units', () => {
  const units = globSync('packaging/systemd/*.service', { cwd: root });

  it('gives a node of a cloud the same time to stop as a service, a pod and a container', () => {
    const secondsIn = (path: string, pattern: RegExp) =>
      Number(pattern.exec(readFileSync(join(root, path), 'utf8'))![1]);
    const times = [
      secondsIn('packaging/systemd/plenum-cloud.service', /^TimeoutStopSec=(\d+)s$/m),
      secondsIn('packaging/kubernetes/base/plenum-cloud.yaml', /terminationGracePeriodSeconds: (\d+)$/m),
      secondsIn('compose.yaml', /stop_grace_period: (\d+)s$/m),
    ];
    assert.deepEqual(times, [90, 90, 90]);
  });

  it('the systemd units are valid, and their exposure is below 3 of 10', { skip: analyzeMissing }, () => {
    using folder = createDataFolder();
    assert.equal(units.length, 2);
    for (const unit of units) {
      const text = readFileSync(join(root, unit), 'utf8');
      const copy = join(folder.path, basename(unit));
      // The program they start may be missing here.
      writeFileSync(copy, text.replace('/usr/bin/plenum', process.execPath));
      const verified = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
      assert.deepEqual([verified.status, verified.stderr], [0, ''], unit);
      const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', copy], {
        encoding: 'utf8',
      });
      assert.equal(judged.status, 0, judged.stdout);
    }
  });
});

describe('the app for Home Assistant', () => {
  const config = parse(read('home-assistant/plenum/config.yaml'));
  const options = Object.keys(config.schema);

  /** Returns the options that the app passes to `plenum bridge` for the options a user chose. */
  const run = (chosen: object): Readonly<Record<string, string | undefined>> => {
    using folder = createDataFolder();
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    const print = `#!${process.execPath}\nconsole.log(JSON.stringify([process.argv.slice(2), process.env]));\n`;
    writeFileSync(join(bin, 'plenum'), print, { mode: 0o755 });
    writeFileSync(join(folder.path, 'options.json'), JSON.stringify({ ...config.options, ...chosen }));
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'packaging/home-assistant/plenum/run.mjs')],
      {
        encoding: 'utf8',
        env: {
          PATH: `${bin}${delimiter}${process.env.PATH}`,
          OPTIONS_FILE: join(folder.path, 'options.json'),
        },
      },
    );
    assert.equal(status, 0);
    const [words, env] = JSON.parse(stdout);
    assert.deepEqual(words, ['bridge'], 'a secret among the words could be read by others');
    return env;
  };

  it('the Home Assistant app has the packages’ version, and lists all options everywhere', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
    assert.equal(config.version, version);
    for (const language of ['en', 'de', 'es'])
      assert.deepEqual(
        Object.keys(parse(read(`home-assistant/plenum/translations/${language}.yaml`)).configuration),
        options,
      );
    for (const option of options)
      assert.ok(read('home-assistant/plenum/DOCS.md').includes(`\`${option}\``), option);
    assert.ok(parse(read('home-assistant/repository.yaml')).name);
  });

  it('the Home Assistant app is open only to its supervisor unless the network is allowed', () => {
    const simulated = run({});
    assert.deepEqual(
      [
        simulated.PLENUM_HTTP_HOST,
        simulated.PLENUM_INGRESS_FROM,
        simulated.PLENUM_HTTP_PORT,
        simulated.PLENUM_HOUSE,
      ],
      ['172.30.32.1', '172.30.32.2', String(config.ingress_port), 'demo'],
    );
    assert.equal(simulated.PLENUM_ATTACH, undefined);
    const real = run({ attach: '192.168.1.20', lan: true, access_key: 'open-sesame' });
    assert.deepEqual(
      [real.PLENUM_ATTACH, real.PLENUM_HOUSE, real.PLENUM_HTTP_HOST, real.PLENUM_ACCESS_KEY],
      ['192.168.1.20', undefined, '0.0.0.0', 'open-sesame'],
    );
  });
});
