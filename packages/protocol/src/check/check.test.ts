import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCommand } from '../command/check-command.ts';
import { accepts, refuses } from '../command/wire.fixture.ts';
import { bool, quantity, text, word } from '../field/make.ts';
import { toSentence } from '../refusal/refusal.ts';
import { check } from './check.ts';

const sentence = (of: ReturnType<typeof check>): string => (of.ok ? 'accepted' : toSentence(of.refusal));

test('a value that is not a number, is too large or is not whole is refused with that reason', () => {
  refuses('{"SysSetpoint":1e308}', 'SysSetpoint: 1e+306 °C is above the maximum of 30.00 °C.');
  refuses('{"SysSetpoint":-1e308}', 'SysSetpoint: -1e+306 °C is below the minimum of 15.00 °C.');
  refuses('{"SysSetpoint":1e999}', 'SysSetpoint: Infinity is not a whole number. Send °C multiplied by 100.');
  refuses('{"SysSetpoint":"NaN"}', 'SysSetpoint: "NaN" is not a number.');
  refuses(
    '{"SysSetpoint":2100.0000000001}',
    'SysSetpoint: 2100.0000000001 is not a whole number. Send °C multiplied by 100.',
  );
  refuses('{"SysFan":1.5}', 'SysFan: 1.5 is not a whole number.');
});

test('every notation of 2100, such as 2.1e3, is read as 2100, and -0 is read as 0', () => {
  assert.deepEqual(checkCommand(JSON.parse('{"SysSetpoint":2.1e3}')), {
    ok: true,
    value: { name: 'SysSetpoint', body: 2100 },
  });
  const zero = checkCommand(JSON.parse('{"SysOn":-0}'));
  assert.ok(zero.ok && Object.is(zero.value.body, 0));
  const choice = checkCommand(JSON.parse('{"SysMode":-0}'));
  assert.ok(choice.ok && Object.is(choice.value.body, 0));
  const index = checkCommand(JSON.parse('{"ZoneMode":{"Index":-0,"Mode":1}}'));
  assert.ok(index.ok && index.value.name === 'ZoneMode' && Object.is(index.value.body.Index, 0));
});

test('a key called __proto__ is refused as unknown like any other key', () => {
  refuses('{"__proto__":1}', 'There is no command "__proto__".');
  refuses('{"__proto__":{"SysOn":1}}', 'There is no command "__proto__".');
  refuses(
    '{"ZoneMode":{"Index":0,"Mode":1,"__proto__":{"Index":1}}}',
    'ZoneMode: There is no key "__proto__". Use one of Index, Mode.',
  );
  refuses('{"ZoneMode":{"__proto__":{"Index":0,"Mode":1}}}', 'ZoneMode: The key Index is missing.');
  assert.equal(({} as Record<string, unknown>).Index, undefined);
});

test('names of properties that every JavaScript object has are not accepted as commands', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    assert.ok(!checkCommand({ [name]: 1 }).ok);
});

test('the length of a name is measured in bytes of UTF-8', () => {
  accepts('{"ZoneName":{"Index":0,"Name":"🌡🌡🌡"}}', '{"ZoneName":{"Index":0,"Name":"Kühlraum Süd"}}');
  refuses(
    '{"ZoneName":{"Index":0,"Name":"🌡🌡🌡🌡"}}',
    'ZoneName.Name: The name is 16 bytes long; it may have at most 15.',
  );
  accepts('{"ZoneName":{"Index":0,"Name":"ééééééé1"}}');
  refuses(
    '{"ZoneName":{"Index":0,"Name":"éééééééé"}}',
    'ZoneName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});

test('a name has no NUL, line ends, control or direction characters, or half a surrogate', () => {
  const directions = ['\\u2028', '\\u2029', '\\u202a', '\\u202e', '\\u2066', '\\u2069'];
  const controls = [
    ...['\\u0000', '\\n', '\\u001f', '\\u007f', '\\u0085', '\\ud83d', '\\udf21'],
    ...directions,
  ];
  for (const control of controls)
    refuses(
      `{"ZoneName":{"Index":0,"Name":"a${control}"}}`,
      'ZoneName.Name: The name contains control characters or an incomplete character.',
    );
});

test('the sentence of a refusal shortens a long value', () => {
  const long = 'x'.repeat(1000);
  refuses(`{"SysOn":"${long}"}`, `SysOn: "${'x'.repeat(56)}... is not a number.`);
});

test('quantities accept fractions within their limits but not infinity', () => {
  const field = quantity('outdoor temperature', { min: -40, max: 60, unit: '°C' });
  assert.deepEqual(check(field, -40), { ok: true, value: -40 });
  assert.deepEqual(check(field, 21.37), { ok: true, value: 21.37 });
  assert.equal(sentence(check(field, 60.5)), '60.5 °C is above the maximum of 60 °C.');
  assert.equal(sentence(check(field, -41)), '-41 °C is below the minimum of -40 °C.');
  assert.equal(sentence(check(field, Number.NaN)), 'NaN is not a number.');
  assert.equal(sentence(check(field, '1')), '"1" is not a number.');
});

test('words, booleans and patterned text are accepted only in their exact form', () => {
  const people = word('people', ['home', 'away']);
  assert.deepEqual(check(people, 'away'), { ok: true, value: 'away' });
  assert.equal(sentence(check(people, 'Away')), '"Away" is not one of home, away.');
  assert.equal(sentence(check(people, 1)), '1 is not one of home, away.');
  assert.deepEqual(check(bool('open'), true), { ok: true, value: true });
  assert.equal(sentence(check(bool('open'), 1)), '1 is not true or false.');
  const code = text('code', { pattern: '^[A-Z]$', expected: 'a letter' });
  assert.deepEqual(check(code, 'E'), { ok: true, value: 'E' });
  assert.equal(sentence(check(code, 'EE')), '"EE" is not a letter.');
  assert.equal(sentence(check(code, 5)), '5 is not text.');
});
