import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { portRange, takePort } from './ports.ts';

it('a soak takes free ports that no outgoing connection gets, each once', async () => {
  const first = await takePort();
  // The next port is in use, so the one after it is taken.
  const server = createServer().listen(first + 1, '127.0.0.1');
  await once(server, 'listening');
  const ports = [first, await takePort(), await takePort()];
  server.close();
  assert.equal(new Set(ports).size, 3);
  assert.ok(!ports.includes(first + 1));
  const { first: lowest, count } = portRange;
  for (const port of ports) assert.ok(port >= lowest && port < lowest + count && port < 32_768, `${port}`);
});
