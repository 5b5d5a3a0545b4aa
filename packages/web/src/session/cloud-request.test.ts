import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSendRequest, toRefusal } from './cloud-request.ts';

const answering =
  (status: number, text: string | null): typeof fetch =>
  async () =>
    new Response(text, { status });

test('a refusal has the code and the sentence of the response', () => {
  const console = '{"code":"no-such-bridge","sentence":"You have no such bridge."}';
  assert.deepEqual(toRefusal(404, console), { code: 'no-such-bridge', sentence: 'You have no such bridge.' });
  const door = '{"requestId":"1","response":{"result":"InvalidRequest","detail":"The body is not JSON."}}';
  assert.deepEqual(toRefusal(400, door), { code: 'InvalidRequest', sentence: 'The body is not JSON.' });
});

test('a response of unknown shape is described by its status', () => {
  for (const text of ['<h1>Bad gateway</h1>', 'null', '[]', '{}', ''])
    assert.deepEqual(toRefusal(502, text), {
      code: 'unknown',
      sentence: 'The cloud answered with status 502.',
    });
});

test('a response becomes its value; an empty one is undefined', async () => {
  assert.deepEqual(await createSendRequest(answering(200, '[1]'))('/x'), { ok: true, value: [1] });
  assert.deepEqual(await createSendRequest(answering(204, null))('/x', { body: {} }), {
    ok: true,
    value: undefined,
  });
});

test('a missing answer is a refusal; for a change it adds that nothing was changed', async () => {
  const broken: typeof fetch = async () => {
    throw new TypeError('network');
  };
  const read = await createSendRequest(broken)('/x');
  const change = await createSendRequest(broken)('/x', { body: {} });
  assert.ok(!read.ok && !change.ok);
  assert.deepEqual(read.refusal, { code: 'unreachable', sentence: 'The cloud does not answer.' });
  assert.match(change.refusal.sentence, /nothing was changed/);
});

test('only a change is posted, as JSON with the form token', async () => {
  const seen: (RequestInit | undefined)[] = [];
  const watching: typeof fetch = async (_, init) => {
    seen.push(init);
    return new Response('{}');
  };
  await createSendRequest(watching)('/x', { formToken: 'unused' });
  await createSendRequest(watching)('/x', { body: { a: 1 }, formToken: 't' });
  assert.deepEqual(
    seen.map((init) => [init?.method, init?.body]),
    [
      ['GET', undefined],
      ['POST', '{"a":1}'],
    ],
  );
  assert.deepEqual(seen[1]?.headers, { 'Content-Type': 'application/json', 'X-Form-Token': 't' });
});
