import assert from 'node:assert/strict';
import { test } from 'node:test';
import { izone } from '@plenum/protocol/dialect';
import { refusalType } from '@plenum/protocol/refusal';
import { post } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

test("refuses with status 200 in a maker's dialect unless the client accepts refusals as data", async () => {
  await using bridge = await startSmallBridge({ dialect: izone });
  const { port } = bridge.http;
  for (const [path, body, status, sentence] of [
    ['/iZoneCommandV2', { iSave: 1 }, 409, 'iSave is not available: this house is small.'],
    ['/iZoneCommandV2', { SysOn: 2 }, 400, 'SysOn: 2 is not one of 0, 1.'],
    ['/iZoneRequestV2', { iZoneV2Request: { Type: 2, No: 9, No1: 0 } }, 409, undefined],
  ] as const) {
    const plain = await post(port, path, body);
    assert.equal(plain.status, 200);
    assert.match(plain.text, /^\{ERROR: .+\}$/);
    if (sentence !== undefined) assert.equal(plain.text, `{ERROR: ${sentence}}`);
    const data = await post(port, path, body, { Accept: refusalType });
    assert.deepEqual([data.status, data.headers['content-type']], [status, refusalType]);
  }
});

test("refuses in the maker's words in a maker's dialect, but in neutral words as data", async () => {
  await using bridge = await startSmallBridge({ dialect: izone });
  const { port } = bridge.http;
  for (const [body, sentence] of [
    [{ CoolbreezeFanSpeed: 0 }, 'CoolbreezeFanSpeed: 0 is below the minimum of 1.'],
    [{ EvapFanSpeed: 0 }, 'CoolbreezeFanSpeed: 0 is below the minimum of 1.'],
    [{ EvapFanSpeeds: 20 }, 'There is no command "EvapFanSpeeds". Did you mean CoolbreezeFanSpeed?'],
    [{ iZoneV2Request: {} }, /^There is no command "iZoneV2Request"/],
  ] as const) {
    const { text } = await post(port, '/iZoneCommandV2', body);
    const said = /^\{ERROR: (.+)\}$/.exec(text)?.[1] ?? text;
    if (typeof sentence === 'string') assert.equal(said, sentence);
    else assert.match(said, sentence);
  }
  const data = await post(port, '/iZoneCommandV2', { CoolbreezeFanSpeed: 0 }, { Accept: refusalType });
  assert.deepEqual(JSON.parse(data.text).path, ['EvapFanSpeed']);
});

test('refuses with the usual status in the neutral dialect', async () => {
  await using bridge = await startSmallBridge();
  assert.equal((await post(bridge.http.port, '/HvacCommandV2', { iSave: 1 })).status, 409);
});
