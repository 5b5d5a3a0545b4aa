import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../command/catalogue.ts';
import { toHelp } from './to-help.ts';

const help = new Map(toHelp(catalogue).map((each) => [each.name, each]));

test('every command has help', () => {
  assert.deepEqual([...help.keys()], [...catalogue.keys()]);
});

test('the help of a single-value command has one key called value', () => {
  const { usage, single, keys, example } = help.get('SysSetpoint')!;
  assert.equal(usage, 'SysSetpoint SETPOINT');
  assert.ok(single);
  assert.deepEqual(keys, [
    {
      key: 'value',
      kind: 'setpoint',
      meaning: 'unit setpoint',
      values: '1500-3000 (15.00-30.00 °C)',
      optional: false,
      alias: [],
      unit: '°C',
      scale: 100,
      min: 1500,
      max: 3000,
    },
  ]);
  assert.deepEqual(example, { SysSetpoint: 2250 });
});

test('the help of a command with keys lists each key and marks the optional ones', () => {
  const { usage, keys } = help.get('SchedSettings')!;
  assert.equal(
    usage,
    'SchedSettings Index=INDEX StartH=CLOCK StartM=CLOCK StopH=CLOCK StopM=CLOCK [DaysEnabled=JSON]',
  );
  assert.deepEqual(
    keys.filter(({ optional }) => optional).map(({ key }) => key),
    ['DaysEnabled'],
  );
  assert.equal(keys[1]!.disabled, 31);
});

test('help lists the values of enumerations and alternative spellings', () => {
  const [, mode] = help.get('ZoneMode')!.keys;
  assert.deepEqual(mode!.choices, { open: 1, close: 2, auto: 3, override: 4, constant: 5 });
  assert.deepEqual(help.get('iSave')!.alias, ['iSaveOn']);
  assert.deepEqual(help.get('ChannelName')!.keys[2]!.alias, ['String']);
});
