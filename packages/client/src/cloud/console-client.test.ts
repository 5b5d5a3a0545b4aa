import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConsoleClient, readRefusal, toConsolePath } from './console-client.ts';

const answering =
  (status: number, text: string | null): typeof fetch =>
  async () =>
    new Response(text, { status });

test('reports a refusal with the code and the sentence of the cloud', () => {
  const console = '{"code":"no-such-bridge","sentence":"You have no such bridge."}';
  assert.deepEqual(readRefusal(404, console), {
    code: 'no-such-bridge',
    sentence: 'You have no such bridge.',
  });
  const withFacts = { code: 'too-many-houses', sentence: 'Too many.', facts: { most: 100 } };
  assert.deepEqual(readRefusal(409, JSON.stringify(withFacts)), withFacts);
  const server = '{"requestId":"1","response":{"result":"InvalidRequest","detail":"The body is not JSON."}}';
  assert.deepEqual(readRefusal(400, server), { code: 'InvalidRequest', sentence: 'The body is not JSON.' });
});

test('describes a refusal in an unknown format by its status', () => {
  for (const text of ['<h1>Bad gateway</h1>', 'null', '[]', '{}', ''])
    assert.deepEqual(readRefusal(502, text), {
      code: 'unknown',
      sentence: 'The cloud answered with status 502.',
      facts: { status: 502 },
    });
});

test('returns the value of a response, or undefined if the route has none', async () => {
  const client = (status: number, text: string | null) =>
    createConsoleClient({ fetch: answering(status, text) });
  assert.deepEqual(await client(200, '[1]')('apps'), { ok: true, value: [1] });
  assert.deepEqual(await client(204, null)('signOut'), { ok: true, value: undefined });
});

test('reports a missing response as a refusal without claiming that the change was not made', async () => {
  const broken: typeof fetch = async () => {
    throw new TypeError('network');
  };
  const client = createConsoleClient({ fetch: broken });
  const read = await client('apps');
  const change = await client('signOut');
  assert.ok(!read.ok && !change.ok);
  assert.deepEqual(read.refusal, { code: 'unreachable', sentence: 'The cloud does not answer.' });
  assert.equal(
    change.refusal.sentence,
    'The cloud does not answer; the change may or may not have been made.',
  );
});

test('posts only changes, as JSON with the form token', async () => {
  const received: [unknown, RequestInit | undefined][] = [];
  const watching: typeof fetch = async (path, init) => {
    received.push([path, init]);
    return new Response('{}');
  };
  const client = createConsoleClient({ fetch: watching });
  await client('apps', { formToken: 'unused' });
  await client('nameBridge', { parameters: { systemId: '1' }, body: { name: 'a' }, formToken: 't' });
  await client('signOut', { formToken: 't' });
  assert.deepEqual(
    received.map(([path, init]) => [path, init?.method, init?.body]),
    [
      ['/console/apps', 'GET', undefined],
      ['/console/bridges/1/name', 'POST', '{"name":"a"}'],
      ['/account/sign-out', 'POST', '{}'],
    ],
  );
  assert.deepEqual(received[0]![1]?.headers, {});
  assert.deepEqual(received[1]![1]?.headers, { 'Content-Type': 'application/json', 'X-Form-Token': 't' });
});

test('escapes parameters and the query and omits undefined members of the query', () => {
  const parameters = { clientId: 'a/b?c', endpointId: 'ü' };
  assert.equal(
    toConsolePath('deliveries', { parameters, query: { before: '7' } }),
    '/console/apps/a%2Fb%3Fc/endpoints/%C3%BC/deliveries?before=7',
  );
  assert.equal(
    toConsolePath('deliveries', { parameters, query: { before: undefined } }),
    '/console/apps/a%2Fb%3Fc/endpoints/%C3%BC/deliveries',
  );
});
