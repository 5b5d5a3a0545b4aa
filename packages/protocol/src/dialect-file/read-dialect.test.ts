import assert from 'node:assert/strict';
import { test } from 'node:test';
import { izone } from '../dialect/dialect.ts';
import { toWireText } from '../dialect/wire.ts';
import { toSentence } from '../refusal/refusal.ts';
import { readDialect } from './read-dialect.ts';

const sentenceOf = (file: unknown): string => {
  const read = readDialect(typeof file === 'string' ? file : JSON.stringify(file));
  return read.ok ? 'accepted' : toSentence(read.refusal);
};

test('a dialect is read from the text of a file', () => {
  const read = readDialect('{"name":"acme","keys":{"HvacMode":"AcmeMode"},"tokens":{"HvacV2":"AcmeV2"}}');
  assert.ok(read.ok);
  assert.equal(read.value.name, 'acme');
  assert.deepEqual(read.value.paths, {});
  assert.equal(toWireText(read.value, { HvacMode: 1, HvacFan: 1 }), '{"AcmeMode":1,"HvacFan":1}');
});

test('the built-in izone dialect can be expressed as a file', () => {
  assert.deepEqual(readDialect(JSON.stringify(izone)), { ok: true, value: izone });
});

test('a file that is not a dialect is refused with the reason', () => {
  assert.match(sentenceOf('name: acme'), /^The body is not JSON: /);
  assert.equal(sentenceOf('[]'), '[] is not an object.');
  assert.equal(sentenceOf({}), 'The key name is missing.');
  assert.equal(sentenceOf({ name: 'acme', keys: { HvacMode: 1 } }), 'keys.HvacMode: 1 is not text.');
  assert.equal(
    sentenceOf({ name: 'acme', words: {} }),
    'There is no key "words". Use one of name, paths, tokens, keys, notifications, kinds.',
  );
});

test('an unknown word is refused with a list of the valid ones', () => {
  assert.equal(
    sentenceOf({ name: 'acme', paths: { '/PowerRequest': '/AcmePower' } }),
    'paths: There is no key "/PowerRequest". Use one of /HvacRequestV2, /HvacCommandV2.',
  );
});

test('a word with characters that are invalid in its table is refused', () => {
  assert.equal(
    sentenceOf({ name: 'acme', paths: { '/HvacRequestV2': 'AcmeRequest' } }),
    'paths./HvacRequestV2: "AcmeRequest" cannot be a path: a path consists of "/" followed by letters, digits, ".", "_", "~" or "-".',
  );
  for (const token of ['X', 'A,B', 'Mac_1', 'Port_8080', ''])
    assert.match(
      sentenceOf({ name: 'acme', tokens: { Hvac: token } }),
      /^tokens\.Hvac: ".*" cannot be a discovery token: a token consists of letters and digits, and is not just X\.$/,
    );
  assert.match(sentenceOf({ name: 'acme', keys: { Evap: 'a b' } }), /^keys\.Evap: "a b" cannot be a key/);
  assert.match(
    sentenceOf({ name: 'acme', keys: { Evap: '__proto__' } }),
    /^keys\.Evap: "__proto__" cannot be/,
  );
  assert.match(
    sentenceOf({ name: 'acme', kinds: { hvac_zone: 'Acme' } }),
    /^kinds\.hvac_zone: "Acme" cannot be/,
  );
  assert.match(
    sentenceOf({ name: 'acme', notifications: { HvacChanged_Zones: 'zones changed' } }),
    /^notifications\.HvacChanged_Zones: "zones changed" cannot be/,
  );
});

test('a word that could not be translated back is refused', () => {
  assert.equal(
    sentenceOf({ name: 'acme', keys: { HvacMode: 'Same', HvacFan: 'Same' } }),
    'keys.HvacFan: "Same" cannot be a key: HvacMode already has that name.',
  );
  assert.equal(
    sentenceOf({ name: 'acme', keys: { HvacMode: 'SysMode' } }),
    'keys.HvacMode: "SysMode" cannot be a key: SysMode already has that name.',
  );
  assert.equal(
    sentenceOf({ name: 'acme', keys: { EvapFanSpeed: 'SchedEnable' } }),
    'keys.EvapFanSpeed: "SchedEnable" cannot be a key: SchedEnable already has that name.',
  );
  assert.equal(
    sentenceOf({ name: 'acme', tokens: { Hvac: 'HvacV2' } }),
    'tokens.Hvac: "HvacV2" cannot be a discovery token: HvacV2 already has that name.',
  );
  assert.equal(
    sentenceOf({ name: 'acme', tokens: { HvacV2: 'iPower' } }),
    'tokens.HvacV2: "iPower" cannot be a discovery token: iPower already has that name.',
  );
  assert.equal(
    sentenceOf({ name: 'acme', paths: { '/HvacRequestV2': '/PowerRequest' } }),
    'paths./HvacRequestV2: "/PowerRequest" cannot be a path: /PowerRequest already has that name.',
  );
});
