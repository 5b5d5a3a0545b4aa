import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port of this machine that nobody listened on a moment ago, for programs that cannot be told to choose one themselves. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};
