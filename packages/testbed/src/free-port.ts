import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** Returns a free TCP port of this machine, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  await using server = await listen(createServer());
  return server.port;
}

/**
 * Settings that isolate a bridge in this process from other programs on the machine. Port 9 discards what it receives
 * (RFC 863).
 */
export const onFreePorts = { httpPort: 0, udpPort: 0, notifyAddress: '127.0.0.1', notifyPort: 9 } as const;
