import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { type Log, silent } from '../kernel/log/log.ts';
import { type Host, type HostConfig, startHost } from './host.ts';

const start = async (config: Partial<HostConfig> = {}, add: (host: Host) => unknown = () => {}) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const cloud = stack.use(
    await startHost({ store: { dataDir: folder.path }, httpPort: 0, ...config }, async (host) => {
      await add(host);
      return {};
    }),
  );
  const url = `http://127.0.0.1:${cloud.http.port}`;
  return { cloud, url, folder, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** A request over HTTP/2 that starts without an upgrade (RFC 9113, 3.3). */
const askHttp2 = async (url: string, path: string, method = 'GET', json = '') => {
  const session = connectHttp2(url);
  const type = 'application/json';
  const stream = session.request({ ':path': path, ':method': method, 'content-type': type });
  if (json !== '') stream.end(json);
  const [headers] = await once(stream, 'response');
  let body = '';
  for await (const chunk of stream.setEncoding('utf8')) body += chunk;
  session.close();
  return { status: headers[':status'], headers, body };
};

/** Sends raw bytes and returns all bytes received until the connection closes. */
const say = async (port: number, ...chunks: string[]) => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8');
  await once(socket, 'connect');
  for (const chunk of chunks) await new Promise((written) => socket.write(chunk, written));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
};

describe('the host of a cloud', () => {
  it('responds to HTTP/1.1 and HTTP/2 on one port', async () => {
    await using running = await start();
    const http1 = await fetch(`${running.url}/healthz`);
    assert.equal((await fetch(`${running.url}/healthz`, { method: 'HEAD' })).status, 200);
    assert.equal(http1.status, 200);
    assert.deepEqual(await http1.json(), { status: 'ok' });
    const http2 = await askHttp2(running.url, '/healthz');
    assert.equal(http2.status, 200);
    assert.equal(http2.body, '{"status":"ok"}');
    assert.equal(http2.headers['x-content-type-options'], 'nosniff');
  });

  it('recognizes a request that arrives byte by byte', async () => {
    await using running = await start();
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    assert.match(await say(running.cloud.http.port, ...request), /^HTTP\/1.1 200 OK\r\n/);
    const put = 'PUT /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    assert.match(await say(running.cloud.http.port, ...put), /^HTTP\/1.1 404 /);
  });

  it('refuses a request that names two hosts', async () => {
    await using running = await start();
    const ask = (...hosts: string[]) =>
      say(
        running.cloud.http.port,
        `GET /healthz HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`,
      );
    assert.match(await ask('Host: a'), /^HTTP\/1.1 200 /);
    for (const hosts of [
      ['Host: a', 'Host: b'],
      ['Host: a', 'HOST: a'],
    ])
      assert.match(await ask(...hosts), /^HTTP\/1.1 400 .*"The request names two hosts\."/s);
    const session = connectHttp2(running.url);
    const statusOf = async (host: string) => {
      const [headers] = await once(
        session.request({ ':path': '/healthz', ':authority': 'a', host }),
        'response',
      );
      return headers[':status'];
    };
    assert.deepEqual([await statusOf('a'), await statusOf('b')], [200, 400]);
    session.destroy();
  });

  it('refuses a request whose target URL has another host than the Host header', async () => {
    await using running = await start();
    const ask = (target: string) =>
      say(running.cloud.http.port, `GET ${target} HTTP/1.1\r\nHost: a:1\r\nConnection: close\r\n\r\n`);
    assert.match(await ask('http://a:1/healthz'), /^HTTP\/1.1 200 /);
    for (const target of ['http://b/healthz', 'http://a:1@b/healthz', 'HTTP://b/healthz'])
      assert.match(await ask(target), /^HTTP\/1.1 400 .*"The request names two hosts\."/s, target);
  });

  it('responds to HEAD /healthz like to GET, without a body', async () => {
    await using running = await start();
    const { status, headers } = await fetch(`${running.url}/healthz`, { method: 'HEAD' });
    assert.deepEqual([status, headers.get('content-length')], [200, '15']);
    const http2 = await askHttp2(running.url, '/healthz', 'HEAD');
    assert.deepEqual([http2.status, http2.body], [200, '']);
  });

  it('responds to bytes that are not HTTP with a sentence', async () => {
    await using running = await start();
    assert.match(
      await say(running.cloud.http.port, 'hello\r\n\r\n'),
      /^HTTP\/1.1 400 .*This is not an HTTP request/s,
    );
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(16_384)}\r\n\r\n`;
    assert.match(await say(running.cloud.http.port, long), /^HTTP\/1.1 431 .*larger than 16384 bytes/s);
  });

  it('closes a connection that sends no request in time', async () => {
    await using running = await start({ limits: { requestTimeout: 50 } });
    assert.equal(await say(running.cloud.http.port), '');
    assert.equal(await say(running.cloud.http.port, 'PR'), '');
  });

  it('serves metrics only on the admin port if it has one', async () => {
    await using running = await start({ adminPort: 0 });
    const admin = `http://127.0.0.1:${running.cloud.adminPort}`;
    const answer = await fetch(`${admin}/metrics`);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /^plenum_cloud_resident_bytes \d+$/m);
    assert.equal((await fetch(`${running.url}/metrics`)).status, 404);
    assert.equal((await fetch(`${admin}/healthz`)).status, 404);
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200);
    await assert.rejects(start({ adminPort: running.cloud.adminPort }), (error) => cloudFailures.is(error));
  });

  it('is ready from its start until it stops, whether or not the store is available', async () => {
    const { promise: isStopping, resolve: stopping } = Promise.withResolvers<void>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    await using running = await start({}, ({ app }) =>
      app.addHook('preClose', () => {
        stopping();
        return finished;
      }),
    );
    using _ = { [Symbol.dispose]: finish };
    const ready = () => fetch(`${running.url}/readyz`);
    await running.cloud.store[Symbol.asyncDispose]();
    const answer = await ready();
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ready' }]);
    const stopped = running[Symbol.asyncDispose]();
    await isStopping;
    await assert.rejects(ready(), 'while requests finish, a load balancer cannot connect');
    finish();
    await stopped;
  });

  it('still serves requests for a while after it began to stop, but is not ready', async () => {
    const clock = createFakeClock(0);
    await using running = await start({ drainFor: 3_000, clock });
    const ask = async (path: string) => {
      const answer = await fetch(`${running.url}${path}`);
      return [answer.status, answer.headers.get('connection'), await answer.json()];
    };
    const stopped = running[Symbol.asyncDispose]();
    assert.deepEqual(await ask('/readyz'), [503, 'close', { status: 'stopping' }]);
    assert.deepEqual(await ask('/healthz'), [200, 'close', { status: 'ok' }]);
    clock.advance(2_999);
    assert.deepEqual(await ask('/healthz'), [200, 'close', { status: 'ok' }]);
    clock.advance(1);
    await stopped;
    await assert.rejects(ask('/healthz'));
  });

  it('shows its metrics on the admin port until it has drained', async () => {
    const clock = createFakeClock(0);
    await using running = await start({ drainFor: 3_000, clock, adminPort: 0 });
    const scrape = async () => (await fetch(`http://127.0.0.1:${running.cloud.adminPort}/metrics`)).status;
    const stopped = running[Symbol.asyncDispose]();
    assert.equal(await scrape(), 200);
    clock.advance(2_999);
    assert.equal(await scrape(), 200);
    clock.advance(1);
    await stopped;
    await assert.rejects(scrape());
  });

  it('reports its version, and counts requests in its metrics', async () => {
    await using running = await start();
    const { name, version } = (await (await fetch(`${running.url}/version`)).json()) as Record<
      string,
      string
    >;
    assert.equal(name, 'plenum-cloud');
    assert.match(version!, /^\d+\.\d+\.\d+$/);
    await fetch(`${running.url}/nowhere?token=abc`);
    const metrics = await (await fetch(`${running.url}/metrics`)).text();
    assert.match(
      metrics,
      /plenum_cloud_http_requests_total\{method="GET",route="\/version",status="200"\} 1/,
    );
    assert.match(metrics, /plenum_cloud_http_requests_total\{method="GET",route="none",status="404"\} 1/);
    assert.doesNotMatch(metrics, /nowhere|abc/);
  });

  it('accepts a body of 64 KiB and refuses one byte more', async () => {
    await using running = await start({}, ({ app }) => {
      app.post('/length', async ({ body }) => ({ length: JSON.stringify(body).length }));
    });
    const post = (bytes: number) =>
      fetch(`${running.url}/length`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `"${'x'.repeat(bytes - 2)}"`,
      });
    assert.deepEqual(await (await post(65_536)).json(), { length: 65_536 });
    const refused = await post(65_537);
    assert.equal(refused.status, 413);
    assert.deepEqual(await refused.json(), {
      requestId: refused.headers.get('x-request-id'),
      response: { result: 'InvalidRequest', detail: 'The body is larger than 65536 bytes.' },
    });
  });

  it('sends the refusal to a client with a megabyte, and does not read an endless body', async () => {
    await using running = await start({}, ({ app }) => {
      app.post('/length', async () => ({}));
    });
    for (const length of ['1000000', '4000000000']) {
      const socket = connect(running.cloud.http.port, '127.0.0.1').on('error', () => {});
      let text = '';
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.pause();
      const head = `POST /length HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      socket.write(head);
      let left = Number(length);
      const flood = () => {
        // A simple client reads the response only when it has sent everything.
        if (left <= 0 || !socket.writable) socket.resume();
        else {
          left -= 62_500;
          socket.write(Buffer.alloc(62_500, 32), flood);
        }
      };
      flood();
      await new Promise((resolve) => socket.once('close', resolve));
      if (length === '1000000')
        assert.match(text, /^HTTP\/1\.1 413 [\s\S]*The body is larger than 65536 bytes\./);
    }
  });

  it('refuses a body over HTTP/2 that is too large, without a warning of Node', async () => {
    await using running = await start({}, ({ app }) => {
      app.post('/length', async ({ body }) => ({ length: JSON.stringify(body).length }));
    });
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    const refused = await askHttp2(running.url, '/length', 'POST', `"${'x'.repeat(65_535)}"`);
    assert.equal(refused.status, 413);
    assert.match(refused.body, /The body is larger than 65536 bytes\./);
    process.off('warning', warn);
    assert.deepEqual(warnings, []);
  });

  it('logs an unexpected error under the request id of its response, and reveals nothing else', async () => {
    const lines: { facts: object; sentence: string }[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (facts: object, sentence: string) => void lines.push({ facts, sentence }),
    };
    await using running = await start({ log }, ({ app }) => {
      app.get('/broken', async () => {
        throw Object.assign(new Error('the secret plan'), { detail: 'Key (email)=(a@b.c)' });
      });
    });
    const answer = await fetch(`${running.url}/broken`, { headers: { 'x-request-id': 'balancer-1' } });
    const text = await answer.text();
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get('x-request-id'), 'balancer-1');
    assert.doesNotMatch(text, /plan/);
    assert.match(text, /"result":"Error"/);
    assert.equal(lines.length, 1);
    const { id, route, err } = lines[0]!.facts as { id: string; route: string; err: Record<string, string> };
    assert.deepEqual(
      { id, route, message: err.message },
      { id: 'balancer-1', route: '/broken', message: 'the secret plan' },
    );
    assert.match(err.stack!, /host\.test/);
    assert.equal(JSON.stringify(lines).includes('a@b.c'), false);
  });

  it('replaces a request id that could break out of a log line', async () => {
    await using running = await start();
    const { headers } = await fetch(`${running.url}/healthz`, { headers: { 'x-request-id': 'a b"' } });
    assert.match(headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
  });

  it('requires browsers to use https only if the public URL is https', async () => {
    await using plain = await start();
    const headers = (await fetch(`${plain.url}/healthz`)).headers;
    assert.equal(headers.get('strict-transport-security'), null);
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    assert.equal(plain.cloud.publicUrl, plain.url);
    await using secure = await start({ publicUrl: 'https://cloud.example' });
    const secured = (await fetch(`${secure.url}/healthz`)).headers;
    assert.equal(secured.get('strict-transport-security'), 'max-age=31536000');
    assert.equal(secure.cloud.publicUrl, 'https://cloud.example');
  });

  it('allows a route to override one security header', async () => {
    await using running = await start({}, ({ app }) => {
      app.get('/page', (_, reply) =>
        reply.header('content-security-policy', "style-src 'self'").send('page'),
      );
    });
    const { headers } = await fetch(`${running.url}/page`);
    assert.equal(headers.get('content-security-policy'), "style-src 'self'");
    assert.equal(headers.get('x-frame-options'), 'DENY');
  });

  for (const [speech, get] of [
    ['HTTP/1.1', async (url: string) => (await fetch(`${url}/slow`)).text()],
    ['HTTP/2', async (url: string) => (await askHttp2(url, '/slow')).body],
  ] as const)
    it(`completes open requests over ${speech} before it stops, then disposes modules in reverse order`, async () => {
      const order: string[] = [];
      const arrived = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      await using running = await start({}, ({ app, modules, deps }) => {
        app.get('/slow', async () => {
          arrived.resolve();
          await finish.promise;
          order.push('answered');
          return 'done';
        });
        modules.defer(async () => {
          await deps.store.ping();
          order.push('first ended');
        });
        modules.defer(() => void order.push('second ended'));
      });
      const answer = get(running.url);
      await arrived.promise;
      const stopped = running.cloud[Symbol.asyncDispose]();
      await assert.rejects(fetch(`${running.url}/healthz`));
      finish.resolve();
      assert.equal(await answer, 'done');
      await stopped;
      assert.deepEqual(order, ['answered', 'second ended', 'first ended']);
    });

  it('waits for open requests no longer than the shutdown timeout', async () => {
    const arrived = Promise.withResolvers<void>();
    const running = await start({ limits: { shutdownTimeout: 20 } }, ({ app }) => {
      app.get('/never', () => {
        arrived.resolve();
        return new Promise(() => {});
      });
    });
    const cut = assert.rejects(fetch(`${running.url}/never`));
    await arrived.promise;
    await running[Symbol.asyncDispose]();
    await cut;
  });

  it('releases everything if a module cannot be started', async () => {
    using folder = createDataFolder();
    const store = { dataDir: folder.path };
    const ended: string[] = [];
    const failing = startHost({ store, httpPort: 0 }, async ({ modules }) => {
      modules.defer(() => void ended.push('first'));
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(ended, ['first']);
    await using again = await start({ store });
    assert.equal((await fetch(`${again.url}/healthz`)).status, 200);
  });

  it('handles an early connection once its modules have started', async () => {
    const request = 'GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    let answer: Promise<string> | undefined;
    await using _ = await start({}, async ({ app, http }) => {
      answer = say(http.port, request);
      const [socket] = await once(app.server, 'connection');
      await once(socket, 'readable');
      app.get('/late', async () => 'here');
    });
    assert.match(await answer!, /^HTTP\/1.1 200 .*here$/s);
  });

  const refused = (code: string) => (error: unknown) => cloudFailures.is(error) && error.code === code;

  it('reports that its port is in use', async () => {
    await using running = await start();
    await assert.rejects(start({ httpPort: running.cloud.http.port }), refused('port-taken'));
  });

  it('refuses a public URL with a path, and plain http on another machine', async () => {
    await assert.rejects(start({ publicUrl: 'https://cloud.example/x' }), refused('public-url-unusable'));
    await assert.rejects(start({ publicUrl: 'cloud.example' }), refused('public-url-unusable'));
    await assert.rejects(start({ publicUrl: 'http://cloud.example' }), refused('public-url-not-https'));
    await using running = await start({ publicUrl: 'http://localhost:8090/' });
    assert.equal(running.cloud.publicUrl, 'http://localhost:8090');
  });

  it('waits for a read whose client has disconnected before it closes the store', async () => {
    const errors: unknown[] = [];
    const log: Log = { ...silent, error: (facts, sentence) => errors.push([sentence, facts]) };
    for (const isHook of [false, true]) {
      const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await using running = await start({ log }, ({ app, deps }) => {
        const read = async () => {
          asked.resolve();
          await held.promise;
          await deps.store.db.selectFrom('guess').selectAll().execute();
        };
        app.get('/slow', isHook ? { onRequest: read } : {}, async () => (isHook ? {} : read()));
      });
      const gone = new AbortController();
      const request = fetch(`${running.url}/slow`, { signal: gone.signal });
      await asked.promise;
      gone.abort();
      await assert.rejects(request, { name: 'AbortError' });
      let isStopped = false;
      const stopping = running.cloud[Symbol.asyncDispose]().then(() => {
        isStopped = true;
      });
      // Enough for a node that does not wait.
      for (let turn = 0; turn < 500 && !isStopped; turn++) await new Promise(setImmediate);
      held.resolve();
      await stopping;
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    }
    assert.deepEqual(errors, []);
  });

  it('refuses a bridge URL with a path, and plain http on another machine', async () => {
    const startWith = (url: string) => start({ otherUrls: ['https://cloud.example', url] });
    for (const url of ['https://bridges.example/x', 'bridges.example', ''])
      await assert.rejects(startWith(url), refused('public-url-unusable'), url);
    await assert.rejects(startWith('http://bridges.example'), refused('public-url-not-https'));
  });
});
