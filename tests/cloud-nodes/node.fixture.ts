import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '../../packages/plenum/bin/plenum.js');

/** A node: `plenum cloud` in a process of its own. */
export interface NodeProcess extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Ends it as a power failure would (SIGKILL). */
  kill(): Promise<void>;
  /** Ends it as an operator would (SIGTERM); resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Its log so far: one JSON object a line. */
  log(): string;
}

export const startNodeProcess = async (env: Readonly<Record<string, string>>): Promise<NodeProcess> => {
  const child: ChildProcess = spawn(process.execPath, [bin, 'cloud'], {
    env: { PATH: process.env.PATH ?? '', PLENUM_HTTP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let [out, err] = ['', ''];
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const found = /HTTP and gRPC: 127\.0\.0\.1 port (\d+)\./.exec(out);
      if (found !== null) resolve(Number(found[1]));
    });
    void exited.then(() => reject(new Error(`the node ended: ${out}${err}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  const kill = async () => void (await end('SIGKILL'));
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    kill,
    stop: () => end('SIGTERM'),
    log: () => err,
    [Symbol.asyncDispose]: kill,
  };
};
