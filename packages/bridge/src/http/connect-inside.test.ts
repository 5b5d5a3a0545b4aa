import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { connectInside } from './connect-inside.ts';

describe('a connection within the process', () => {
  it('carries a request of this machine to a server without a port, and its answer back', async () => {
    const server = createServer(({ url, socket }, response) => {
      response.end(`${url} from ${socket.remoteAddress}`);
    });
    const client = connectInside(server).setEncoding('utf8');
    client.write('GET /zones HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const answer = (await client.toArray()).join('');
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, /\/zones from 127\.0\.0\.1$/);
  });

  it('is closed at both ends when either end is destroyed, even by a client without listeners', async () => {
    const server = createServer();
    for (const breaker of ['client', 'server']) {
      const connected = once(server, 'connection');
      const client = connectInside(server);
      const [served] = await connected;
      const closed = once(breaker === 'client' ? served : client, 'close');
      if (breaker === 'client') client.removeAllListeners().destroy();
      else served.destroy();
      await closed;
      assert.ok(client.destroyed && served.destroyed);
    }
  });
});
