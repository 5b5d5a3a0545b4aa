import { createServer } from 'node:net';

/**
 * The ports that a soak uses. Linux chooses ports from 32768 on for outgoing connections, so a port of this range is
 * still free when a process that was killed starts again.
 */
export const portRange = { first: 20_000, count: 12_000 } as const;

let next = (process.pid * 31) % portRange.count;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a free port of the range, each time another one. */
export async function takePort(): Promise<number> {
  for (;;) {
    const port = portRange.first + (next++ % portRange.count);
    if (await isFree(port)) return port;
  }
}
