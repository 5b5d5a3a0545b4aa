import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const plenum = fileURLToPath(new URL('../../../plenum/bin/plenum.js', import.meta.url));

/** A program of ours in a process of its own, and what it says, line by line. */
const run = (args: readonly string[]) => {
  const child = spawn(process.execPath, [plenum, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => said.push(line));
  /** What the first line that matches has in its brackets. */
  const find = async (form: RegExp): Promise<string> => {
    for (;;) {
      const found = said.map((line) => form.exec(line)?.[1]).find((text) => text !== undefined);
      if (found !== undefined) return found;
      await once(lines, 'line');
    }
  };
  return { child, find };
};

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/** A program that is killed and started again on its data and its port. */
interface Restartable extends AsyncDisposable {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const start = async (
  toArgs: (folder: string, port: number) => readonly string[],
): Promise<Restartable & { find(form: RegExp): Promise<string> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-account-'));
  let running = run(toArgs(folder, 0));
  const port = Number(await running.find(/http:\/\/127\.0\.0\.1:(\d+)/));
  return {
    url: `http://127.0.0.1:${port}`,
    find: (form) => running.find(form),
    kill: () => end(running.child, 'SIGKILL'),
    restart: async () => {
      running = run(toArgs(folder, port));
      await running.find(/http:\/\/127\.0\.0\.1:(\d+)/);
    },
    [Symbol.asyncDispose]: async () => {
      await end(running.child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A real cloud in development mode, with no bridge. */
export const startCloud = (): Promise<Restartable> =>
  start((folder, port) => ['cloud', '--development', '--http-port', String(port), '--data', folder]);

/** A real bridge with the demo house that wants to be paired with a cloud. */
export interface PairingBridge extends Restartable {
  readonly systemId: string;
  /** The code it shows. */
  readonly code: string;
  post(path: string, body: unknown): Promise<string>;
}

export const startPairingBridge = async (cloud: string): Promise<PairingBridge> => {
  const alone = ['--http-host', '127.0.0.1', '--udp-port', '0', '--notify-port', '9'];
  const bridge = await start((folder, port) => [
    ...['bridge', '--cloud', cloud, '--http-port', String(port), '--data', folder],
    ...[...alone, '--notify-address', '127.0.0.1'],
  ]);
  return {
    ...bridge,
    systemId: await bridge.find(/^Bridge (\d{9}) /),
    code: await bridge.find(/enter ([A-Z]{4}-[A-Z]{4}) at/),
    post: async (path, body) => {
      const answer = await fetch(bridge.url + path, { method: 'POST', body: JSON.stringify(body) });
      return answer.text();
    },
  };
};

/** A fleet of so many simulated bridges that wants to be paired with a cloud; `code` is what it shows. */
export const startPairingFleet = async (
  cloud: string,
  count: number,
): Promise<{ readonly code: string } & AsyncDisposable> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-account-'));
  const { child, find } = run(['fleet', '--cloud', cloud, '--count', String(count), '--data', folder]);
  return {
    code: await find(/enter ([A-Z]{4}-[A-Z]{4}) at/),
    [Symbol.asyncDispose]: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
