import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAsk, isSaid, toSaid } from './ask.ts';

const answering =
  (status: number, text: string): typeof fetch =>
  async () =>
    new Response(text, { status });

const celsius = () => '°C' as const;

test('a refusal is its sentence', () => {
  assert.equal(toSaid('{ERROR: Split 4 is not paired.}', 409).sentence, 'Split 4 is not paired.');
  assert.equal(toSaid('Bad gateway', 502).sentence, 'The bridge answered with status 502.');
});

test('a command that is done says nothing', async () => {
  assert.equal(await createAsk(answering(200, 'OK'), () => null, celsius).post('/x', {}), undefined);
});

test('a refusal with status 200 is one too, as real devices send it', async () => {
  const said = await createAsk(answering(200, '{ERROR: no}'), () => null, celsius).post('/x', {});
  assert.deepEqual(said, { sentence: 'no' });
});

test('silence is said in words', async () => {
  const broken: typeof fetch = async () => {
    throw new TypeError('network');
  };
  const ask = createAsk(broken, () => null, celsius);
  const said = await ask.post('/x', {});
  assert.ok(isSaid(said));
  assert.match(said.sentence, /does not answer/);
  await assert.rejects(ask.get('/x'), { message: 'The bridge does not answer.' });
});

test('what is not there is undefined; what is refused throws its sentence', async () => {
  assert.equal(await createAsk(answering(404, '{ERROR: none}'), () => null, celsius).get('/x'), undefined);
  await assert.rejects(
    createAsk(answering(409, '{ERROR: not now}'), () => null, celsius).get('/x'),
    /not now/,
  );
});

test('the access key goes with every request', async () => {
  const seen: unknown[] = [];
  const watching: typeof fetch = async (_, init) => {
    seen.push(init?.headers);
    return new Response('{}');
  };
  await createAsk(watching, () => 'sesame', celsius).get('/x');
  await createAsk(watching, () => null, celsius).get('/x');
  const Accept = 'application/vnd.plenum.refusal+json, */*';
  assert.deepEqual(seen, [{ Authorization: 'Bearer sesame', Accept }, { Accept }]);
});

test('a refusal that comes as data is said in the degrees of the reader', async () => {
  const headers = { 'Content-Type': 'application/vnd.plenum.refusal+json' };
  const facts = { min: 2000, max: 2600, unit: '°C', scale: 100 };
  const body = JSON.stringify({ code: 'eco-lock', path: ['SysSetpoint'], input: 3000, facts });
  const refusing: typeof fetch = async () => new Response(body, { status: 409, headers });
  const said = await createAsk(
    refusing,
    () => null,
    () => '°F',
  ).post('/x', {});
  assert.deepEqual(said, {
    sentence: 'SysSetpoint: 86.00 °F is outside the economy limits 68.00 to 78.80 °F.',
  });
});
