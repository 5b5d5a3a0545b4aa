import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { membersOfBody } from '@plenum/protocol/definition';
import { type Field, factsOf, type NumberField, type RecordField } from '@plenum/protocol/field';
import '../text/english.fixture.ts';
import { setLanguage } from '../text/catalogue.fixture.ts';
import { expectedNumber, fieldError } from './field-error.ts';
import { toLines } from './format-value.ts';

const { unit, zone, power } = kinds;
const shownAs = (field: Field, wire: unknown, scale: 'C' | 'F') => toLines(field, wire, scale)[0]!.value;

afterEach(() => setLanguage('en', 'en-GB'));

test('converts a difference of temperatures to Fahrenheit without adding 32', () => {
  const deadband = unit.fields.properties.AutoModeDeadB;
  assert.deepEqual([shownAs(deadband, 200, 'C'), shownAs(deadband, 200, 'F')], ['2.0 K', '3.6 °F']);
  const calibration = zone.fields.properties.Calibration;
  assert.deepEqual(
    [0, -15, 50].map((wire) => shownAs(calibration, wire, 'F')),
    ['0.0 °F', '−2.7 °F', '9.0 °F'],
  );
  assert.equal(shownAs(calibration, -15, 'C'), '−1.5 K');
});

test('keeps the order of measured temperatures in Fahrenheit by not rounding to degrees', () => {
  const { Temp, Setpoint } = zone.fields.properties;
  assert.deepEqual(
    [2140, 2150, 2160].map((wire) => shownAs(Temp, wire, 'F')),
    ['70.5 °F', '70.7 °F', '70.9 °F'],
  );
  assert.equal(shownAs(Setpoint, 2150, 'F'), '71 °F');
});

test('shows a setting in kelvin as a difference', () => {
  const paths = [...catalogue.values()].flatMap(({ sets, body, component }) =>
    membersOfBody(body).flatMap(([key, field]) =>
      factsOf(field).unit === 'K' ? [[component, ...sets[key]!.split('.')] as const] : [],
    ),
  );
  assert.equal(paths.length, 5);
  for (const [kind, ...path] of paths) {
    const field = path.reduce<Field>((at, key) => (at as RecordField).properties[key]!, kinds[kind].fields);
    assert.equal(shownAs(field, factsOf(field).scale, 'F'), '1.8 °F', path.join('.'));
  }
});

test("formats numbers and units in the reader's language", () => {
  const { CostOfPower, PF } = power.fields.properties;
  const { FilterWarn, GasHeat } = unit.fields.properties;
  const deadband = catalogue.get('AutoModeDeadB')!.body as NumberField;
  const cost = catalogue.get('PowerCostOfPower')!.body as NumberField;
  const inReader = () => [
    shownAs(CostOfPower, 3450, 'C'),
    shownAs(PF, 95, 'C'),
    shownAs(FilterWarn, 3, 'C'),
    shownAs(GasHeat.properties.StageOffset, 25, 'C'),
    expectedNumber(deadband),
    fieldError(cost, 50_001),
  ];
  setLanguage('de', 'de-DE');
  assert.deepEqual(inReader(), [
    '34,50 Cent',
    '0,95',
    '3 Monate',
    '2,5 K',
    'Geben Sie eine Zahl von 0,75 bis 5 K ein.',
    '500,01 Cent liegt über dem höchsten Wert, 500,00 Cent.',
  ]);
  setLanguage('es', 'es-ES');
  assert.deepEqual(inReader(), [
    '34,50 céntimos',
    '0,95',
    '3 meses',
    '2,5 K',
    'Introduzca un número de 0,75 a 5 K.',
    '500,01 céntimos está por encima del máximo, 500,00 céntimos.',
  ]);
});

test('shows a flag as a word, in each language', () => {
  const { On } = kinds.lamp.fields.properties;
  assert.deepEqual(toLines(On, 1, 'C'), [{ label: 'On', value: 'Yes' }]);
  setLanguage('de', 'de-DE');
  assert.deepEqual(toLines(On, 0, 'C'), [{ label: 'Ein', value: 'Nein' }]);
});

test('formats the number of a component without thousands separators', () => {
  assert.equal(shownAs(kinds.power.fields.properties.CostOfPower, 1_234_500, 'C'), '12345.00 cent');
});
