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

test('every spelling of OK seen on real devices is `ok`', () => {
  for (const spelling of ['OK', '{OK}', '"OK"', 'OK\r\n', ' {OK}\0', '{"OK"}'])
    assert.deepEqual(read(spelling), { kind: 'ok' }, spelling);
});

test('{BUSY} is `busy`, whatever its status', () => {
  assert.deepEqual(read('{BUSY}'), { kind: 'busy' });
  assert.deepEqual(read('{BUSY}', 503), { kind: 'busy' });
});

test('{ERROR ...} with status 200 is an error with its sentence', () => {
  assert.deepEqual(read('{ERROR Zone index}'), { kind: 'error', sentence: 'Zone index', status: 200 });
});

test('the sentence of our own bridge is kept whole, brackets and all', () => {
  assert.deepEqual(read('{ERROR: ZoneMode: "{7}" is not a number.}', 400), {
    kind: 'error',
    sentence: 'ZoneMode: "{7}" is not a number.',
    status: 400,
  });
});

test('an error without a word still has a sentence', () => {
  const sentence = 'The bridge refused and gave no reason.';
  assert.deepEqual(read('{ERROR}'), { kind: 'error', sentence, status: 200 });
});

test('a status of 400 or more without a sentence is an error that names it', () => {
  assert.deepEqual(read('<html>no</html>', 500), {
    kind: 'error',
    sentence: 'The bridge answered with status 500.',
    status: 500,
  });
});

test('404, 405 and 501 say that the path is not known', () => {
  for (const status of [404, 405, 501]) assert.deepEqual(read('', status), { kind: 'missing', status });
});

test('an empty 200 is `empty`, also when it is padding only', () => {
  assert.deepEqual(read(''), { kind: 'empty', status: 200 });
  assert.deepEqual(read(Buffer.from([0, 0, 0xff, 0xff])), { kind: 'empty', status: 200 });
});

test('JSON of 64 levels is read, and nothing deeper, which no device means', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  assert.equal(read(nested(64)).kind, 'json');
  for (const levels of [65, 100_000]) assert.equal(read(nested(levels)).kind, 'unreadable', String(levels));
});

test('{OK} or other junk behind JSON is not looked at', () => {
  for (const junk of ['{OK}', '\0\0', '\r\n{OK}', ']', '{"b":'])
    assert.deepEqual(read(`{"a":[1,2]}${junk}`), { kind: 'json', value: { a: [1, 2] } }, junk);
});

test('JSON that is cut is unreadable, not half an answer', () => {
  assert.equal(read('{"a":[1,2').kind, 'unreadable');
});

test('a name ends at its first NUL, and what an older, longer name left behind is dropped', () => {
  assert.equal(name('Bed', [0], 'chen', [0, 0]), 'Bed');
  assert.equal(name('Bed\\u0000chen'), 'Bed');
});

test('0xFF padding is dropped; an erased name is empty', () => {
  assert.equal(name('Living', [0xff, 0xff, 0xff]), 'Living');
  assert.equal(name([0xff, 0xff, 0xff, 0xff]), '');
});

test('a name in UTF-8 stays', () => {
  assert.equal(name('Küche 台所'), 'Küche 台所');
});

test('a last character cut in the middle is dropped', () => {
  const cut = Buffer.from('Wohnzimmer süd').subarray(0, 13);
  assert.equal(cut.at(-1), 0xc3);
  assert.equal(name([...cut]), 'Wohnzimmer s');
});

test('a name in Latin-1 keeps the accent of its last letter', () => {
  for (const [bytes, text] of [
    [[0x43, 0x61, 0x66, 0xe9], 'Café'],
    [[0x45, 0x74, 0xe0], 'Età'],
    [[0x42, 0xfc], 'Bü'],
  ] as const)
    assert.equal(name([...bytes]), text);
});

test('the name of a result in place of a sentence is an error', () => {
  for (const text of ['InvalidRequest', 'InvalidUser', 'UserNotAllowed'])
    assert.deepEqual(read(text), { kind: 'error', sentence: `The bridge answered ${text}.`, status: 200 });
});

test("a device's own 503 is as good as {BUSY}, a sentence with it is a refusal", () => {
  assert.deepEqual(read('Service Unavailable', 503), { kind: 'busy' });
  assert.deepEqual(read('{ERROR: The disk is full.}', 503), {
    kind: 'error',
    sentence: 'The disk is full.',
    status: 503,
  });
});

test('a name that is not UTF-8 is read as Windows-1252, and spoils no other', () => {
  const bytes = Buffer.concat([
    Buffer.from('[{"Name":"K'),
    Buffer.of(0xfc),
    Buffer.from('che"},{"Name":"Küche"}]'),
  ]);
  assert.deepEqual(read(bytes), { kind: 'json', value: [{ Name: 'Küche' }, { Name: 'Küche' }] });
});

test('control bytes inside a string, which are not JSON, are dropped', () => {
  assert.equal(name('Bed', [9, 13, 1], 'room'), 'Bedroom');
});

test('escapes inside a name keep their meaning', () => {
  assert.equal(name('a\\"b\\\\c\\u00e9'), 'a"b\\cé');
});

test('no bytes whatever make the reader throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 200, max: 599 }), (body, status) => {
      assert.ok(readAnswer({ status, headers: new Map(), body: Buffer.from(body) }).kind);
    }),
    { numRuns: 2000 },
  );
});

test('JSON of clean text is read as it is, whatever is in its strings', () => {
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
