import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const plenum = fileURLToPath(new URL('../../../plenum/bin/plenum.js', import.meta.url));

/** A real bridge with the demo house in a process of its own. */
export interface BridgeProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  post(path: string, body: unknown): Promise<string>;
  /** The datagram a query answers with. */
  query(path: string, body: unknown): Promise<Record<string, unknown>>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on its data and its port. */
  restart(): Promise<void>;
}

const run = async (
  folder: string,
  port: number,
  more: readonly string[],
): Promise<[ChildProcess, number]> => {
  const ports = ['--http-port', String(port), '--udp-port', '0', '--notify-port', '9'];
  const where = ['--data', folder, '--http-host', '127.0.0.1', '--notify-address', '127.0.0.1'];
  const child = spawn(process.execPath, [plenum, 'bridge', ...where, ...ports, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, found] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (found !== undefined) return [child, Number(found)];
  }
  throw new Error('The bridge did not say where it is.');
};

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

export const startBridge = async (...more: string[]): Promise<BridgeProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-web-'));
  let [child, port] = await run(folder, 0, more);
  const url = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    return answer.text();
  };
  return {
    url,
    port,
    post,
    query: async (path, body) => JSON.parse(await post(path, body)) as Record<string, unknown>,
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      [child, port] = await run(folder, port, more);
    },
    [Symbol.asyncDispose]: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
