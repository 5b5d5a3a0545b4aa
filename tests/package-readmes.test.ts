import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Bridge, startBridge } from '@plenum/bridge';
import { onFreePorts } from '@plenum/testbed/free-port';
import { toShippedHouse } from '@plenum/testbed/house';

const root = join(import.meta.dirname, '..');

/** Returns the programs among the `ts` blocks of a package's README: those that begin with an import. */
const programsOf = (name: string): string[] => {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n(.*?)```/gs)]
    .map(([, block]) => block!)
    .filter((block) => block.startsWith('import '));
};

const theProgramOf = (name: string): string => {
  const programs = programsOf(name);
  assert.equal(programs.length, 1, `${name} has ${programs.length} programs`);
  return programs[0]!;
};

/** Returns the program with some texts replaced, each of which it must contain. */
const withWords = (program: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `The example does not say ${from}.`);
    return text.replace(from, to);
  }, program);

const startProgram = (program: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: root,
    // A program that is itself a test must not report to this test run.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const readOf = (child: ChildProcess) => {
  const said = { out: '', err: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return said;
};

/** Returns the output of a program that exits. */
const run = async (program: string): Promise<string> => {
  const child = startProgram(program);
  const said = readOf(child);
  const [code] = await once(child, 'close');
  assert.deepEqual([code, said.err], [0, '']);
  return said.out;
};

describe('the programs in package READMEs', () => {
  let dataDir: string;
  let bridge: Bridge;
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'plenum-readmes-'));
    bridge = await startBridge({
      house: toShippedHouse('demo'),
      dataDir: join(dataDir, 'served'),
      ...onFreePorts,
    });
  });
  after(async () => {
    await bridge[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('the program in the README of protocol prints the refusal that the README shows', async () => {
    const program = theProgramOf('protocol');
    const [, said] = /^\/\/ (.+)\n$/m.exec(program)!;
    assert.equal(await run(program), `${said}\n`);
  });

  it('the README program of platform makes a folder and exits', async () => {
    const folder = join(dataDir, 'made/here');
    const program = withWords(theProgramOf('platform'), { "'data/demo'": JSON.stringify(folder) });
    assert.equal(await run(program), '');
    assert.ok(existsSync(folder));
  });

  it('the README program of outbound refuses to post to the machine itself', async () => {
    assert.match(await run(theProgramOf('outbound')), /problem: 'address-forbidden'/);
  });

  it('the README program of simulator shows a zone one hour later', async () => {
    assert.match(await run(theProgramOf('simulator')), /Index: 0,[\s\S]*Setpoint: 2150,[\s\S]*Temp: \d{4},/);
  });

  it('the README program of boptest prints its test cases', async () => {
    assert.equal(await run(theProgramOf('boptest')), '[{"testcaseid":"flat"}]\n');
  });

  it('the README program of bridge starts a bridge and prints its address', async () => {
    const program = withWords(theProgramOf('bridge'), {
      "dataDir: 'data/demo'": `dataDir: ${JSON.stringify(join(dataDir, 'demo'))}, httpPort: 0, udpPort: 0, notifyPort: 9`,
    });
    assert.match(await run(program), /^http:\/\/127\.0\.0\.1:\d+ \d{9}\n$/);
  });

  it('the README program of cloud starts a cloud and prints its address and the demo account', async () => {
    const program = withWords(theProgramOf('cloud'), {
      "{ dataDir: 'data/cloud' }": `{ dataDir: ${JSON.stringify(join(dataDir, 'cloud'))} }, httpPort: 0`,
    });
    assert.match(await run(program), /^http:\/\/127\.0\.0\.1:\d+ demo@plenum\.local\n$/);
  });

  it('the client’s README program finds a bridge, reads, commands and follows changes', async () => {
    const program = withWords(theProgramOf('client'), {
      "addresses: ['127.0.0.1']": `addresses: ['127.0.0.1'], interfaces: {}, udpPort: ${bridge.udp.port}`,
    });
    const child = startProgram(program);
    const said = readOf(child);
    const closed = once(child, 'close');
    // The program does not end, so the test ends it after the first change.
    child.stdout!.on('data', () => {
      if (/^\w+ \d+ \{/m.test(said.out)) child.kill('SIGKILL');
    });
    await closed;
    assert.equal(said.err, '');
    assert.match(said.out, /^Family room \d\d/m);
    assert.equal(bridge.device.datagrams().zone[1]!.Setpoint, 2250);
  });

  it('the README program of conformance is a passing test of a bridge', async () => {
    const program = withWords(theProgramOf('conformance'), {
      'port: 8080': `port: ${bridge.http.port}, udpPort: ${bridge.udp.port}, notifyPort: 0`,
    });
    assert.match(await run(program), /^✔ our bridge keeps the interface /m);
  });

  it('the README program of testing is a passing test of a house', async () => {
    assert.match(await run(theProgramOf('testing')), /^✔ the kitchen gets warm, and /m);
  });

  it('the program in the guide for contributors is a passing test', async () => {
    const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const [, program] = /```ts\n(import \{ test \}.*?)```/s.exec(guide)!;
    assert.match(await run(program!), /^✔ a command on the local network reaches an app as an event /m);
  });

  it('every package README that contains a code example is tested here', () => {
    const readmes = globSync('packages/*/README.md', { cwd: root });
    const withProgram = readmes
      .map((file) => basename(join(file, '..')))
      .filter((name) => programsOf(name).length > 0);
    const tested = [
      'boptest',
      'bridge',
      'client',
      'cloud',
      'conformance',
      'outbound',
      'platform',
      'protocol',
      'simulator',
      'testing',
    ];
    assert.deepEqual(withProgram.sort(), tested);
  });
});
