import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@plenum/protocol/cloud';
import { type AnsweredRequest, createLatestRequests } from './latest-requests.ts';

const url = 'https://cloud.example';
const answered = (request?: AnsweredRequest['request']): AnsweredRequest => ({
  over: 'http',
  operation: 'Control',
  status: 200,
  result: 'OK',
  ms: 1.234,
  request,
});
const control = (requestBody: object) =>
  answered({
    requestId: '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
    requestType: 'Control',
    componentId: '000000001_hvac_zone_3',
    requestBody: requestBody as Record<string, unknown>,
  });

test('lists as many requests of an app as the limit, newest first', () => {
  let at = 0;
  const latest = createLatestRequests(() => ++at);
  const { most } = limits.latestRequests;
  for (let sent = 0; sent < most; sent++) latest.add('app', answered());
  assert.equal(latest.of('app', url).at(-1)!.at, 1);
  latest.add('app', answered());
  assert.deepEqual([latest.of('app', url).length, latest.of('app', url).at(-1)!.at], [most, 2]);
  assert.equal(latest.of('app', url)[0]!.at, most + 1);
  assert.deepEqual(latest.of('other', url), []);
});

test('forgets the requests of the app that was silent longest, beyond the limit of apps', () => {
  const latest = createLatestRequests(() => 0);
  const { most } = limits.appsWithRequests;
  for (let app = 0; app < most; app++) latest.add(String(app), answered());
  latest.add('0', answered());
  assert.equal(latest.of('1', url).length, 1);
  latest.add('one more', answered());
  assert.deepEqual([latest.of('0', url).length, latest.of('1', url).length], [2, 0]);
});

test('leaves out names and passwords of a command, and lists the token as a variable', () => {
  const latest = createLatestRequests(() => 0);
  latest.add('app', control({ ZoneName: { Index: 3, Name: 'Anna' } }));
  latest.add('app', control({ ZoneSetpoint: { Index: 3, Setpoint: 2150 } }));
  const [setpoint, name] = latest.of('app', url);
  assert.equal(
    setpoint!.curl,
    `curl '${url}/dev' -H "Authorization: Bearer $TOKEN" -d '${JSON.stringify(setpoint!.asked)}'`,
  );
  assert.deepEqual(setpoint!.asked!.requestBody, { ZoneSetpoint: { Index: 3, Setpoint: 2150 } });
  assert.deepEqual([setpoint!.isRedacted, setpoint!.ms, name!.isRedacted], [false, 1.23, true]);
  assert.equal(JSON.stringify(name).includes('Anna'), false);
});
