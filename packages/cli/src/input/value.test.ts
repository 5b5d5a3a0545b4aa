import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import {
  choice,
  enumerations,
  flag,
  index,
  minutes,
  number,
  percent,
  setpoint,
  temperature,
} from '@plenum/protocol/field';
import { readAddress } from './address.ts';
import { readBody } from './body.ts';
import { readValue } from './value.ts';

const degrees = setpoint('setpoint', { min: 1500, max: 3000, step: 50 });
const read = (field: Parameters<typeof readValue>[0], typed: string) => readValue(field, typed, ['X']);

test('reads a value with a unit as degrees, and one without as hundredths of a degree', () => {
  for (const typed of ['22.5C', '22.5c', '22.5°C', '22.5 °C', '22.50C', '2250'])
    assert.equal(read(degrees, typed), 2250, typed);
});

test('converts degrees exactly, with a single rounding', () => {
  for (let hundredths = 1500; hundredths <= 3000; hundredths++)
    assert.equal(read(degrees, `${hundredths / 100}C`), hundredths);
});

test('reads degrees without a unit if the limits rule out every other meaning', () => {
  for (const [typed, wire] of [
    ['21.5', 2150],
    ['22', 2200],
    ['15', 1500],
    ['35', 3500],
    ['21.55', 2155],
    ['149', 14_900],
    ['150', 150],
    ['1500', 1500],
    ['3050', 3050],
    ['-5', -5],
  ] as const)
    assert.equal(read(degrees, typed), wire, typed);
  assert.equal(read(temperature('offset', { scale: 10 }), '1.5'), 1.5, 'without limits');
});

test('converts degrees Fahrenheit to the nearest step in °C', () => {
  for (const [typed, wire] of [
    ['70F', 2100],
    ['70°F', 2100],
    ['72 °F', 2200],
    ['71f', 2150],
    ['100F', 3800],
    ['14F', -1000],
  ] as const)
    assert.equal(read(degrees, typed), wire, typed);
  assert.equal(read(percent('opening'), '45F'), '45F');
});

test('leaves a number in an unsuitable unit as it was typed, so that validation refuses it', () => {
  assert.equal(read(degrees, '22K'), '22K');
  assert.equal(read(temperature('offset', { scale: 10 }), '-1.5C'), -15);
});

test('reads percent, minutes and hours', () => {
  assert.equal(read(percent('opening'), '45%'), 45);
  for (const [typed, value] of [
    ['90', 90],
    ['90min', 90],
    ['90m', 90],
    ['1h30m', 90],
    ['1.5h', 90],
    ['2h', 120],
  ] as const)
    assert.equal(read(minutes('time'), typed), value, typed);
});

test('reads a duration the same way for every command and override, for fields in any unit', () => {
  const seconds = number('seconds', { unit: 's' });
  for (const [typed, value] of [
    ['90', 90],
    ['90s', 90],
    ['90 s', 90],
    ['90min', 5400],
    ['90m', 5400],
    ['1h30m', 5400],
    ['1h 30m 15s', 5415],
    ['1.5h', 5400],
    ['2d', 172_800],
  ] as const)
    assert.equal(read(seconds, typed), value, typed);
  assert.equal(read(minutes('time'), '90s'), 1.5, 'the check refuses it later');
  assert.equal(read(minutes('time'), '1d'), 1440);
  assert.equal(read(seconds, '1h nonsense'), '1h nonsense');
  assert.equal(read(number('months', { unit: 'months' }), '1h'), '1h');
});

test('reads switches', () => {
  for (const typed of ['on', 'ON', 'yes', 'true', '1']) assert.equal(read(flag('on'), typed), 1);
  for (const typed of ['off', 'no', 'false', '0']) assert.equal(read(flag('on'), typed), 0);
  assert.equal(read(flag('on'), '2'), 2);
});

test('accepts labels in any case, without their spaces, or as an unambiguous prefix', () => {
  const mode = choice(enumerations.sysMode, 'mode');
  for (const [typed, value] of [
    ['cool', 1],
    ['COOL', 1],
    ['pump only', 7],
    ['pump-only', 7],
    ['ex', 6],
    ['5', 5],
    ['42', 42],
  ] as const)
    assert.equal(read(mode, typed), value, typed);
  assert.throws(() => read(choice(enumerations.zoneMode, 'mode'), 'o'), { code: 'wrong-usage' });
  assert.throws(() => read(mode, ''), { code: 'wrong-usage' });
});

test('reads an index as a number', () => {
  assert.equal(read(index('zone', { count: 14 }), '3'), 3);
});

test('keeps a name as it was typed, even if it looks like a number or has an equals sign', () => {
  const zoneName = catalogue.get('ZoneName')!;
  assert.deepEqual(readBody(zoneName, ['Index=0', 'Name=007']), { Index: 0, Name: '007' });
  assert.deepEqual(readBody(zoneName, ['Index=0', 'Name=a=b']), { Index: 0, Name: 'a=b' });
});

test('accepts the alternative spelling of a key', () => {
  const body = readBody(catalogue.get('ChannelName')!, ['device=0', 'channel=1', 'string=Pump']);
  assert.deepEqual(body, { Device: 0, Channel: 1, Name: 'Pump' });
});

test('reads lists as JSON', () => {
  const body = readBody(catalogue.get('SchedZones')!, ['Index=0', 'Zones=[{"Mode":3,"Setpoint":2200}]']);
  assert.deepEqual(body, { Index: 0, Zones: [{ Mode: 3, Setpoint: 2200 }] });
  assert.throws(() => readBody(catalogue.get('SchedZones')!, ['Index=0', 'Zones=[{']), {
    code: 'wrong-usage',
  });
});

test('treats a key such as __proto__ as an unknown key', () => {
  assert.throws(() => readBody(catalogue.get('ZoneMode')!, ['__proto__=1']), { code: 'wrong-usage' });
});

test('reads an address with a port (default 80), IPv6 brackets, or pasted from a browser', () => {
  assert.deepEqual(readAddress('192.168.1.20'), { host: '192.168.1.20', port: 80 });
  assert.deepEqual(readAddress('http://127.0.0.1:8080/'), { host: '127.0.0.1', port: 8080 });
  assert.deepEqual(readAddress('[fe80::1]:81'), { host: 'fe80::1', port: 81 });
  for (const typed of ['', 'a b', 'host:0', 'host:65536', 'host:x', 'fe80::1', '-x\r\n'])
    assert.throws(() => readAddress(typed), { code: 'wrong-usage' }, typed);
});
