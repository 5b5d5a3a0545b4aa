import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { createKillable, type Killable } from './killable.ts';

const program: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/opt/homebrew/sbin',
]
  .map((folder) => join(folder, 'mosquitto'))
  .find((file) => existsSync(file));

/** The reason why tests with a broker are skipped; `false` if they run. */
export const mosquittoMissing: string | false =
  program === undefined && 'mosquitto is not installed: apt-get install mosquitto';

/** A running broker without persistence: its contents are lost when it ends. */
export interface Mosquitto extends AsyncDisposable, Killable {
  readonly port: number;
  readonly url: string;
}

/**
 * Starts a broker on a free port. Additional configuration lines apply to its listener, or to other listeners that they
 * begin. Check `mosquittoMissing` first.
 */
export async function startMosquitto(config = 'allow_anonymous true'): Promise<Mosquitto> {
  const port = await freePort();
  await using stack = new AsyncDisposableStack();
  const file = join(stack.use(createDataFolder()).path, 'mosquitto.conf');
  // If run as root, the broker would switch to a user who may not read the folder.
  writeFileSync(
    file,
    `user root\nset_tcp_nodelay true\nper_listener_settings true\nlistener ${port} 127.0.0.1\npersistence false\n${config}\n`,
  );
  const words = ['-c', file];
  const { start, kill } = createKillable({
    name: 'mosquitto',
    program: program!,
    words,
    port,
    sign: 'connect',
  });
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
}
