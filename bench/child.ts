import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process that is put under load. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  /** Returns the CPU time of the process so far, in µs. */
  cpu(): Promise<number>;
}

/** A server process of the benchmark. */
export interface Child extends Server {
  /** Returns the resident bytes as an operator sees them, with the freed pages that V8 keeps for later use. */
  shown(): Promise<number>;
  /** Returns the resident bytes after a garbage collection. */
  resident(): Promise<number>;
  /** Returns the resident memory in bytes after V8 has also released the freed pages that it keeps for later use. */
  retained(): Promise<number>;
  /** Returns the bytes of the objects in the heap of V8 after a garbage collection. */
  heap(): Promise<number>;
  kill(): Promise<void>;
}

interface Usage {
  readonly cpu: number;
  readonly shown: number;
  readonly resident: number;
  readonly retained: number;
  readonly heap: number;
}

const ask = async (child: ChildProcess, what: keyof Usage): Promise<number> => {
  child.send(what);
  const [message] = (await once(child, 'message')) as [Usage];
  return message[what];
};

/** Starts `bench/<name>.ts` with arguments; resolves once it has sent its port. */
export async function startChild(name: string, args: readonly string[] = []): Promise<Child> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    port: message.port,
    cpu: () => ask(child, 'cpu'),
    shown: () => ask(child, 'shown'),
    resident: () => ask(child, 'resident'),
    retained: () => ask(child, 'retained'),
    heap: () => ask(child, 'heap'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

/** Sends the port to the parent process, and resource usage on request. Called by the servers of the benchmark. */
export function serveParent(port: number): void {
  // The parent process has ended.
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message) => {
    if (message === 'resident' || message === 'heap') globalThis.gc?.();
    if (message === 'retained') globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed: heap } = process.memoryUsage();
    process.send?.({ cpu: user + system, shown: rss, resident: rss, retained: rss, heap } satisfies Usage);
  });
  process.send?.({ port });
}
