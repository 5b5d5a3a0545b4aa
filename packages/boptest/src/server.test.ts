import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boptestLimits } from './limits.ts';
import { createCottage, startServed } from './served-house.fixture.ts';

const day = 86_400;

describe('the service for tests of controllers', () => {
  it('lists its test cases and its version, and selects a test case with and without a namespace', async () => {
    await using served = await startServed();
    const { ask } = served;
    assert.deepEqual((await ask('GET', '/testcases')).body, [
      { testcaseid: 'cottage' },
      { testcaseid: 'shed' },
    ]);
    assert.deepEqual((await ask('GET', '/version')).payload, { version: '0.8.0' });
    for (const path of [
      '/testcases/shed/select',
      '/testcases/ibpsa/shed/select',
      '/testcases/shed/select-async',
    ]) {
      const { status, body } = await ask('POST', path);
      assert.deepEqual([status, Object.keys(body)], [200, ['testid']]);
      assert.deepEqual((await ask('GET', `/name/${body.testid}`)).payload, { name: 'shed' });
      assert.equal((await ask('GET', `/status/${body.testid}`)).body, 'Running');
    }
  });

  it('names what it lacks: a test case, a test, a path', async () => {
    await using served = await startServed();
    const { ask } = served;
    const none = await ask('POST', '/testcases/barn/select');
    assert.deepEqual(
      [none.status, none.body.message],
      [404, 'There is no test case "barn". There are cottage, shed.'],
    );
    for (const [method, path] of [
      ['GET', '/kpi/nobody'],
      ['POST', '/advance/nobody'],
      ['PUT', '/stop/nobody'],
      ['PUT', '/fork/nobody'],
      ['GET', '/status/nobody'],
    ] as const) {
      const { status, body } = await ask(method, path);
      assert.deepEqual([status, body.message], [400, 'Invalid testid: nobody'], path);
    }
    const nowhere = await ask('GET', '/nowhere');
    assert.deepEqual([nowhere.status, nowhere.body.message], [404, 'There is nothing at GET /nowhere.']);
    const long = await ask('GET', `/kpi/${'x'.repeat(2_000)}`);
    assert.deepEqual([long.status, long.body.payload], [414, null]);
    const id = await served.select();
    const submitted = await ask('POST', `/submit/${id}`, { api_key: 'k' });
    assert.equal(submitted.status, 400);
    assert.deepEqual(served.failures, []);
  });

  it('refuses a body that is not JSON, is nested too deep or is too large', async () => {
    await using served = await startServed();
    const id = await served.select();
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${served.url}/advance/${id}`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as { message: string } };
    };
    for (const [body, status] of [
      ['{"a":', 400],
      ['['.repeat(17), 400],
      ['[]', 400],
      [`{"a":"${'x'.repeat(65_536)}"}`, 413],
    ] as const) {
      const answered = await post(body);
      assert.equal(answered.status, status, body.slice(0, 20));
      assert.ok(answered.body.message.length > 10);
    }
    assert.equal((await post('')).status, 200);
    assert.deepEqual(served.failures, []);
  });

  it('reads a form as it reads JSON', async () => {
    await using served = await startServed();
    const { ask } = served;
    const [json, form] = [await served.select(), await served.select()];
    assert.deepEqual((await ask('PUT', `/step/${form}`, new URLSearchParams({ step: '900' }))).payload, {
      step: 900,
    });
    await ask('PUT', `/step/${json}`, { step: 900 });
    const inputs = {
      zon0_oveTSet_u: 296.15,
      zon0_oveTSet_activate: 1,
      ahu_oveOn_u: 1,
      ahu_oveOn_activate: 'true',
    };
    const words = Object.entries(inputs).map(([key, value]) => [key, String(value)]);
    assert.deepEqual(
      (await ask('POST', `/advance/${form}`, new URLSearchParams(words))).payload,
      (await ask('POST', `/advance/${json}`, inputs)).payload,
    );
    const asked = { horizon: '3600', interval: '1800' };
    const one = new URLSearchParams({ ...asked, point_names: 'TDryBul' });
    const forecast = await ask('PUT', `/forecast/${form}`, one);
    assert.deepEqual(Object.keys(forecast.payload), ['time', 'TDryBul']);
    one.append('point_names', 'winSpe');
    assert.deepEqual(Object.keys((await ask('PUT', `/forecast/${form}`, one)).payload), [
      'time',
      'TDryBul',
      'winSpe',
    ]);
  });

  it('lets pages of every origin ask', async () => {
    await using served = await startServed();
    const headers = { origin: 'https://lab.example', 'access-control-request-headers': 'content-type' };
    const asked = await fetch(`${served.url}/advance/any`, { method: 'OPTIONS', headers });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-headers'), 'content-type');
    for (const response of [
      asked,
      await fetch(`${served.url}/version`),
      await fetch(`${served.url}/nowhere`),
    ])
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
  });

  it('has one test of the first test case for clients that send no test id', async () => {
    await using served = await startServed();
    const { ask, clock } = served;
    assert.deepEqual((await ask('GET', '/name')).payload, { name: 'cottage' });
    assert.equal((await ask('PUT', '/initialize', { start_time: day, warmup_period: 0 })).payload.time, day);
    await ask('PUT', '/step', { step: 600 });
    clock.advance(60 * 60_000);
    assert.equal((await ask('POST', '/advance', {})).payload.time, day + 600);
    const { testid } = (await ask('PUT', '/fork')).payload;
    assert.equal((await ask('POST', `/advance/${testid}`, {})).payload.time, day + 1_200);
    assert.equal((await ask('POST', '/advance', {})).payload.time, day + 1_200);
  });

  it(`runs at most ${boptestLimits.tests} tests, and another after one was stopped`, async () => {
    await using served = await startServed();
    const { ask } = served;
    const ids: string[] = [];
    for (let count = 0; count < boptestLimits.tests; count++) ids.push(await served.select());
    assert.equal((await ask('POST', '/testcases/cottage/select')).status, 429);
    assert.equal((await ask('PUT', `/fork/${ids[0]}`)).status, 429);
    assert.equal((await ask('PUT', `/stop/${ids[3]}`)).body, 'OK');
    assert.equal((await ask('GET', `/name/${ids[3]}`)).status, 400);
    const listed = ids.filter((id) => id !== ids[3]).map((testid) => ({ testid, testcaseid: 'cottage' }));
    assert.deepEqual((await ask('GET', '/tests')).body, listed);
    assert.equal((await ask('POST', '/testcases/cottage/select')).status, 200);
  });

  it(`ends a test ${boptestLimits.idleMinutes} minutes after its last request`, async () => {
    await using served = await startServed();
    const { ask, clock } = served;
    const idle = boptestLimits.idleMinutes * 60_000;
    const [used, left] = [await served.select(), await served.select()];
    clock.advance(idle - 1);
    assert.equal((await ask('GET', `/step/${used}`)).status, 200);
    clock.advance(1);
    assert.equal((await ask('GET', `/step/${left}`)).status, 400);
    clock.advance(idle - 2);
    assert.equal((await ask('GET', `/step/${used}`)).status, 200);
    clock.advance(idle);
    assert.equal((await ask('GET', `/step/${used}`)).status, 400);
  });

  it('serves other tests while one advances a year, and ends that advance at its stop', async () => {
    await using served = await startServed();
    const { ask } = served;
    const [busy, other] = [await served.select(), await served.select()];
    await ask('PUT', `/step/${busy}`, { step: 366 * day });
    const advancing = ask('POST', `/advance/${busy}`, {});
    await ask('PUT', `/step/${other}`, { step: 300 });
    assert.equal((await ask('POST', `/advance/${other}`, {})).payload.time, 300);
    await ask('PUT', `/stop/${busy}`);
    const stopped = await advancing;
    assert.deepEqual([stopped.status, stopped.body.message], [400, 'The test was stopped.']);
    assert.deepEqual(served.failures, []);
  });

  it('finds the periods of a year once for all tests of a case', async () => {
    const testCase = createCottage();
    assert.equal(testCase.periods(), testCase.periods());
  });
});
