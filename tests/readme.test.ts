import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Bridge, startBridge } from '@plenum/bridge';
import { toShippedHouse } from '@plenum/testbed/house';
import { plenumBin } from '@plenum/testbed/plenum';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Command lines in the `sh` blocks of the README, without comments. */
const commands = [...readme.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block]) => block!.split('\n'))
  .filter((line) => line !== '' && !line.startsWith('#'));

let bridge: Bridge;
let dataDir: string;

/** Returns the output of a command of the README, with the ports of this test's bridge instead of the usual ones. */
const runLine = async (line: string): Promise<string> => {
  const own = line
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${bridge.http.port}`)
    .replace(
      'plenum discover',
      `plenum discover --host 127.0.0.1 --udp-port ${bridge.udp.port} --timeout 2000`,
    )
    .replace('npx plenum', `${process.execPath} ${plenumBin}`);
  const { stdout } = await run('sh', ['-c', own], { cwd: root, timeout: 30_000 }).catch((error) => error);
  return stdout;
};

const lineWith = (part: string): string => {
  const line = commands.find((command) => command.includes(part));
  assert.ok(line, `The README has no command with ${part}.`);
  return line;
};

describe('the README', () => {
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'plenum-readme-'));
    bridge = await startBridge({ house: toShippedHouse('demo'), dataDir, httpPort: 0, udpPort: 0 });
  });
  after(async () => {
    await bridge[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  const expected: readonly [string, RegExp][] = [
    ['"Type":1', /"SystemV2":\{"SysOn":/],
    ['"Setpoint":2150', /^OK$/],
    [
      '"Setpoint":2155',
      /^\{ERROR: ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.\}$/,
    ],
    ['/events', /event: snapshot\ndata: \{/],
    ['ClockScale', /^OK$/],
    ['plenum discover', /127\.0\.0\.1:\d+/],
    ['query', /Kitchen/],
    ['Setpoint=21.5C', /OK/],
    ['FavouriteSet', /OK/],
  ];
  for (const [part, output] of expected) {
    it(`the README command with ${part} has the documented effect`, async () => {
      assert.match(await runLine(lineWith(part)), output);
    });
  }

  it('documents use the Node of the checkout to start programs that need Node 26', () => {
    const documents = globSync(['*.md', 'docs/*.md', 'examples/*.md', 'packages/*/README.md'], { cwd: root });
    assert.ok(documents.includes('README.md') && documents.includes('examples/README.md'));
    // Without npx these programs run with the reader's own Node, which may be too old for TypeScript or node:sqlite.
    const wrong = documents.flatMap((name) =>
      readFileSync(join(root, name), 'utf8')
        .split('\n')
        .filter((line) => /(?<!npx )\bnode (\S+\.ts|-e .*node:sqlite)/.test(line)),
    );
    assert.deepEqual(wrong, []);
  });

  it('every command of the README is run by a test, except the one that runs until it is stopped', () => {
    const left = commands.filter((command) => !expected.some(([part]) => command.includes(part)));
    assert.deepEqual(left, ['npx plenum watch 127.0.0.1:8080']);
  });
});
