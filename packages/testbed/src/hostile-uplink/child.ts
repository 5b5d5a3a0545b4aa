import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program in a separate process that can be killed, as by a power failure. */
export interface Child extends AsyncDisposable {
  /** The address that the program prints once it has started. */
  readonly url: string;
  kill(): Promise<void>;
}

/** Runs a file of this folder with a JSON argument; resolves once it has printed its address. */
export async function startChild(file: string, argument: object): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path, JSON.stringify(argument)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const [line] = (await Promise.race([
    once(child.stdout!.setEncoding('utf8'), 'data'),
    ended.then(() => [undefined]),
  ])) as [string | undefined];
  if (line === undefined) throw new Error(`${file} ended before it had started`);
  return { url: line.trim(), kill, [Symbol.asyncDispose]: kill };
}

/** In the child process: reads its argument, and ends the process when its parent has ended. */
export function readArgument<Argument>(): Argument {
  process.stdin.resume().on('end', () => process.exit(1));
  return JSON.parse(process.argv[2]!) as Argument;
}
