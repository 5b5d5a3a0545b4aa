import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const plenum = fileURLToPath(new URL('../../../plenum/bin/plenum.js', import.meta.url));

/** What any bridge of a test is told, that it may stand beside others. */
export const apart = ['--udp-port', '0', '--notify-port', '9', '--notify-address', '127.0.0.1'] as const;

/** A command line of ours that runs, and its end with it. */
export interface Running extends AsyncDisposable {
  /** Waits for output that matches; an error where it ends without. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
}

const spawnPlenum = (words: readonly string[]) => {
  const child = spawn(process.execPath, [plenum, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  const ended = once(child, 'close');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return {
    line: async (pattern: RegExp) => {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`It ended without ${pattern}: ${out}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Runs `plenum` with words, in a folder made for it. */
export const run = (...words: readonly string[]): Running => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-web-'));
  const { line, end } = spawnPlenum([...words, '--data', join(folder, 'data')]);
  return {
    line,
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A server of ours that is killed, and started again on its data and its port. */
export interface Server extends Running {
  readonly url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Runs `plenum` with words as a server on any port, until it says where it is. */
export const serve = async (...words: readonly string[]): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-web-'));
  const start = async (port: string) => {
    const started = spawnPlenum([...words, '--http-port', port, '--data', folder]);
    const [, found] = await started.line(/http:\/\/127\.0\.0\.1:(\d+)/);
    return [started, found!] as const;
  };
  let [running, port] = await start('0');
  return {
    url: `http://127.0.0.1:${port}`,
    line: (pattern) => running.line(pattern),
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      [running, port] = await start(port);
    },
    [Symbol.asyncDispose]: async () => {
      await running.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
