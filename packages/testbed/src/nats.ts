import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { createKillable, type Killable } from './killable.ts';

const places = () => [
  process.env.PLENUM_NATS_SERVER ?? '',
  ...[...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'].map((folder) =>
    join(folder, 'nats-server'),
  ),
];

const program: string | undefined = places().find((file) => file !== '' && existsSync(file));

/** The reason why the NATS half of a suite is skipped; `false` if it runs. */
export const natsMissing: string | false =
  program === undefined &&
  'NATS is not installed: apt-get install nats-server (or name the program in PLENUM_NATS_SERVER)';

/** A running NATS server for one test. */
export interface Nats extends AsyncDisposable, Killable {
  readonly url: string;
  readonly port: number;
  /** `undefined` while it is not running. */
  readonly pid: number | undefined;
}

/**
 * Starts a NATS server, by default on a free port, optionally with the text of a configuration file. Check `natsMissing`
 * first.
 */
export async function startNats({
  config,
  port: given,
}: {
  readonly config?: string;
  readonly port?: number;
} = {}): Promise<Nats> {
  const port = given ?? (await freePort());
  await using stack = new AsyncDisposableStack();
  const words = ['-a', '127.0.0.1', '-p', String(port)];
  if (config !== undefined) {
    const file = join(stack.use(createDataFolder()).path, 'nats.conf');
    writeFileSync(file, config);
    words.push('-c', file);
  }
  const server = createKillable({ name: 'NATS', program: program!, words, port, sign: 'data' });
  stack.defer(server.kill);
  await server.start();
  const owned = stack.move();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    kill: server.kill,
    start: server.start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
