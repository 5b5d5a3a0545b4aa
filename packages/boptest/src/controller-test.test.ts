import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boptestLimits } from './limits.ts';
import { type Answered, createCottage, startServed } from './served-house.fixture.ts';

const day = 86_400;
const winter = 200 * day;
const kelvin = (celsius: number) => celsius + 273.15;

/** Starts a test in winter, at an hour of the day, with a step in s. */
async function startTest(
  served: Awaited<ReturnType<typeof startServed>>,
  { hour = 0, step = 900 }: { hour?: number; step?: number } = {},
) {
  const id = await served.select();
  const begun = await served.ask('PUT', `/initialize/${id}`, {
    start_time: winter + hour * 3_600,
    warmup_period: day,
  });
  assert.equal(begun.status, 200);
  await served.ask('PUT', `/step/${id}`, { step });
  return {
    id,
    begun: begun.payload,
    advance: (inputs: object = {}) => served.ask('POST', `/advance/${id}`, inputs),
    get: (path: string) => served.ask('GET', `/${path}/${id}`),
    put: (path: string, body: object = {}) => served.ask('PUT', `/${path}/${id}`, body),
  };
}

describe('a test of a controller', () => {
  it('describes inputs with limits and their switches, and measurements with their units', async () => {
    await using served = await startServed();
    const { get, begun } = await startTest(served);
    const inputs = (await get('inputs')).payload;
    const measurements = (await get('measurements')).payload;
    for (const [name, { Minimum, Maximum, Unit, Description }] of Object.entries<Answered['payload']>(
      inputs,
    )) {
      assert.equal(name.indexOf('_u'), name.endsWith('_u') ? name.length - 2 : -1, name);
      if (name.endsWith('_activate')) continue;
      assert.ok(Number.isFinite(Minimum) && Maximum > Minimum && Unit !== undefined && Description, name);
      assert.ok(name.replace('_u', '_activate') in inputs, name);
    }
    assert.deepEqual(inputs.zon0_oveTSet_u, {
      Unit: 'K',
      Description: 'Setpoint of zone 0 (Lounge)',
      Minimum: kelvin(15),
      Maximum: kelvin(30),
    });
    assert.deepEqual(measurements.roo1_reaTRooAir_y, {
      Unit: 'K',
      Description: 'Air temperature of Bedroom',
      Minimum: null,
      Maximum: null,
    });
    const names = ['time', ...Object.keys(measurements), ...Object.keys(inputs)];
    assert.deepEqual(Object.keys(begun), names);
    for (const name of names) assert.equal(typeof begun[name], 'number', name);
  });

  it('sends an active setpoint, and returns to that of the house when the switch is off', async () => {
    await using served = await startServed();
    const { advance, begun } = await startTest(served);
    const own = begun.zon0_oveTSet_u;
    const active = await advance({ zon0_oveTSet_u: kelvin(25), zon0_oveTSet_activate: 1 });
    assert.deepEqual([active.payload.zon0_oveTSet_u, active.payload.zon0_oveTSet_activate], [kelvin(25), 1]);
    for (const inputs of [
      { zon0_oveTSet_u: kelvin(25), zon0_oveTSet_activate: 0 },
      {},
      { zon0_oveTSet_u: kelvin(25) },
    ]) {
      await advance({ zon0_oveTSet_u: kelvin(25), zon0_oveTSet_activate: 1 });
      const { payload } = await advance(inputs);
      assert.deepEqual([payload.zon0_oveTSet_u, payload.zon0_oveTSet_activate], [own, 0]);
    }
  });

  it("keeps an active setpoint when a favourite starts, then returns to the favourite's", async () => {
    await using served = await startServed();
    const { advance, put } = await startTest(served, { hour: 6, step: 3_600 });
    const started = await advance({ zon0_oveTSet_u: kelvin(18), zon0_oveTSet_activate: 1 });
    assert.equal(started.payload.zon0_oveTSet_u, kelvin(18));
    assert.equal(started.payload.ahu_oveOn_u, 1);
    const from = winter + 6 * 3_600 + 30;
    const wanted = { point_names: ['zon0_oveTSet_u'], start_time: from, final_time: winter + day };
    const { payload } = await put('results', wanted);
    assert.deepEqual([payload.time.length, new Set(payload.zon0_oveTSet_u)], [120, new Set([kelvin(18)])]);
    assert.equal((await advance()).payload.zon0_oveTSet_u, kelvin(21));
  });

  it('uses the nearest value that the house accepts, and clips others with a warning', async () => {
    await using served = await startServed();
    const { advance } = await startTest(served);
    const near = await advance({
      zon0_oveTSet_u: kelvin(21.7),
      zon0_oveTSet_activate: 1,
      ahu_oveMod_u: 1.6,
      ahu_oveMod_activate: 1,
    });
    assert.deepEqual([near.payload.zon0_oveTSet_u, near.payload.ahu_oveMod_u], [kelvin(21.5), 2]);
    assert.match(near.body.message, /^Advanced from \d+ s to \d+ s\.$/);
    const beyond = await advance({ zon0_oveTSet_u: kelvin(40), zon0_oveTSet_activate: 1 });
    assert.equal(beyond.payload.zon0_oveTSet_u, kelvin(30));
    assert.equal(
      beyond.body.message,
      `${kelvin(40)} K for zon0_oveTSet_u is outside ${kelvin(15)} to ${kelvin(30)} K; ${kelvin(30)} K was used. Advanced from ${near.payload.time} s to ${beyond.payload.time} s.`,
    );
  });

  it('clips values without a unit, and says so without one', async () => {
    await using served = await startServed();
    const { advance } = await startTest(served);
    const { payload, body } = await advance({ zon0_oveDam_u: -0.5, zon0_oveDam_activate: 1 });
    assert.equal(payload.zon0_oveDam_u, 0);
    assert.match(body.message, /^-0\.5 for zon0_oveDam_u is outside 0 to 1; 0 was used\. Advanced from /);
    for (const limit of [0, 1])
      assert.match(
        (await advance({ zon0_oveDam_u: limit, zon0_oveDam_activate: 1 })).body.message,
        /^Advanced/,
      );
  });

  it('holds dampers and the load of the compressor in place of the controller', async () => {
    await using served = await startServed();
    const { advance } = await startTest(served, { hour: 12 });
    const held = {
      zon0_oveDam_u: 0.4,
      zon0_oveDam_activate: 1,
      zon1_oveDam_u: 1,
      zon1_oveDam_activate: 1,
      ahu_oveOn_u: 1,
      ahu_oveOn_activate: 1,
      ahu_oveMod_u: 2,
      ahu_oveMod_activate: 1,
      ahu_oveLoa_u: 0.35,
      ahu_oveLoa_activate: 1,
    };
    const { payload } = await advance(held);
    assert.deepEqual([payload.zon0_reaDam_y, payload.zon1_reaDam_y, payload.ahu_reaLoa_y], [0.4, 1, 0.35]);
    assert.ok(payload.hou_reaQHea_y > 500 && payload.ahu_reaPEle_y > 200);
    const off = await advance({ ...held, ahu_oveLoa_u: 0 });
    assert.equal(off.payload.ahu_reaLoa_y, 0);
  });

  it('refuses wrong members, types and switches, and changes nothing', async () => {
    await using served = await startServed();
    const { advance, put, get, begun } = await startTest(served);
    const step = `There is no key "zon9_oveTSet_u"`;
    for (const [asked, sentence] of [
      [advance({ zon9_oveTSet_u: 290 }), step],
      [advance({ zon0_oveTSet_u: 'warm', zon0_oveTSet_activate: 1 }), 'zon0_oveTSet_u: '],
      [advance({ zon0_oveTSet_activate: -1 }), 'zon0_oveTSet_activate: -1 is below the minimum of 0.'],
      [advance({ zon0_oveTSet_activate: 2 }), 'zon0_oveTSet_activate: 2 is above the maximum of 1.'],
      [advance({ zon0_oveTSet_activate: 1 }), 'zon0_oveTSet_u'],
      [advance({ zon0_oveTSet_u: '0x10', zon0_oveTSet_activate: 1 }), 'zon0_oveTSet_u: '],
      [put('step', { step: 0.5 }), 'step: 0.5 s is below the minimum of 1 s.'],
      [
        put('results', { point_names: ['zon0_reaDam_y'], start_time: 9, final_time: 8 }),
        'final_time: 8 s is before',
      ],
      [put('step', {}), 'step'],
      [put('initialize', { start_time: -1 }), 'start_time: -1 s is below the minimum of 0 s.'],
      [put('initialize', { start_time: 0, warmup_period: 367 * day }), 'warmup_period: '],
      [put('scenario', { electricity_price: 'free' }), 'electricity_price: "free" is not one of'],
      [put('scenario', { seed: -1 }), 'seed: -1 is below the minimum of 0.'],
      [put('forecast', { point_names: ['TDryBul'], horizon: -1, interval: 60 }), 'horizon: -1 s is below'],
      [put('forecast', { point_names: ['TDryBul'], horizon: 60, interval: 0 }), 'interval: 0 s is below'],
      [
        put('forecast', { point_names: ['Snow'], horizon: 0, interval: 60 }),
        'There is no forecast of "Snow".',
      ],
      [put('results', { point_names: ['Snow'], start_time: 0, final_time: 1 }), 'There is no point "Snow".'],
      [put('restore', { name: 'none' }), 'This test has no snapshot "none". It has none.'],
      [put('snapshot', { name: '' }), 'name: '],
    ] as const) {
      const { status, body } = await asked;
      assert.equal(status, 400, sentence);
      assert.ok(body.message.includes(sentence), `${body.message} does not contain ${sentence}`);
      assert.equal(body.payload, null);
    }
    assert.equal((await get('step')).payload, 900);
    assert.equal((await advance()).payload.time, begun.time + 900);
    assert.deepEqual(served.failures, []);
  });

  it('sends what the house refuses as a sentence, and goes on under its own control', async () => {
    await using served = await startServed([createCottage(), createCottage('shed')]);
    const { advance, begun } = await startTest(served);
    const locked = await advance({
      ahu_oveFan_u: 4,
      ahu_oveFan_activate: 1,
      zon0_oveMod_u: 2,
      zon0_oveMod_activate: 1,
    });
    assert.equal(locked.status, 200);
    assert.equal(locked.payload.time, begun.time + 900);
  });

  it('answers results that are what the advances answered, at the ends and every 30 s between', async () => {
    await using served = await startServed();
    const { advance, put, begun } = await startTest(served, { step: 100 });
    const answers = [begun];
    for (let count = 0; count < 5; count++)
      answers.push(
        (await advance({ zon0_oveTSet_u: kelvin(20 + count), zon0_oveTSet_activate: count % 2 })).payload,
      );
    const names = Object.keys(begun).filter((name) => name !== 'time');
    const ask = async (start: number, final: number) =>
      (await put('results', { point_names: names, start_time: start, final_time: final })).payload;
    const { time: from } = begun;
    const all = await ask(from, from + 500);
    assert.deepEqual(
      all.time.slice(0, 6),
      [0, 30, 60, 90, 100, 130].map((seconds) => from + seconds),
    );
    for (const answer of answers) {
      const place = all.time.indexOf(answer.time);
      for (const name of names.filter((one) => !/_(u|activate)$/.test(one)))
        assert.equal(all[name][place], answer[name], `${name} at ${answer.time}`);
    }
    const part = await ask(from + 31, from + 100);
    assert.deepEqual(
      part.time,
      [60, 90, 100].map((seconds) => from + seconds),
    );
    assert.deepEqual(part.roo0_reaTRooAir_y, all.roo0_reaTRooAir_y.slice(2, 5));
    const warmUp = await ask(from - 60, from);
    assert.deepEqual(warmUp.time, [from - 60, from - 30, from]);
    assert.deepEqual((await ask(from + 9_000, from + 9_999)).time, []);
  });

  it('returns to a snapshot with the same future, and forks a test that shares nothing with it', async () => {
    await using served = await startServed();
    const test = await startTest(served, { step: 1_800 });
    const warm = {
      zon0_oveTSet_u: kelvin(26),
      zon0_oveTSet_activate: 1,
      ahu_oveOn_u: 1,
      ahu_oveOn_activate: 1,
    };
    await test.advance(warm);
    const { payload: saved } = await test.put('snapshot', { name: 'before' });
    assert.deepEqual(saved, { name: 'before', time: winter + 1_800 });
    const { testid } = (await test.put('fork')).payload;
    const first = [await test.advance(warm), await test.advance()];
    const kpis = (await test.get('kpi')).payload;
    assert.equal((await test.put('restore', { name: 'before' })).payload.time, winter + 1_800);
    const second = [await test.advance(warm), await test.advance()];
    assert.deepEqual(
      second.map(({ payload }) => payload),
      first.map(({ payload }) => payload),
    );
    const { time_rat: _, ...sums } = (await test.get('kpi')).payload;
    const { time_rat: __, ...before } = kpis;
    assert.deepEqual(sums, before);
    const forked = await served.ask('POST', `/advance/${testid}`, warm);
    assert.deepEqual(forked.payload, first[0]!.payload);
    await served.ask('PUT', `/stop/${test.id}`);
    assert.deepEqual((await served.ask('POST', `/advance/${testid}`, {})).payload, first[1]!.payload);
  });

  it(`saves ${boptestLimits.snapshots} snapshots, replaces one of the same name, and refuses another`, async () => {
    await using served = await startServed();
    const { put, get } = await startTest(served);
    for (let count = 0; count < boptestLimits.snapshots; count++)
      assert.equal((await put('snapshot', { name: `n${count}` })).status, 200);
    assert.equal((await put('snapshot', { name: 'n0' })).status, 200);
    const listed = (await get('snapshots')).payload;
    assert.equal(listed.length, boptestLimits.snapshots);
    assert.deepEqual(listed[0], { name: 'n0', time: winter });
    const { status, body } = await put('snapshot', {});
    assert.equal(status, 400);
    assert.match(body.message, /^This test has 8 snapshots, which is the most\./);
  });
});
