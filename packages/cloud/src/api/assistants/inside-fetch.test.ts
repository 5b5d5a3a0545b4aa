import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { createInsideFetch } from './inside-fetch.ts';

const maxBytes = 1_000;

/** A server that does not listen on a port, and a `fetch` that calls it within the process. */
const start = () => {
  const app = fastify();
  const gone = new AbortController();
  const headers = { host: 'cloud.example', 'x-request-id': 'r-1' };
  const fetch = createInsideFetch({ app, address: '192.0.2.7', headers, signal: gone.signal, maxBytes });
  return { app, gone, fetch };
};

it('passes method, headers, body and client address with a request made within the process', async () => {
  const { app, fetch } = start();
  app.post('/dev', async ({ ip, host, id, headers, body, url }, reply) =>
    reply.code(429).header('retry-after', 7).send({ ip, host, id, token: headers.authorization, body, url }),
  );
  const answer = await fetch('http://127.0.0.1:1/dev?a=b', {
    method: 'POST',
    headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
    body: '{"x":1}',
  });
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '7']);
  const found = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual(
    [found.ip, found.host, found.token, found.body, found.url],
    ['192.0.2.7', 'cloud.example', 'Bearer t', { x: 1 }, '/dev?a=b'],
  );
});

it('refuses an overlong response to a request made within the process', async () => {
  const { app, fetch } = start();
  app.get<{ Params: { bytes: string } }>('/:bytes', async ({ params }) => 'x'.repeat(Number(params.bytes)));
  assert.equal(await (await fetch(`http://x/${maxBytes}`)).text(), 'x'.repeat(maxBytes));
  const long = await fetch(`http://x/${maxBytes + 1}`);
  assert.equal(long.status, 413);
  assert.deepEqual(await long.json(), {
    requestId: '',
    response: {
      result: 'Error',
      detail: 'The components of this user are larger than 1000 bytes, too much for an assistant.',
    },
  });
});

it('aborts a request within the process when the assistant disconnects', async () => {
  const { app, gone, fetch } = start();
  const held = Promise.withResolvers<string>();
  app.get('/held', () => held.promise);
  const asked = fetch('http://x/held');
  gone.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  await assert.rejects(fetch('http://x/held'), { name: 'AbortError' });
  held.resolve('late');
});
