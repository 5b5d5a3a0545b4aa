import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A third-party server in a process that can be killed and restarted. */
export interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface KillableOptions {
  /** The name in error messages. */
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly port: number;
  /** Evidence that the server is ready: it accepts a connection, or sends a greeting. */
  readonly sign: 'connect' | 'data';
}

const answers = (port: number, sign: KillableOptions['sign']) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once(sign, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/**
 * Creates a server that is not started yet; `start` resolves when it responds on its loopback port. It has no `pid`
 * while it is not running.
 */
export function createKillable({
  name,
  program,
  words,
  port,
  sign,
}: KillableOptions): Killable & { readonly pid: number | undefined } {
  let running: ChildProcess | undefined;
  return {
    get pid() {
      return running?.pid;
    },
    start: async () => {
      const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
      running = child;
      let output = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000);
      });
      while (!(await answers(port, sign))) {
        if (child.exitCode !== null) throw new Error(`${name} did not start: ${output}`);
        await pause(10);
      }
    },
    kill: async () => {
      const ending = running;
      running = undefined;
      if (ending === undefined || ending.exitCode !== null) return;
      const ended = once(ending, 'exit');
      ending.kill('SIGKILL');
      await ended;
    },
  };
}
