import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCommand } from '../command/check-command.ts';
import { checkOverride } from '../simulation/catalogue.ts';
import { refusalExamples } from './examples.ts';
import {
  maxRefusalLength,
  readRefusal,
  readRefusalText,
  refuse,
  statusOf,
  toRefusalText,
  toSentence,
} from './refusal.ts';
import { type RefusalCode, refusals } from './table.ts';
import { toQuantity, toReading } from './units.ts';

const codes = Object.keys(refusals) as RefusalCode[];

test('every refusal is one complete sentence', () => {
  for (const code of codes) {
    const sentence = toSentence({ code, ...refusalExamples[code] });
    assert.match(sentence, /[.?]$|KEY\.$/, code);
    assert.doesNotMatch(sentence, /undefined|NaN|\[object/, code);
    assert.doesNotMatch(sentence, /[\n\r]/, code);
  }
});

test('refuses a body or its values with 400, and a conflict with the current state with 409', () => {
  const status = (code: RefusalCode) => statusOf({ code, path: [], facts: {} });
  assert.equal(status('off-step'), 400);
  assert.equal(status('unknown-command'), 400);
  assert.equal(status('not-installed'), 409);
  assert.equal(status('eco-lock'), 409);
  assert.equal(status('unknown-path'), 404);
  assert.equal(status('wrong-method'), 405);
  assert.equal(status('too-large'), 413);
  assert.equal(status('internal'), 503);
});

test('the sentence of a refusal begins with the path of the refused value', () => {
  const at = (path: readonly string[]) => toSentence({ code: 'internal', path, facts: {} });
  assert.equal(at([]), 'Something went wrong in the bridge. The cause is in its log.');
  assert.equal(
    at(['SchedZones', 'Zones', '3']),
    'SchedZones.Zones.3: Something went wrong in the bridge. The cause is in its log.',
  );
});

test('refusals show numbers in the unit of the reader', () => {
  assert.equal(toReading(2155, 100), '21.55');
  assert.equal(toReading(-5, 10), '-0.5');
  assert.equal(toReading(7), '7');
  assert.equal(toQuantity(2150, { unit: '°C', scale: 100 }), '21.50 °C');
  assert.equal(toQuantity(50, { unit: '%' }), '50 %');
  assert.equal(toQuantity(1, {}), '1');
});

test('refusals convert temperatures to the unit of the reader and leave other values unchanged', () => {
  const fahrenheit = (name: string, value: unknown) => {
    const checked = checkCommand({ [name]: value });
    return checked.ok ? 'accepted' : toSentence(checked.refusal, '°F');
  };
  const zone = (Setpoint: number) => fahrenheit('ZoneSetpoint', { Index: 0, Setpoint });
  assert.equal(zone(3050), 'ZoneSetpoint.Setpoint: 86.90 °F is above the maximum of 86.00 °F.');
  assert.equal(zone(1450), 'ZoneSetpoint.Setpoint: 58.10 °F is below the minimum of 59.00 °F.');
  assert.equal(
    zone(2155),
    'ZoneSetpoint.Setpoint: 70.79 °F is not a multiple of 0.9 °F. Use 70.70 or 71.60.',
  );
  assert.equal(
    toSentence(
      { code: 'eco-lock', input: 3000, facts: { min: 2000, max: 2600, unit: '°C', scale: 100 }, path: [] },
      '°F',
    ),
    '86.00 °F is outside the economy limits 68.00 to 78.80 °F.',
  );
  // The wire is in hundredths of a degree Celsius in every case; the reader may use another unit.
  assert.match(zone(21.5), /21\.5 is not a whole number. Send °C multiplied by 100\./);
  assert.match(fahrenheit('ZoneMaxAir', { Index: 0, MaxAir: 105 }), /105 % is above the maximum of 100 %/);
  // The weather of a simulated house is in degrees, not hundredths.
  const held = checkOverride('Weather', { Temperature: 61 });
  assert.ok(!held.ok);
  assert.equal(
    toSentence(held.refusal, '°F'),
    'Weather.Temperature: 141.8 °F is above the maximum of 140 °F.',
  );
});

test('a refusal is sent as data and becomes a sentence at the other end', () => {
  const { refusal } = refuse('too-high', {
    path: ['SysSetpoint'],
    input: 3100,
    facts: { max: 3000, unit: '°C', scale: 100 },
  });
  const text = toRefusalText(refusal);
  assert.equal(readRefusalText(text, '°C'), 'SysSetpoint: 31.00 °C is above the maximum of 30.00 °C.');
  assert.equal(readRefusalText(text, '°F'), 'SysSetpoint: 87.80 °F is above the maximum of 86.00 °F.');
});

test('does not read a refusal whose input cannot be converted to text', () => {
  const facts = { max: 3_000 };
  for (const input of [{ toString: 2 }, [{ toString: 2 }]])
    assert.equal(readRefusal({ code: 'too-high', path: [], input, facts }), undefined);
  assert.ok(readRefusal({ code: 'too-high', path: [], input: [2], facts }));
});

test('a refusal with the code of a newer release is shown with the sentence that it contains', () => {
  for (const code of ['too-humid', '__proto__'])
    assert.equal(
      readRefusalText(JSON.stringify({ code, sentence: 'It is too humid.' }), '°F'),
      'It is too humid.',
    );
});

test('a refusal with a reason of a newer release is shown with the sentence that it contains', () => {
  const { refusal } = refuse('without-effect', { facts: { reason: 'no-sensor', zone: 3 } });
  const sent = JSON.parse(toRefusalText(refusal));
  assert.equal(
    readRefusalText(JSON.stringify(sent), '°C', () => 'translated'),
    'translated',
  );
  for (const reason of ['too-humid', 'constructor', '__proto__'])
    assert.equal(
      readRefusalText(JSON.stringify({ ...sent, facts: { reason, zone: 3 } }), '°C', () => 'translated'),
      'This would change nothing: zone 3 has no temperature sensor.',
      reason,
    );
});

test('every refusal that a bridge sends is read back unchanged', () => {
  for (const code of codes) {
    const sent = { code, ...refusalExamples[code] };
    const read = readRefusal(JSON.parse(JSON.stringify(sent)));
    assert.ok(read !== undefined, code);
    for (const degrees of ['°C', '°F'] as const)
      assert.equal(toSentence(read, degrees), toSentence(sent, degrees));
  }
});

test('strips a hostile machine’s refusal of all members that its sentence does not need', () => {
  const facts = { unit: '°C', scale: 100, max: 3000 };
  const sent = { code: 'too-high', path: ['SysSetpoint'], input: 3100, facts };
  assert.deepEqual(readRefusal({ ...sent, sentence: 'no', more: [] }), sent);
  const strange = JSON.parse(
    '{"__proto__":{"max":1},"list":[{}],"nested":{},"no":null,"two\\nlines":"a\\nb"}',
  );
  assert.deepEqual(readRefusal({ ...sent, facts: { ...strange, ...facts } }), sent);
  const refused: Record<string, unknown> = {
    'no object': 'too-high',
    'a list': [sent],
    nothing: undefined,
    'a code of a newer release': { ...sent, code: 'too-humid' },
    'a code of Object': { ...sent, code: 'constructor' },
    'a reason of a newer release': { code: 'without-effect', path: [], facts: { reason: 'too-humid' } },
    'a reason without its facts': { code: 'without-effect', path: [], facts: { reason: 'no-sensor' } },
    'something refused of a newer release': {
      code: 'not-available',
      path: [],
      facts: { what: 'humidity', reason: 'past' },
    },
    'no path': { ...sent, path: undefined },
    'a path of numbers': { ...sent, path: [1] },
    'a path of two lines': { ...sent, path: ['a\nb'] },
    'a path that turns the text': { ...sent, path: ['\u202e'] },
    'no facts': { ...sent, facts: undefined },
    'a fact too few': { ...sent, facts: { unit: '°C', scale: 100 } },
    'a fact of another kind': { ...sent, facts: { ...facts, max: {} } },
    'a scale that has no digits': { ...sent, facts: { ...facts, scale: 1e-300 } },
    'a scale of too many digits': { ...sent, facts: { ...facts, scale: 1e300 } },
    'an input that is not a number': { ...sent, input: {} },
  };
  for (const [what, data] of Object.entries(refused)) assert.equal(readRefusal(data), undefined, what);
});

test('a refusal is read up to the maximum length and not beyond', () => {
  const toData = (length: number) => {
    const sent = { code: 'malformed', path: [], facts: { why: '' } };
    sent.facts.why = 'x'.repeat(length - JSON.stringify(sent).length);
    return sent;
  };
  assert.deepEqual(readRefusal(toData(maxRefusalLength)), toData(maxRefusalLength));
  assert.equal(readRefusal(toData(maxRefusalLength + 1)), undefined);
});
