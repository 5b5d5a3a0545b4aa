import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { readAnswer } from './read-answer.ts';

const read = (body: string | Uint8Array, status = 200) =>
  readAnswer({ status, headers: new Map(), body: Buffer.from(body) });
const name = (...bytes: (string | number[])[]) => {
  const inside = Buffer.concat(bytes.map((part) => Buffer.from(part as string)));
  const answer = read(Buffer.concat([Buffer.from('{"Name":"'), inside, Buffer.from('"}')]));
  return answer.kind === 'json' ? (answer.value as { Name: string }).Name : answer;
};

test('reads every spelling of OK seen on real devices as `ok`', () => {
  for (const spelling of ['OK', '{OK}', '"OK"', 'OK\r\n', ' {OK}\0', '{"OK"}'])
    assert.deepEqual(read(spelling), { kind: 'ok' }, spelling);
});

test('reads {BUSY} as `busy` with any HTTP status', () => {
  assert.deepEqual(read('{BUSY}'), { kind: 'busy' });
  assert.deepEqual(read('{BUSY}', 503), { kind: 'busy' });
});

test('reads {ERROR ...} with status 200 as an error with the sentence that it contains', () => {
  assert.deepEqual(read('{ERROR Zone index}'), { kind: 'error', sentence: 'Zone index', status: 200 });
});

test('keeps the whole sentence of a Plenum bridge, including its brackets', () => {
  assert.deepEqual(read('{ERROR: ZoneMode: "{7}" is not a number.}', 400), {
    kind: 'error',
    sentence: 'ZoneMode: "{7}" is not a number.',
    status: 400,
  });
});

test('adds a default sentence to an error without a text', () => {
  const sentence = 'The bridge refused and gave no reason.';
  assert.deepEqual(read('{ERROR}'), { kind: 'error', sentence, status: 200 });
});

test('names the status in the error if an answer with status 400 or more has no sentence', () => {
  assert.deepEqual(read('<html>no</html>', 500), {
    kind: 'error',
    sentence: 'The bridge answered with status 500.',
    status: 500,
  });
});

test('reads 404, 405 and 501 as an unknown path', () => {
  for (const status of [404, 405, 501]) assert.deepEqual(read('', status), { kind: 'missing', status });
});

test('reads a 200 response without content, or with only padding, as `empty`', () => {
  assert.deepEqual(read(''), { kind: 'empty', status: 200 });
  assert.deepEqual(read(Buffer.from([0, 0, 0xff, 0xff])), { kind: 'empty', status: 200 });
});

test('reads JSON of up to 64 levels and rejects anything deeper', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  assert.equal(read(nested(64)).kind, 'json');
  for (const levels of [65, 100_000]) assert.equal(read(nested(levels)).kind, 'unreadable', String(levels));
});

test('ignores {OK} or other junk after JSON', () => {
  for (const junk of ['{OK}', '\0\0', '\r\n{OK}', ']', '{"b":'])
    assert.deepEqual(read(`{"a":[1,2]}${junk}`), { kind: 'json', value: { a: [1, 2] } }, junk);
});

test('reads truncated JSON as unreadable, not as a partial answer', () => {
  assert.equal(read('{"a":[1,2').kind, 'unreadable');
});

test('ends a name at its first NUL and drops the rest of a longer, older name', () => {
  assert.equal(name('Bed', [0], 'chen', [0, 0]), 'Bed');
  assert.equal(name('Bed\\u0000chen'), 'Bed');
});

test('drops 0xFF padding and reads an erased name as empty', () => {
  assert.equal(name('Living', [0xff, 0xff, 0xff]), 'Living');
  assert.equal(name([0xff, 0xff, 0xff, 0xff]), '');
});

test('keeps a name in UTF-8 unchanged', () => {
  assert.equal(name('Küche 台所'), 'Küche 台所');
});

test('drops a last character that was cut in half', () => {
  const cut = Buffer.from('Wohnzimmer süd').subarray(0, 13);
  assert.equal(cut.at(-1), 0xc3);
  assert.equal(name([...cut]), 'Wohnzimmer s');
});

test('keeps the accent of the last letter of a Latin-1 name', () => {
  for (const [bytes, text] of [
    [[0x43, 0x61, 0x66, 0xe9], 'Café'],
    [[0x45, 0x74, 0xe0], 'Età'],
    [[0x42, 0xfc], 'Bü'],
  ] as const)
    assert.equal(name([...bytes]), text);
});

test('reads a bare result name such as InvalidRequest as an error', () => {
  for (const text of ['InvalidRequest', 'InvalidUser', 'UserNotAllowed'])
    assert.deepEqual(read(text), { kind: 'error', sentence: `The bridge answered ${text}.`, status: 200 });
});

test('reads a bare 503 as {BUSY} and a 503 with a sentence as a refusal', () => {
  assert.deepEqual(read('Service Unavailable', 503), { kind: 'busy' });
  assert.deepEqual(read('{ERROR: The disk is full.}', 503), {
    kind: 'error',
    sentence: 'The disk is full.',
    status: 503,
  });
});

test('reads a name that is not UTF-8 as Windows-1252 without affecting other names', () => {
  const bytes = Buffer.concat([
    Buffer.from('[{"Name":"K'),
    Buffer.of(0xfc),
    Buffer.from('che"},{"Name":"Küche"}]'),
  ]);
  assert.deepEqual(read(bytes), { kind: 'json', value: [{ Name: 'Küche' }, { Name: 'Küche' }] });
});

test('drops control bytes inside a string, which JSON does not allow', () => {
  assert.equal(name('Bed', [9, 13, 1], 'room'), 'Bedroom');
});

test('keeps the meaning of escapes inside a name', () => {
  assert.equal(name('a\\"b\\\\c\\u00e9'), 'a"b\\cé');
});

test('reads any bytes without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 200, max: 599 }), (body, status) => {
      assert.ok(readAnswer({ status, headers: new Map(), body: Buffer.from(body) }).kind);
    }),
    { numRuns: 2000 },
  );
});

test('reads a string without an end that has very many escaped quotes, searching it once', () => {
  for (const end of ['', '\\']) assert.equal(read(`{"${'\\"'.repeat(400_000)}${end}`).kind, 'unreadable');
});

test('returns clean JSON unchanged, with any content in its strings', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[A-Za-z0-9]{1,9}$/), fc.string({ unit: 'grapheme' })),
      (value) => {
        const clean = Object.fromEntries(
          Object.entries(value).map(([key, text]) => [key, text.replace(/\p{Cc}/gu, '')]),
        );
        assert.deepEqual(read(JSON.stringify(clean)), { kind: 'json', value: clean });
      },
    ),
    { numRuns: 2000 },
  );
});
