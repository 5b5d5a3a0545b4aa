import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server process of the bench, with its port and the processor time it has used, in µs. */
export interface Child extends AsyncDisposable {
  readonly port: number;
  cpu(): Promise<number>;
}

const ask = async (child: ChildProcess): Promise<number> => {
  child.send('cpu');
  const [message] = (await once(child, 'message')) as [{ cpu: number }];
  return message.cpu;
};

/** Starts `bench/servers/<name>.ts` with arguments; resolves when it has told its port. */
export const startChild = async (name: string, args: readonly string[] = []): Promise<Child> => {
  const child = fork(join(import.meta.dirname, 'servers', `${name}.ts`), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return {
    port: message.port,
    cpu: () => ask(child),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};

/** Tells the parent the port, and the processor time whenever it asks; to be called by a server of the bench. */
export const serveParent = (port: number): void => {
  process.on('message', (message) => {
    if (message !== 'cpu') return;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
  process.send?.({ port });
};
