import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServerClient, isRequestError, toRequestError } from './server-client.ts';
import '../text/english.fixture.ts';

const answering =
  (status: number, text: string): typeof fetch =>
  async () =>
    new Response(text, { status });

const celsius = () => '°C' as const;
const noKeys = { access: () => null, installer: () => null };

test('converts a refusal to an error with its sentence', () => {
  assert.equal(toRequestError('{ERROR: Split 4 is not paired.}', 409).sentence, 'Split 4 is not paired.');
  assert.equal(toRequestError('Bad gateway', 502).sentence, 'The bridge answered with status 502.');
});

test('returns no error for a command that succeeds', async () => {
  assert.equal(await createServerClient(answering(200, 'OK'), noKeys, celsius).post('/x', {}), undefined);
});

test('treats a refusal with status 200, which real devices send, as an error', async () => {
  const error = await createServerClient(answering(200, '{ERROR: no}'), noKeys, celsius).post('/x', {});
  assert.deepEqual(error, { sentence: 'no' });
});

test('describes a missing response in a sentence', async () => {
  const broken: typeof fetch = async () => {
    throw new TypeError('network');
  };
  const client = createServerClient(broken, noKeys, celsius);
  const error = await client.post('/x', {});
  assert.ok(isRequestError(error));
  assert.match(error.sentence, /does not answer/);
  await assert.rejects(client.get('/x'), { message: 'The bridge does not answer.' });
});

test('returns undefined for 404, and throws the sentence of any other refusal', async () => {
  assert.equal(
    await createServerClient(answering(404, '{ERROR: none}'), noKeys, celsius).get('/x'),
    undefined,
  );
  await assert.rejects(
    createServerClient(answering(409, '{ERROR: not now}'), noKeys, celsius).get('/x'),
    /not now/,
  );
});

test('names itself and sends the access key with every request', async () => {
  const seen: unknown[] = [];
  const watching: typeof fetch = async (_, init) => {
    seen.push(init?.headers);
    return new Response('{}');
  };
  await createServerClient(watching, { ...noKeys, access: () => 'sesame' }, celsius).get('/x');
  await createServerClient(watching, noKeys, celsius).get('/x');
  const Accept = 'application/vnd.plenum.refusal+json, */*';
  const page = { 'plenum-app': 'page' };
  assert.deepEqual(seen, [
    { ...page, Authorization: 'Bearer sesame', Accept },
    { ...page, Accept },
  ]);
});

test("shows a refusal that contains data in the reader's temperature scale", async () => {
  const headers = { 'Content-Type': 'application/vnd.plenum.refusal+json' };
  const facts = { min: 2000, max: 2600, unit: '°C', scale: 100 };
  const body = JSON.stringify({ code: 'eco-lock', path: ['SysSetpoint'], input: 3000, facts });
  const refusing: typeof fetch = async () => new Response(body, { status: 409, headers });
  const error = await createServerClient(refusing, noKeys, () => '°F').post('/x', {});
  assert.deepEqual(error, {
    sentence: 'SysSetpoint: 86.00 °F is outside the economy limits 68.00 to 78.80 °F.',
    code: 'eco-lock',
  });
});
