import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { refuse } from '@plenum/protocol/refusal';
import { createCounts } from '../diagnostics/counts.ts';
import { send } from '../fixture/http.fixture.ts';
import { toRefusalAnswer, toTextAnswer } from './answer.ts';
import { bodyOf } from './body.ts';
import { defaultLimits } from './limits.ts';
import { createRequestServer, type RequestServerDeps } from './request-server.ts';
import type { ReadRoute, Route, StreamRoute } from './route.ts';

const route = (path: string, handle: Route['handle'], more: Partial<Route> = {}): Route => ({
  method: 'GET',
  path,
  endpoint: path.slice(1),
  handle,
  ...more,
});

const start = async (
  routes: readonly (Route | ReadRoute | StreamRoute)[],
  parts: Partial<RequestServerDeps> = {},
) => {
  const logged: (readonly [facts: object, sentence: string])[] = [];
  const write = (facts: object, sentence: string) => void logged.push([facts, sentence]);
  const requests = createCounts();
  let advanced = 0;
  const server = createRequestServer({
    routes,
    guard: () => undefined,
    limits: defaultLimits,
    certificate: undefined,
    requests,
    advance: () => void advanced++,
    clock: createFakeClock(),
    log: { info: write, warn: write, error: write } as never,
    ...parts,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.address() as AddressInfo;
  return {
    server,
    port,
    logged,
    advanced: () => advanced,
    counts: () => requests.all().filter(({ count }) => count > 0),
    ask: async (path: string, about?: Parameters<typeof send>[2]) => {
      const { status, text } = await send(port, path, about);
      return [status, text];
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
};

const internal = [503, toRefusalAnswer(refuse('internal').refusal).text];

describe('the handling of a request', () => {
  it('advances the house and counts a request under its endpoint, as done or refused', async () => {
    await using server = await start([
      route('/a', () => toTextAnswer('a')),
      route('/b', async () => toRefusalAnswer(refuse('read-only').refusal)),
    ]);
    assert.deepEqual(await server.ask('/a'), [200, 'a']);
    assert.deepEqual(await server.ask('/a?x'), [200, 'a']);
    assert.equal((await server.ask('/b'))[0], 403);
    assert.equal(server.advanced(), 3);
    assert.equal((await server.ask('/c'))[0], 404);
    assert.equal(server.advanced(), 3);
    assert.deepEqual(server.counts(), [
      { labels: ['none', 'refused'], count: 1 },
      { labels: ['a', 'done'], count: 2 },
      { labels: ['b', 'refused'], count: 1 },
    ]);
  });

  it('keeps the connection of a client that waits longer than a connection may be idle', async () => {
    const limits = { ...defaultLimits, idleTimeout: 10 };
    await using server = await start(
      [
        route('/step', async ({ raw }) => {
          await once(raw.socket, 'timeout');
          return toTextAnswer('done');
        }),
      ],
      { limits },
    );
    assert.deepEqual(await server.ask('/step'), [200, 'done']);
  });

  it('logs the first request and then one in 1,000', async () => {
    await using server = await start([route('/a', () => toTextAnswer('a'))]);
    const sentences = () => server.logged.length;
    await server.ask('/a');
    assert.deepEqual(server.logged, [
      [{ method: 'GET', url: '/a', status: 200, count: 1 }, 'a sample of one request in 1,000'],
    ]);
    await server.ask('/a');
    assert.equal(sentences(), 1);
  });

  it('responds with an internal failure and logs it if a handler throws or rejects', async () => {
    const fail = () => {
      throw new Error('broken');
    };
    const failLater = () => Promise.reject(new Error('broken'));
    const post = { method: 'POST' } as const;
    await using server = await start([
      route('/now', fail),
      route('/later', failLater),
      { ...route('/read-now', fail), method: 'GET', read: fail } as unknown as ReadRoute,
      { ...route('/read-later', fail), method: 'GET', read: failLater } as unknown as ReadRoute,
      route('/body-now', fail, post),
      route('/body-later', failLater, post),
      { method: 'GET', path: '/stream', endpoint: 'stream', stream: failLater },
    ]);
    const long = 'x'.repeat(2_000);
    for (const [path, about] of [
      ['/now', {}],
      ['/later', {}],
      ['/read-now', {}],
      ['/read-later', {}],
      ['/body-now', { ...post, body: 'x' }],
      ['/body-later', { ...post, body: 'x' }],
      ['/body-now', { ...post, body: long }],
      ['/body-later', { ...post, body: long }],
      ['/stream', {}],
    ] as const) {
      server.logged.length = 0;
      assert.deepEqual(await server.ask(path, about), internal, path);
      assert.deepEqual(
        server.logged.map(([facts, sentence]) => [(facts as { url: string }).url, sentence]),
        [[path, 'a request failed']],
      );
    }
  });

  it('breaks off the connection if a request fails after its head was sent', async () => {
    await using server = await start([
      {
        method: 'GET',
        path: '/stream',
        endpoint: 'stream',
        stream: async (_, response) => {
          response.writeHead(200);
          response.write('a');
          await new Promise(setImmediate);
          throw new Error('broken');
        },
      },
    ]);
    await assert.rejects(async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/stream`);
      await answer.text();
    });
  });

  it('passes the body to the handler unless the request is a GET or has no body', async () => {
    const echo: Route['handle'] = (request) => {
      const body = bodyOf(request);
      return toTextAnswer(body.ok ? `"${body.value}" ${request.body !== undefined}` : 'refused');
    };
    await using server = await start([route('/a', echo), route('/a', echo, { method: 'POST' })]);
    const chunked = { 'Transfer-Encoding': 'chunked' };
    assert.deepEqual(await server.ask('/a', { method: 'POST', body: 'x' }), [200, '"x" true']);
    assert.deepEqual(await server.ask('/a', { method: 'POST', body: 'x', headers: chunked }), [
      ...[200, '"x" true'],
    ]);
    assert.deepEqual(await server.ask('/a', { method: 'POST', headers: { 'Content-Length': '0' } }), [
      ...[200, '"" false'],
    ]);
    assert.deepEqual(await server.ask('/a', { body: 'x', headers: { 'Content-Length': '1' } }), [
      ...[200, '"" false'],
    ]);
  });

  it('refuses unknown paths, and unknown methods with the list of allowed ones', async () => {
    await using server = await start([
      route('/a', () => toTextAnswer('a')),
      route('/a', () => toTextAnswer('b'), { method: 'POST' }),
    ]);
    const answer = await send(server.port, '/a?x', { method: 'PUT' });
    assert.deepEqual(
      [answer.status, answer.headers.allow, answer.text],
      [405, 'GET, POST', '{ERROR: /a accepts only GET and POST.}'],
    );
    assert.deepEqual(await server.ask('/b?x'), [404, '{ERROR: There is nothing at /b.}']);
    const long = `/${'b'.repeat(199)}`;
    assert.deepEqual(await server.ask(long), [404, `{ERROR: There is nothing at ${long}.}`]);
    assert.deepEqual(await server.ask(`${long}c`), [404, `{ERROR: There is nothing at ${long}.}`]);
    assert.deepEqual(await server.ask('/%ff?x'), [404, '{ERROR: There is nothing at /%ff.}']);
  });

  it('passes on a request for which there is no route', async () => {
    await using server = await start([route('/a', () => toTextAnswer('a'))], {
      passPath: ({ url }) =>
        url === '/not' ? undefined : Promise.resolve(url === '/b' ? toTextAnswer('passed') : undefined),
    });
    assert.deepEqual(await server.ask('/b'), [200, 'passed']);
    for (const path of ['/not', '/unknown']) assert.equal((await server.ask(path))[0], 404);
    assert.equal((await server.ask('/a', { method: 'POST' }))[0], 405);
  });

  it('gives the guard the client’s address and if the path is open, and obeys its refusals', async () => {
    const guarded: unknown[] = [];
    await using server = await start(
      [
        route('/open', () => toTextAnswer('a'), { isOpen: true }),
        route('/closed', () => toTextAnswer('b')),
        route('/files/:file', () => toTextAnswer('c'), { isOpen: true }),
        route('/docs/*', () => toTextAnswer('d'), { isOpen: true }),
        route('/other/*', () => toTextAnswer('e')),
      ],
      {
        guard: ({ url, httpVersion, from, isOpen, headers, rawHeaders }) => {
          guarded.push([url, httpVersion, from()]);
          assert.equal(rawHeaders.length > 0 && headers.host !== undefined, true);
          return isOpen() ? undefined : refuse('key-required').refusal;
        },
      },
    );
    for (const [path, status] of [
      ['/open?x', 200],
      ['/files/a', 200],
      ['/docs/a/b', 200],
      ['/closed', 401],
      ['/files/a/b', 401],
      ['/docs', 401],
      ['/other/a', 401],
      ['/opened', 401],
    ] as const)
      assert.equal((await server.ask(path))[0], status, path);
    assert.deepEqual(guarded[0], ['/open?x', '1.1', '127.0.0.1']);
  });

  it('refuses a long read if too many are waiting, for its address or in total', async () => {
    for (const [limits, why] of [
      [{ waitingReads: 0 }, '0 are already waiting'],
      [{ addressWaitingReads: 0 }, '0 from this address are already waiting'],
    ] as const) {
      const read: ReadRoute = { method: 'GET', path: '/a', endpoint: 'a', read: () => toTextAnswer('a') };
      await using server = await start([read], { limits: { ...defaultLimits, ...limits } });
      assert.deepEqual(await server.ask('/a'), [
        ...[409, `{ERROR: One more answer of this kind is not available: ${why}.}`],
      ]);
    }
  });
});

describe('the settings of a server', () => {
  it('configures timeouts and the number of connections from the limits', async () => {
    const times = { requestTimeout: 1_100, keepAliveTimeout: 1_200, idleTimeout: 1_300, connections: 14 };
    await using server = await start([], { limits: { ...defaultLimits, ...times } });
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = server.server.http;
    assert.deepEqual(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections },
      {
        headersTimeout: 1_100,
        requestTimeout: 1_100,
        keepAliveTimeout: 1_200,
        timeout: 1_300,
        maxConnections: 14,
      },
    );
  });

  it('listens at all addresses of localhost and closes them together', async () => {
    const requests = createCounts();
    const local = createRequestServer({
      routes: [route('/a', () => toTextAnswer('a'))],
      guard: () => undefined,
      limits: defaultLimits,
      certificate: undefined,
      requests,
      advance: () => {},
      clock: createFakeClock(),
      log: { info: () => {}, warn: () => {}, error: () => {} } as never,
    });
    await local.listen({ host: 'localhost', port: 0 });
    const { port } = local.http.address() as AddressInfo;
    const addresses = await lookup('localhost', { all: true });
    const isServed = async ({ address, family }: LookupAddress) => {
      const host = family === 6 ? `[${address}]` : address;
      return fetch(`http://${host}:${port}/a`).then(
        (answer) => answer.ok,
        () => false,
      );
    };
    assert.deepEqual(
      await Promise.all(addresses.map(isServed)),
      addresses.map(() => true),
    );
    await local.close();
    assert.deepEqual(
      await Promise.all(addresses.map(isServed)),
      addresses.map(() => false),
    );
  });
});

describe('a server that is closing', () => {
  it('closes each persistent connection after its next response when the server closes', async () => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof toTextAnswer>>();
    const server = await start([
      route('/a', () => {
        isAsked();
        return answer;
      }),
    ]);
    const answered = send(server.port, '/a', { headers: { Connection: 'keep-alive' } });
    await asked;
    const closed = server.server.close();
    resolve(toTextAnswer('a'));
    assert.equal((await answered).text, 'a');
    await closed;
  });
});
