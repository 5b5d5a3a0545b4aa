import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';

const places = () => [
  process.env.PLENUM_NATS_SERVER ?? '',
  ...[...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'].map((folder) =>
    join(folder, 'nats-server'),
  ),
];

const program: string | undefined = places().find((file) => file !== '' && existsSync(file));

/** Why the NATS half of a suite is left out, or false. */
export const natsMissing: string | false =
  program === undefined &&
  'NATS is not installed: apt-get install nats-server (or name the program in PLENUM_NATS_SERVER)';

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A running NATS server of its own. */
export interface Nats extends AsyncDisposable {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a NATS server on a free port, with the text of a configuration file if given. Ask `natsMissing` first. */
export const startNats = async ({ config }: { readonly config?: string } = {}): Promise<Nats> => {
  const port = await freePort();
  await using stack = new AsyncDisposableStack();
  const words = ['-a', '127.0.0.1', '-p', String(port)];
  if (config !== undefined) {
    const file = join(stack.use(createDataFolder()).path, 'nats.conf');
    writeFileSync(file, config);
    words.push('-c', file);
  }
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(program!, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    const child = running;
    let output = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`NATS did not start: ${output}`);
      await pause(10);
    }
  };
  const kill = async () => {
    const ending = running;
    running = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  };
  stack.defer(kill);
  await start();
  const owned = stack.move();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
