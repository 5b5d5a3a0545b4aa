import { createDataFolder } from './data-folder.ts';
import { startPlenum } from './plenum.ts';
import type { Ended, Running } from './process.ts';

/** Options that isolate a bridge from other programs on the machine. */
export const apart = ['--udp-port', '0', '--notify-port', '9', '--notify-address', '127.0.0.1'] as const;

/** Runs `plenum` with a temporary data folder, which is removed when `plenum` has been stopped. */
export function startInFolder(...words: readonly string[]): Running {
  const folder = createDataFolder();
  const running = startPlenum([...words, '--data', folder.path]);
  return {
    ...running,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** A server of `plenum` in a separate process, which can be killed and restarted with the same data and port. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  /** Waits for matching output; rejects with the whole output if the process ends first. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Ends the server like a power failure (SIGKILL). */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Starts a server of `plenum` on a free port; resolves when it has printed its address. If the server has ended before
 * it is disposed of, disposing of it throws with its output.
 */
export const startServer = (...words: readonly string[]): Promise<Server> => startServerWith({}, ...words);

/** Starts a server like `startServer`, with additional environment variables. */
export async function startServerWith(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Server> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  let isEnding = false;
  let died: Ended | undefined;
  const start = async (port: string) => {
    isEnding = false;
    const started = startPlenum([...words, '--http-port', port, '--data', folder.path], env);
    void started.ended.then((ended) => {
      if (!isEnding) died = ended;
    });
    const [found] = await started.line(/https?:\/\/127\.0\.0\.1:\d+/);
    return [started, found] as const;
  };
  let [running, url] = await start('0');
  const end = (signal: NodeJS.Signals) => {
    isEnding = true;
    return running.stop(signal);
  };
  stack.defer(async () => {
    await end('SIGTERM');
    if (died !== undefined)
      throw new Error(`plenum ended unexpectedly (${died.code}): ${died.out}${died.err}`);
  });
  const ending = stack.move();
  return {
    url,
    line: (pattern) => running.line(pattern),
    kill: async () => void (await end('SIGKILL')),
    restart: async () => {
      [running, url] = await start(new URL(url).port);
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}
