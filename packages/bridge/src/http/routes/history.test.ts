import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const minute = 60_000;

const startAfter = async (minutes: number) => {
  const clock = createFakeClock();
  const bridge = await startSmallBridge({ clock });
  clock.advance(minutes * minute);
  const get = async (path: string) => {
    const { status, text } = await send(bridge.http.port, path);
    return { status, text, ...(status === 200 && JSON.parse(text)) };
  };
  return { get, clock, port: bridge.http.port, [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose]() };
};

describe('GET /history', () => {
  it('returns one sample per minute in raw wire integers', async () => {
    await using bridge = await startAfter(3);
    const query = `series=zone.0.Temp,unit.Setpoint&from=${monday}&to=${monday + 4 * minute}&points=4`;
    const { from, to, step, series } = await bridge.get(`/history?${query}`);
    assert.deepEqual({ from, to, step }, { from: monday, to: monday + 4 * minute, step: minute });
    const temps = series['zone.0.Temp'];
    assert.deepEqual(series, { 'zone.0.Temp': temps, 'unit.Setpoint': [null, 2200, 2200, 2200] });
    assert.equal(temps[2] - temps[1], 6);
  });

  it('returns the last day in about 300 steps by default', async () => {
    await using bridge = await startAfter(24 * 60);
    const { from, to, step, series } = await bridge.get('/history?series=zone.0.Temp');
    assert.equal(step, 5 * minute);
    assert.equal(from, monday);
    assert.equal(to, monday + 24 * 60 * minute + 1);
    assert.equal(series['zone.0.Temp'].length, 289);
  });

  it('returns the mean, minimum and maximum of each requested step', async () => {
    await using bridge = await startAfter(70);
    const query = `series=zone.0.Temp,unit.Setpoint&from=${monday + 5 * minute}&to=${monday + 65 * minute}`;
    const raw = await bridge.get(`/history?${query}&points=60`);
    const { step, series, min, max } = await bridge.get(`/history?${query}&step=${30 * minute}`);
    assert.equal(step, 30 * minute);
    const temps: number[] = raw.series['zone.0.Temp'];
    const parts = [temps.slice(0, 25), temps.slice(25, 55), temps.slice(55)];
    const mean = (part: readonly number[]) =>
      Math.round(part.reduce((sum, one) => sum + one, 0) / part.length);
    assert.deepEqual(
      series['zone.0.Temp'],
      parts.map(mean),
      'parts of a step outside the range are not counted',
    );
    assert.deepEqual(
      min['zone.0.Temp'],
      parts.map((part) => Math.min(...part)),
    );
    assert.deepEqual(
      max['zone.0.Temp'],
      parts.map((part) => Math.max(...part)),
    );
    assert.deepEqual(series['unit.Setpoint'], [2200, 2200, 2200]);
  });

  it('lists the recorded series', async () => {
    await using bridge = await startAfter(0);
    const { series } = await bridge.get('/history/series');
    for (const name of ['unit.Temp', 'zone.2.DmpPos', 'split.2.Setpoint', 'vrf.1.Ra', 'power.4.2.Pwr'])
      assert.ok(series.includes(name), name);
  });

  it('reports when the record begins', async () => {
    await using bridge = await startAfter(0);
    assert.equal((await bridge.get('/history/series')).from, null);
    bridge.clock.advance(2 * minute);
    assert.equal((await bridge.get('/history/series')).from, monday + minute);
  });

  it('reports the share of each step in which the unit heated and cooled, in percent', async () => {
    await using bridge = await startAfter(3);
    const query = `series=unit.Heating,unit.Cooling&from=${monday + minute}&to=${monday + 3 * minute}`;
    const { series } = await bridge.get(`/history?${query}&step=${minute}`);
    assert.deepEqual(series, { 'unit.Heating': [0, 0], 'unit.Cooling': [0, 0] });
  });

  for (const [query, sentence] of [
    ['', 'The key series is missing.'],
    ['series=', 'The key series is missing.'],
    ['series=zone.9.Temp', 'series: "zone.9.Temp" is not one of zone.0.Temp, ..., see /history/series.'],
    ['series=__proto__', 'series: "__proto__" is not one of those of /history/series.'],
    ['series=zone.0.Temp&from=yesterday', 'from: "yesterday" is not a whole number.'],
    ['series=zone.0.Temp&from=10&to=60000&points=2001', 'points: 2001 is above the maximum of 2000.'],
    [
      'series=zone.0.Temp&step=1',
      'step: "1" is not one of 60000, 300000, 900000, 1800000, 3600000, 7200000, 21600000, 43200000, 86400000.',
    ],
    [
      `series=zone.0.Temp&from=${monday}&to=${monday + 2001 * minute}&step=60000`,
      'step: There are 2001 entries. Send at most 2000.',
    ],
    ['series=zone.0.Temp&points=0', 'points: 0 is below the minimum of 1.'],
    ['series=zone.0.Temp&from=120000&to=60000', 'from: 120000 is above the maximum of 59999.'],
    ['series=zone.0.Temp&from=-1', 'from: -1 is below the minimum of 0.'],
  ] as const)
    it(`refuses GET /history?${query} with 400 and a sentence`, async () => {
      await using bridge = await startAfter(0);
      const { status, text } = await bridge.get(`/history?${query}`);
      assert.equal(status, 400);
      assert.equal(text, `{ERROR: ${sentence}}`);
    });

  it('refuses more than 64 series at once', async () => {
    await using bridge = await startAfter(0);
    const many = Array.from({ length: 65 }, (_, n) => `s${n}`);
    const { text } = await bridge.get(`/history?series=${many}`);
    assert.equal(text, '{ERROR: series: There are 65 entries. Send at most 64.}');
  });
});

describe('GET /history/events', () => {
  it('records commands from local clients in both versions of the interface', async () => {
    await using bridge = await startAfter(1);
    const post = (path: string, body: object) =>
      send(bridge.port, path, { method: 'POST', body: JSON.stringify(body) });
    assert.equal((await post('/HvacCommandV2', { ZoneSetpoint: { Index: 1, Setpoint: 2350 } })).status, 200);
    assert.equal((await post('/HvacCommandV2', { ZoneSetpoint: { Index: 1, Setpoint: 9999 } })).status, 400);
    assert.equal((await post('/SystemON', { SystemON: 'on' })).status, 200);
    bridge.clock.advance(2 * minute);
    const { from, to, events, isCut } = await bridge.get(
      `/history/events?from=${monday}&to=${monday + 9 * minute}`,
    );
    assert.deepEqual({ from, to, isCut }, { from: monday, to: monday + 9 * minute, isCut: false });
    const by = { over: 'local' };
    const [zone, unit] = [
      { kind: 'zone', index: 1 },
      { kind: 'unit', index: 0 },
    ];
    const at = monday + minute;
    assert.deepEqual(events, [
      { what: 'command', at, ...zone, command: 'ZoneSetpoint', body: { Index: 1, Setpoint: 2350 }, by },
      { what: 'command', at, ...unit, command: 'SysOn', body: 1, by },
    ]);
    assert.deepEqual((await bridge.get(`/history/events?from=${at + 1}&to=${at + minute}`)).events, []);
    assert.deepEqual((await bridge.get(`/history/events?from=${at}&to=${at + 1}`)).events, events);
  });

  for (const [query, sentence] of [
    ['from=x', 'from: "x" is not a whole number.'],
    [`from=5&to=${minute}x`, 'to: "60000x" is not a whole number.'],
    ['from=60000&to=60000', 'from: 60000 is above the maximum of 59999.'],
  ] as const)
    it(`refuses GET /history/events?${query}`, async () => {
      await using bridge = await startAfter(0);
      assert.equal((await bridge.get(`/history/events?${query}`)).text, `{ERROR: ${sentence}}`);
    });
});
