import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@plenum/testbed/free-port';
import type { Server } from '../child.ts';
import type { Request } from '../load.ts';

const folder = import.meta.dirname;
const contract = join(folder, '../../contracts/local.openapi.json');

/** Installs the mock servers by their own lockfile the first time that they are needed. */
const install = (): void => {
  if (existsSync(join(folder, 'node_modules'))) return;
  console.error('Installing the mock servers of bench/peers.');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
};

const ticksPerSecond = 100;

/** Returns the CPU time of a process in µs (proc(5): utime and stime). */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
};

const start = async (
  program: string,
  toWords: (port: number) => readonly string[],
  home: string,
): Promise<Server> => {
  const port = await freePort();
  const child = spawn(program, toWords(port), {
    stdio: 'ignore',
    cwd: home,
    env: { ...process.env, HOME: home },
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  for (const end = performance.now() + 60_000; !(await isUp()); await pause(100))
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`${program} ${toWords(port).join(' ')} does not answer`);
  return {
    port,
    cpu: async () => cpuOf(child.pid!),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};

/** A request with the bytes of its answer. */
export interface Stub {
  readonly request: Request;
  readonly answer: Buffer;
}

/** WireMock does not read OpenAPI, so it gets the bytes that ours answers. */
const writeStubs = (home: string, stubs: readonly Stub[]): void => {
  mkdirSync(join(home, 'mappings'), { recursive: true });
  for (const [index, { request, answer }] of stubs.entries()) {
    const { method, path: url } = request;
    const headers = { 'Content-Type': 'application/json' };
    const stub = { request: { method, url }, response: { status: 200, body: `${answer}`, headers } };
    writeFileSync(join(home, 'mappings', `${index}.json`), JSON.stringify(stub));
  }
};

/** Starts Prism and Mockoon with the contract of a bridge, and WireMock with these stubs if Java is installed. */
export async function startMockServers(stubs: readonly Stub[]) {
  install();
  await using stack = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  stack.defer(() => rmSync(home, { recursive: true, force: true }));
  const servers: Record<string, Server> = {};
  const add = async (name: string, program: string, toWords: (port: number) => readonly string[]) => {
    servers[name] = stack.use(await start(program, toWords, home));
  };
  const bin = (name: string) => join(folder, 'node_modules/.bin', name);
  await add('Prism', process.execPath, (port) => [
    ...[bin('prism'), 'mock', contract],
    ...['--port', `${port}`, '--verboseLevel', 'silent'],
  ]);
  await add('Mockoon', process.execPath, (port) => [
    ...[bin('mockoon-cli'), 'start', '--data', contract],
    ...['--port', `${port}`, '--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api'],
  ]);
  const [jar] = globSync(join(folder, 'node_modules/wiremock/build/*.jar'));
  if (jar !== undefined && spawnSync('java', ['-version']).status === 0) {
    writeStubs(home, stubs);
    await add('WireMock', 'java', (port) => [
      ...['-jar', jar, '--root-dir', home, '--bind-address', '127.0.0.1'],
      ...['--port', `${port}`, '--no-request-journal', '--disable-banner'],
    ]);
  }
  const running = stack.move();
  return { servers, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
