import assert from 'node:assert/strict';
import { test } from 'node:test';
import { izone, neutral } from '@plenum/protocol/dialect';
import { ok, refuse } from '@plenum/protocol/refusal';
import type { Device, PassUnknown, UnknownRequest } from '../../device/device.ts';
import type { HttpRequest } from '../request.ts';
import { createPassPath } from './pass-path.ts';

const requestOf = (method: string, url: string, text?: string): HttpRequest =>
  ({
    method,
    url,
    headers: {},
    raw: { socket: {} },
    ...(text !== undefined && { body: ok(text) }),
  }) as unknown as HttpRequest;

const open = (answer: Awaited<ReturnType<PassUnknown>>, { dialect = neutral, readOnly = false } = {}) => {
  const passed: UnknownRequest[] = [];
  const passUnknown: PassUnknown = async (request) => {
    passed.push(request);
    return answer;
  };
  return { passed, pass: createPassPath({ passUnknown } as Device, dialect, readOnly) };
};

test('passes on only paths in the form of the original interface, by GET or POST', () => {
  const { passed, pass } = open(ok(undefined));
  for (const [method, url] of [
    ['PUT', '/SystemSettings'],
    ['HEAD', '/SystemSettings'],
    ['GETS', '/SystemSettings'],
    ['GET', '/systemSettings'],
    ['GET', '/System/Settings'],
    ['GET', '/System?a'],
    ['GET', '/x/System'],
    ['GET', `/A${'b'.repeat(40)}`],
  ] as const)
    assert.equal(pass(requestOf(method, url)), undefined, `${method} ${url}`);
  assert.deepEqual(passed, []);
  assert.ok(pass(requestOf('GET', `/A${'b'.repeat(39)}`)));
  assert.ok(pass(requestOf('POST', '/A_1', '{}')));
  const without = createPassPath({} as Device, neutral, false);
  assert.equal(without(requestOf('GET', '/SystemSettings')), undefined);
});

test('passes on a reading and a command, and returns the responses from the real bridge', async () => {
  const read = open(ok({ A: 1 }));
  assert.equal((await read.pass(requestOf('GET', '/Extra')))?.text, '{"A":1}');
  assert.deepEqual(read.passed, [{ kind: 'v1-read', path: '/Extra', body: {} }]);
  const command = open(ok(undefined));
  assert.equal((await command.pass(requestOf('POST', '/Extra', '{"Extra":{"A":1}}')))?.text, '{OK}');
  assert.deepEqual(command.passed, [{ kind: 'v1-command', path: '/Extra', body: { Extra: { A: 1 } } }]);
});

test('translates a maker’s words in both directions when it passes on a request', async () => {
  const { passed, pass } = open(ok({ HvacDeviceUId: '1' }), { dialect: izone });
  assert.equal(
    (await pass(requestOf('POST', '/Extra', '{"AirStreamDeviceUId":"2"}')))?.text,
    '{"AirStreamDeviceUId":"1"}',
  );
  assert.deepEqual(passed, [{ kind: 'v1-command', path: '/Extra', body: { HvacDeviceUId: '2' } }]);
});

test('refuses paths that the real bridge lacks, and passes on its refusals with status 200', async () => {
  const unknown = open(refuse('not-available', { facts: { what: 'change', reason: 'replay' } }));
  assert.equal(await unknown.pass(requestOf('GET', '/Extra')), undefined);
  const refused = await open(refuse('read-only')).pass(requestOf('GET', '/Extra'));
  assert.deepEqual([refused?.status, refused?.text], [200, '{ERROR: This bridge is read-only.}']);
});

test('passes on readings but no commands if read-only, and never a body that is not JSON', async () => {
  const readOnly = open(ok(undefined), { readOnly: true });
  assert.equal(
    (await readOnly.pass(requestOf('POST', '/Extra', '{}')))?.text,
    '{ERROR: This bridge is read-only.}',
  );
  assert.deepEqual(readOnly.passed, []);
  assert.equal((await readOnly.pass(requestOf('GET', '/Extra')))?.text, '{OK}');
  const { passed, pass } = open(ok(undefined));
  assert.match((await pass(requestOf('POST', '/Extra', '{')))!.text, /^\{ERROR: /);
  const tooLarge = { ...requestOf('POST', '/Extra'), body: refuse('too-large', { facts: { most: 7 } }) };
  assert.equal((await pass(tooLarge))?.text, '{ERROR: The body is larger than 7 bytes.}');
  assert.deepEqual(passed, []);
});
