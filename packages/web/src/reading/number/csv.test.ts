import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from './csv.ts';
import { readHistory } from './samples.ts';

test("quotes a zone's name as text for a spreadsheet, and keeps a negative number as a number", () => {
  const series = { 'zone.0.Temp': [-150] };
  const samples = readHistory({ from: 0, to: 60_000, step: 60_000, series });
  assert.equal(
    toCsv(samples, [{ series: 'zone.0.Temp', heading: '=cmd|x °C', scale: 100 }]),
    `time,"'=cmd|x °C"\r\n1970-01-01T00:00:00.000Z,-1.5\r\n`,
  );
});

test('exports history as a table in usual units, with empty cells for gaps', () => {
  const samples = readHistory({
    from: Date.UTC(2026, 0, 1),
    to: Date.UTC(2026, 0, 1, 0, 2),
    step: 60_000,
    series: { 'zone.0.Temp': [2150, null], 'power.0.0.Pwr': [240, 260] },
  });
  const table = toCsv(samples, [
    { series: 'zone.0.Temp', heading: 'Lounge, "big", °C', scale: 100 },
    { series: 'power.0.0.Pwr', heading: 'House W', scale: 1 },
  ]);
  assert.equal(
    table,
    'time,"Lounge, ""big"", °C",House W\r\n2026-01-01T00:00:00.000Z,21.5,240\r\n2026-01-01T00:01:00.000Z,,260\r\n',
  );
});
