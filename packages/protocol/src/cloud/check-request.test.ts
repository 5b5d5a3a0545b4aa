import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../check/check.ts';
import { toExample } from '../derive/to-example.ts';
import { checkCloudRequest, requestIdOf } from './check-request.ts';
import { cloudMessages, cloudRequests, cloudResponses } from './envelopes.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const componentId = '000000001_hvac_systemsettings_0';
const discover = { requestId, requestType: 'Discover' };
const query = { requestId, requestType: 'Query', componentId };
const control = { requestId, requestType: 'Control', componentId, requestBody: { SysOn: 1 } };

const codeOf = (body: unknown) => {
  const checked = checkCloudRequest(body);
  return checked.ok ? 'taken' : checked.refusal.code;
};

test('the three example requests of interface 4.3 are accepted', () => {
  for (const body of [discover, query, control])
    assert.deepEqual(checkCloudRequest(body), { ok: true, value: body });
});

test('a request is refused if a part of it is missing, unknown or malformed', () => {
  assert.equal(codeOf(null), 'not-an-object');
  assert.equal(codeOf([discover]), 'not-an-object');
  assert.equal(codeOf({ requestId }), 'missing-key');
  assert.equal(codeOf({ requestType: 'Discover' }), 'missing-key');
  assert.equal(codeOf({ ...discover, requestType: 'discover' }), 'not-a-choice');
  assert.equal(codeOf({ ...discover, requestType: 'constructor' }), 'not-a-choice');
  assert.equal(codeOf({ ...discover, componentId }), 'unknown-key');
  assert.equal(codeOf({ requestId, requestType: 'Query' }), 'missing-key');
  assert.equal(codeOf({ ...query, componentId: 1 }), 'wrong-type');
  assert.equal(codeOf({ ...control, requestBody: [] }), 'wrong-type');
  assert.equal(codeOf({ ...control, requestBody: '{"SysOn":1}' }), 'wrong-type');
});

test('a request id must be a UUID, in upper or lower case', () => {
  for (const id of [requestId, requestId.toUpperCase(), '00000000-0000-0000-0000-000000000000'])
    assert.equal(codeOf({ ...discover, requestId: id }), 'taken');
  for (const id of [
    '',
    '1',
    requestId.slice(1),
    `${requestId}0`,
    `{${requestId}}`,
    `${requestId}\n`,
    7,
    null,
  ]) {
    assert.equal(codeOf({ ...discover, requestId: id }), 'wrong-type', String(id));
    assert.equal(requestIdOf({ requestId: id }), undefined);
  }
});

test('the id of a refused request is still returned for the response', () => {
  assert.equal(requestIdOf({ requestId, requestType: 'Nothing' }), requestId);
  assert.equal(requestIdOf(JSON.parse(`{"__proto__": {"requestId": "${requestId}"}}`)), undefined);
  for (const body of [undefined, null, 1, [], {}]) assert.equal(requestIdOf(body), undefined);
});

test('envelopes have exactly the keys of interface 4.3', () => {
  const keysOf = (field: object): unknown => {
    const { properties, items } = field as { properties?: object; items?: object };
    if (items !== undefined) return [keysOf(items)];
    if (properties === undefined) return 0;
    return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, keysOf(of)]));
  };
  const component = { componentId: 0, datagram: 0 };
  const result = { result: 0, detail: 0 };
  assert.deepEqual(keysOf(cloudResponses.Discover), {
    requestId: 0,
    requestType: 0,
    response: { userID: 0, devices: [component] },
  });
  assert.deepEqual(keysOf(cloudResponses.Query), { requestId: 0, requestType: 0, response: { component } });
  const done = { requestId: 0, componentId: 0, requestType: 0, response: result };
  assert.deepEqual(keysOf(cloudResponses.Control), done);
  assert.deepEqual(keysOf(cloudResponses.Result), { requestId: 0, response: result });
  assert.deepEqual(keysOf(cloudMessages.Sync), { requestId: 0, requestType: 0, userId: 0 });
  const event = { requestId: 0, requestType: 0, requestBody: { devices: [component] } };
  assert.deepEqual(keysOf(cloudMessages.Event), event);
});

test('every envelope accepts its own example', () => {
  for (const field of [cloudRequests, cloudResponses, cloudMessages].flatMap((set) => Object.values(set)))
    assert.ok(check(field as never, toExample(field as never)).ok);
});
