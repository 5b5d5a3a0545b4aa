import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHouseModel } from '../../model/house-model.ts';
import { readCase } from '../../reference/judge.ts';
import { standardPressure } from '../air.ts';
import { denver } from './denver.fixture.ts';
import { readEpw } from './weather-epw.ts';

/** Returns the time in UTC of an hour in Denver. */
const inDenver = (year: number, month: number, day: number, hour: number) =>
  Date.UTC(year, month - 1, day, hour + 7);
const text = denver();

test('reads place, altitude and mean pressure', () => {
  const { place } = readEpw(text);
  assert.deepEqual([place.latitude, place.longitude, place.altitude, place.zone], [39.83, -104.65, 1650, -7]);
  assert.ok(Math.abs(place.pressure - 83_460) < 5, `${place.pressure}`);
});

test('brings the pressure to the altitude of the house, if it has one', () => {
  const at = (altitude?: number) => readEpw(text, altitude).place.pressure;
  assert.equal(at(1650), at());
  assert.ok(Math.abs(at(2650) / at() - standardPressure(2650) / standardPressure(1650)) < 1e-12);
});

test('a house without an altitude has that of its EPW file, and one with its own keeps it', () => {
  const house = readCase('600');
  const { altitude: _, ...place } = house.place;
  assert.equal(createHouseModel({ ...house, place }, text).house.place.altitude, 1650);
  const higher = createHouseModel({ ...house, place: { ...place, altitude: 2650 } }, text);
  assert.equal(higher.house.place.altitude, 2650);
  assert.ok(higher.thermal.air.density < 0.9);
});

test('air that is saturated in the file is saturated at the pressure of its hour', () => {
  const lines = text.split(/\r?\n/);
  const wet = lines.map((line, index) => (index < 8 ? line : line.replace(/^((?:[^,]*,){8})[^,]*/, '$1100')));
  const { source } = readEpw(wet.join('\n'));
  for (let hour = 0; hour < 8760; hour += 97) {
    const { relativeHumidity } = source(inDenver(2026, 1, 1, hour));
    assert.ok(Math.abs(relativeHumidity - 100) < 1e-6, `${hour}: ${relativeHumidity}`);
  }
});

test('the row of an hour has the values of its end, between rows they change evenly', () => {
  const { source } = readEpw(text);
  assert.equal(source(inDenver(2026, 1, 1, 1)).temperature, -18);
  assert.ok(Math.abs(source(inDenver(2026, 1, 1, 1) + 1_800_000).temperature - -17.3) < 1e-9);
  assert.equal(source(inDenver(2026, 1, 1, 1)).infrared, 181);
});

test('each year has the weather of the same dates, and 29 February that of the day before', () => {
  const { source } = readEpw(text);
  const at = (year: number, month: number, day: number) => ({
    ...source(inDenver(year, month, day, 12) + 1_000_000),
  });
  assert.deepEqual(at(2031, 3, 1), at(2026, 3, 1));
  assert.deepEqual(at(2028, 3, 1), at(2026, 3, 1));
  assert.deepEqual(at(2028, 2, 29), at(2026, 2, 28));
  assert.deepEqual(at(2028, 12, 31), at(2026, 12, 31));
});

test('each hour of a day has the solar energy of its row, without jumps between hours', () => {
  const { source } = readEpw(text);
  const rows = text.split(/\r?\n/).slice(8);
  for (let hour = 0; hour < 24; hour++) {
    const mean = { beam: 0, diffuse: 0 };
    for (let part = 0; part < 3600; part++) {
      const { beam, diffuse } = source(inDenver(2026, 6, 15, hour) + (part + 0.5) * 1000);
      assert.ok(beam >= 0 && diffuse >= 0);
      mean.beam += beam / 3600;
      mean.diffuse += diffuse / 3600;
    }
    const row = rows[165 * 24 + hour]!.split(',').map(Number);
    assert.ok(Math.abs(mean.beam - row[14]!) < 0.01, `${hour}: ${mean.beam} ${row[14]}`);
    assert.ok(Math.abs(mean.diffuse - row[15]!) < 0.01, `${hour}: ${mean.diffuse} ${row[15]}`);
    const end = inDenver(2026, 6, 15, hour + 1);
    assert.ok(Math.abs(source(end - 1).beam - { ...source(end) }.beam) < 0.01);
  }
});

test('refuses a file that is not EPW, lacks an hour or has an impossible value, with the line', () => {
  const lines = text.split(/\r?\n/);
  assert.throws(() => readEpw('time,temperature\n'), { message: /line 1: it is not the LOCATION/ });
  assert.throws(() => readEpw(lines.toSpliced(100, 1).join('\n')), {
    message: /no row for hour 21 of 01-04/,
  });
  const wrong = lines[20]!.replace(/^((?:[^,]*,){6})[^,]*/, '$199.9');
  assert.throws(() => readEpw(lines.with(20, wrong).join('\n')), {
    message: 'Weather file, line 21: temperature is "99.9"; it must be a number from -70 to 70.',
  });
  assert.throws(() => readEpw(lines.with(20, 'rain').join('\n')), { message: /line 21: it does not begin/ });
});
