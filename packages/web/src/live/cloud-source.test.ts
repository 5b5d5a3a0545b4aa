import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConsoleClient } from '@plenum/client/console';
import { openSession } from '../session/session.ts';
import { createCloudSource } from './cloud-source.ts';
import { isRequestError } from './server-client.ts';
import { readHouseId } from './source.ts';
import '../text/english.fixture.ts';

test('the URL of a page determines whether it belongs to a bridge or to a cloud', () => {
  assert.equal(readHouseId({ pathname: '/', search: '' }), undefined);
  assert.equal(readHouseId({ pathname: '/', search: '?id=123456789' }), undefined);
  assert.equal(readHouseId({ pathname: '/house', search: '?id=123456789' }), '123456789');
  assert.equal(readHouseId({ pathname: '/house', search: '' }), '');
});

const account = { accountId: 'ann', email: 'ann@example.org', createdAt: 0, formToken: 'token-1' };

/** Opens a house at a cloud that sends the same response to each control. */
const openAt = (status: number, body: object | undefined) => {
  const asked: { path: string; headers: unknown; body: unknown }[] = [];
  const fetch = (async (path: string, init: RequestInit) => {
    if (path === '/account') return Response.json(account);
    asked.push({ path, headers: init.headers, body: init.body });
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  }) as typeof globalThis.fetch;
  const session = openSession(createConsoleClient({ fetch }));
  return { asked, session, source: createCloudSource('123456789', { session, fetch, degrees: () => '°F' }) };
};

test('sends every command to the cloud as JSON with the form token', async () => {
  const { asked, session, source } = openAt(204, undefined);
  await session.refresh();
  assert.equal(await source.client.post('/HvacCommandV2', { SysOn: 1 }), undefined);
  assert.deepEqual(asked, [
    {
      path: '/console/houses/123456789/control',
      headers: { 'Content-Type': 'application/json', 'X-Form-Token': 'token-1' },
      body: '{"SysOn":1}',
    },
  ]);
});

test('sends changes to prices, groups and exceptions through the cloud to the bridge', async () => {
  const { asked, session, source } = openAt(204, undefined);
  await session.refresh();
  assert.equal(await source.client.post('/energy/tariff', { currency: 'AUD' }), undefined);
  assert.equal(await source.client.post('/favourites/exceptions/end', { index: 1 }), undefined);
  assert.equal(await source.client.post('/groups', { name: 'Upstairs' }), undefined);
  assert.deepEqual(
    asked.map(({ path, body }) => [path, body]),
    [
      ['/console/houses/123456789/recorded', '{"path":"/energy/tariff","body":{"currency":"AUD"}}'],
      ['/console/houses/123456789/recorded', '{"path":"/favourites/exceptions/end","body":{"index":1}}'],
      ['/console/houses/123456789/recorded', '{"path":"/groups","body":{"name":"Upstairs"}}'],
    ],
  );
});

test('shows the sentence of a refusal from the cloud', async () => {
  const { session, source } = openAt(504, {
    code: 'Error',
    sentence: 'The bridge is not connected; nothing was done.',
  });
  await session.refresh();
  const error = await source.client.post('/HvacCommandV2', { SysOn: 1 });
  assert.ok(isRequestError(error));
  assert.equal(error.sentence, 'The bridge is not connected; nothing was done.');
});

test('translates a refusal that has data for the reader, and shows others’ sentences', async () => {
  const sentence = 'SysSetpoint: 31.00 °C is above the maximum of 30.00 °C.';
  const data = {
    code: 'too-high',
    path: ['SysSetpoint'],
    input: 3100,
    facts: { max: 3000, unit: '°C', scale: 100 },
  };
  const errorOf = async (byBridge: object) => {
    const { session, source } = openAt(502, { code: 'Error', sentence, byBridge });
    await session.refresh();
    const [read, written, commanded] = await Promise.all([
      source.client.get('/history').catch(({ message }: Error) => message),
      source.client.post('/energy/tariff', {}),
      source.client.post('/HvacCommandV2', { SysSetpoint: 3100 }),
    ]);
    assert.deepEqual(written, commanded, 'refusals of records have the same texts');
    assert.equal(read, commanded?.sentence);
    return commanded;
  };
  assert.deepEqual(await errorOf(data), {
    sentence: 'SysSetpoint: 87.80 °F is above the maximum of 86.00 °F.',
    code: 'too-high',
  });
  assert.deepEqual(await errorOf({ ...data, code: 'too-humid' }), { sentence });
});

test('loads history and energy from the bridge through the cloud, but no simulation', async () => {
  const { asked, source } = openAt(200, { series: ['unit.Temp'] });
  assert.equal(await source.client.get('/simulation'), undefined);
  assert.deepEqual(asked, []);
  const paths = [
    '/history?series=unit.Temp&from=1',
    '/history/events',
    '/energy/tariff',
    '/explain?component=zone.3',
    '/favourites/exceptions',
    '/groups',
  ];
  for (const path of paths) assert.deepEqual(await source.client.get(path), { series: ['unit.Temp'] });
  const sent = paths.map((full) => {
    const [path = '', query = ''] = full.split('?');
    return `/console/houses/123456789/recorded?${new URLSearchParams({ path, query })}`;
  });
  assert.deepEqual(
    asked.map(({ path }) => path),
    sent,
  );
});

test('shows the sentence of the cloud as the error if a bridge cannot be reached', async () => {
  const sentence = 'This bridge cannot send its history through the cloud.';
  const { source } = openAt(501, { code: 'bridge-cannot', sentence });
  await assert.rejects(source.client.get('/history/series'), { message: sentence });
});
