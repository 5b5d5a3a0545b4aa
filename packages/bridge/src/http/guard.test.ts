import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { exchange, head } from '../fixture/tcp.fixture.ts';

const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };

describe('who may use the bridge', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await startSmallBridge({ allowedHosts: ['bridge.lan'] });
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const host of [
    '127.0.0.1',
    '192.168.1.20:8080',
    'localhost',
    'LOCALHOST:8080',
    '[::1]:8080',
    'bridge.lan',
    'Bridge.LAN:80',
  ])
    it(`serves Host: ${host}`, async () =>
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, { host })).status, 200));

  for (const host of [
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'bridge.lan.evil.example',
    '127.0.0.1@evil.example',
    '0x7f.1',
    '[::1',
    ' ',
  ])
    it(`refuses Host: ${host}, which may be a name made to point here`, async () => {
      const { status, text } = await post(bridge.http.port, '/HvacRequestV2', query, { host });
      assert.equal(status, 403);
      assert.equal(
        text,
        `{ERROR: ${JSON.stringify(host.trim())} is not a name of this bridge; use its address, or allow the name.}`,
      );
    });

  for (const host of [
    'izone.local',
    'plenum.local',
    'IZONE.local:8080',
    hostname(),
    `${hostname().split('.')[0]}.local`,
  ])
    it(`serves Host: ${host}, a name that it has on the local network`, async () =>
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, { host })).status, 200));

  it('refuses another name of the local network', async () =>
    assert.equal(
      (await post(bridge.http.port, '/HvacRequestV2', query, { host: 'other-house.local' })).status,
      403,
    ));

  for (const [host, origin] of [
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['bridge.lan', 'http://bridge.lan'],
    ['bridge.lan:80', 'http://bridge.lan'],
    ['bridge.lan', 'https://bridge.lan'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ] as const)
    it(`serves a page of ${origin} at ${host}`, async () =>
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, { host, origin })).status, 200));

  for (const origin of [
    'http://evil.example',
    'http://127.0.0.1:8081',
    'http://127.0.0.1',
    'http://127.0.0.1:8080.evil.example',
    'http://127.0.0.1:8080/',
    'null',
    '',
    'file://',
  ])
    it(`refuses a page of "${origin}" at 127.0.0.1:8080`, async () => {
      const headers = { host: '127.0.0.1:8080', origin };
      const { status, text } = await post(bridge.http.port, '/HvacCommandV2', { SysOn: 1 }, headers);
      assert.equal(status, 403);
      assert.equal(text, `{ERROR: A page of ${JSON.stringify(origin)} may not use this bridge.}`);
      assert.equal(bridge.device.datagrams().unit[0]!.SysOn, 0);
    });

  it('allows no other origin by CORS', async () => {
    const { headers } = await send(bridge.http.port, '/SystemSettings');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
  });
});

describe('a request that names two hosts', () => {
  it('is refused, whichever of them is a name of the bridge', async () => {
    await using bridge = await startSmallBridge();
    const ask = (...lines: string[]) =>
      exchange(bridge.http.port, head('GET /healthz HTTP/1.1', ...lines, 'Connection: close'));
    assert.match(await ask('Host: localhost'), /^HTTP\/1\.1 200 /);
    for (const lines of [
      ['Host: localhost', 'Host: evil.example'],
      ['Host: evil.example', 'Host: localhost'],
      ['Host: localhost', 'host: localhost'],
    ])
      assert.match(await ask(...lines), /^HTTP\/1\.1 400 .*two Host headers/s, lines.join());
  });
});

describe('a bridge with an access key', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await startSmallBridge({ accessKey: 'open-sesame' });
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const authorization of ['Bearer open-sesame', 'bearer open-sesame', 'Bearer  open-sesame'])
    it(`serves Authorization: ${authorization}`, async () => {
      const headers = { authorization };
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, headers)).status, 200);
      assert.equal((await send(bridge.http.port, '/SystemSettings', { headers })).status, 200);
    });

  for (const authorization of [
    '',
    'Bearer',
    'Bearer open-sesam',
    'Bearer open-sesame1',
    'Basic open-sesame',
    'open-sesame',
  ])
    it(`refuses Authorization: "${authorization}" with 401 and the scheme it expects`, async () => {
      const headers = { authorization };
      const answer = await post(bridge.http.port, '/HvacRequestV2', query, headers);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.equal(answer.text, '{ERROR: This bridge requires its access key: Authorization: Bearer KEY.}');
    });

  for (const path of ['/SystemSettings', '/events', '/history', '/metrics', '/simulation', '/nothing'])
    it(`refuses ${path} without the key`, async () =>
      assert.equal((await send(bridge.http.port, path)).status, 401));

  it('serves its health without the key', async () =>
    assert.equal((await send(bridge.http.port, '/healthz')).status, 200));
});

describe('a bridge that is read-only', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await startSmallBridge({ readOnly: true });
  });
  after(() => bridge[Symbol.asyncDispose]());

  it('answers queries of both interfaces', async () => {
    assert.equal((await post(bridge.http.port, '/HvacRequestV2', query)).status, 200);
    assert.equal((await send(bridge.http.port, '/SystemSettings')).status, 200);
  });

  for (const [path, body] of [
    ['/HvacCommandV2', { SysOn: 1 }],
    ['/simulation/UnitFault', '"E01"'],
    ['/simulation/ClockPause', '1'],
  ] as const)
    it(`refuses ${path} with 403`, async () => {
      const before = bridge.device.datagrams().unit[0];
      const { status, text } = await post(bridge.http.port, path, body);
      assert.equal(status, 403);
      assert.equal(text, '{ERROR: This bridge is read-only.}');
      assert.equal(bridge.device.datagrams().unit[0], before);
    });

  it('refuses commands of the original interface with 200, as that does', async () => {
    const { status, text } = await post(bridge.http.port, '/SystemON', { SystemON: 'on' });
    assert.equal(status, 200);
    assert.equal(text, '{ERROR: This bridge is read-only.}');
    assert.equal(bridge.device.datagrams().unit[0]!.SysOn, 0);
  });
});
