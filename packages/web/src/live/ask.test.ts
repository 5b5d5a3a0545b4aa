import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAsk, isSaid, toSaid } from './ask.ts';

const answering =
  (status: number, text: string): typeof fetch =>
  async () =>
    new Response(text, { status });

test('a refusal is its sentence', () => {
  assert.equal(toSaid('{ERROR: Split 4 is not paired.}', 409).sentence, 'Split 4 is not paired.');
  assert.equal(toSaid('Bad gateway', 502).sentence, 'The bridge answered with status 502.');
});

test('a command that is done says nothing', async () => {
  assert.equal(await createAsk(answering(200, 'OK'), () => null).post('/x', {}), undefined);
});

test('a refusal with status 200 is one too, as real devices send it', async () => {
  const said = await createAsk(answering(200, '{ERROR: no}'), () => null).post('/x', {});
  assert.deepEqual(said, { sentence: 'no' });
});

test('silence is said, not thrown', async () => {
  const broken: typeof fetch = async () => {
    throw new TypeError('network');
  };
  const said = await createAsk(broken, () => null).post('/x', {});
  assert.ok(isSaid(said));
  assert.match(said.sentence, /does not answer/);
});

test('what is not there is undefined; what is refused throws its sentence', async () => {
  assert.equal(await createAsk(answering(404, '{ERROR: none}'), () => null).get('/x'), undefined);
  await assert.rejects(createAsk(answering(409, '{ERROR: not now}'), () => null).get('/x'), /not now/);
});

test('the access key goes with every request', async () => {
  const seen: unknown[] = [];
  const watching: typeof fetch = async (_, init) => {
    seen.push(init?.headers);
    return new Response('{}');
  };
  await createAsk(watching, () => 'sesame').get('/x');
  await createAsk(watching, () => null).get('/x');
  assert.deepEqual(seen, [{ Authorization: 'Bearer sesame' }, {}]);
});
