import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';

const program: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/opt/homebrew/sbin',
]
  .map((folder) => join(folder, 'mosquitto'))
  .find((file) => existsSync(file));

/** Why the tests with a broker are left out, or false. */
export const mosquittoMissing: string | false =
  program === undefined && 'mosquitto is not installed: apt-get install mosquitto';

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A running broker without persistence: what it holds is lost when it ends. */
export interface Mosquitto extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts a broker on a free port. More lines of its configuration are those of this listener, and of others that they begin.
 * Ask `mosquittoMissing` first.
 */
export const startMosquitto = async (config = 'allow_anonymous true'): Promise<Mosquitto> => {
  const port = await freePort();
  await using stack = new AsyncDisposableStack();
  const file = join(stack.use(createDataFolder()).path, 'mosquitto.conf');
  // As root it would change its user, who may not read the folder.
  writeFileSync(
    file,
    `user root\nset_tcp_nodelay true\nper_listener_settings true\nlistener ${port} 127.0.0.1\npersistence false\n${config}\n`,
  );
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(program!, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const child = running;
    let output = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`mosquitto did not start: ${output}`);
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
    port,
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
