import { fileURLToPath } from 'node:url';
import { startProcess } from '../process.ts';

/** A program in a separate process that can be killed, as by a power failure. */
export interface Child extends AsyncDisposable {
  /** The address that the program prints once it has started. */
  readonly url: string;
  kill(): Promise<void>;
}

/** Runs a file of this folder with a JSON argument; resolves once it has printed its address. */
export async function startChild(file: string, argument: object): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const running = startProcess(path, [JSON.stringify(argument)]);
  const [url] = await running.line(/^http:\S+$/m);
  const kill = async () => void (await running.stop('SIGKILL'));
  return { url, kill, [Symbol.asyncDispose]: kill };
}

/** In the child process: reads its argument. */
export const readArgument = <Argument>(): Argument => JSON.parse(process.argv[2]!) as Argument;
