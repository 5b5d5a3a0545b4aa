import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { setLanguage } from '../../text/catalogue.fixture.ts';
import { formatNumber, formatTicks } from './quantity.ts';

test("formats a number with the reader's decimal separator and without thousands separators", () => {
  assert.deepEqual(
    [formatNumber(-0.5), formatNumber(2, 2), formatNumber(184666372)],
    ['−0.5', '2.00', '184666372'],
  );
  setLanguage('de', 'de-DE');
  assert.deepEqual([formatNumber(-0.5), formatNumber(1234.56)], ['−0,5', '1234,56']);
  setLanguage('en', 'en-GB');
});

test("formats the ticks of an axis in the reader's number format", () => {
  assert.deepEqual(formatTicks([-5, 0, 5], '°'), ['−5°', '0°', '5°']);
  setLanguage('de', 'de-DE');
  assert.deepEqual(formatTicks([0, 0.1, 0.5], ' kW'), ['0 kW', '0,1 kW', '0,5 kW']);
  setLanguage('en', 'en-GB');
});
