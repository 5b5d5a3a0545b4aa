import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { Bridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { exchange, head } from '../fixture/tcp.fixture.ts';
import { createGuard, type GuardedRequest } from './guard.ts';
import { createGuesses } from './key-check.ts';

const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };

describe('access to the bridge', () => {
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
    it(`refuses Host: ${host}, because a foreign name may point at this machine`, async () => {
      const { status, text } = await post(bridge.http.port, '/HvacRequestV2', query, { host });
      assert.equal(status, 403);
      assert.equal(
        text,
        `{ERROR: ${JSON.stringify(host.trim())} is not a name of this bridge. Use its address, or allow the name.}`,
      );
    });

  for (const host of [
    'izone.local',
    'plenum.local',
    'IZONE.local:8080',
    hostname(),
    `${hostname().split('.')[0]}.local`,
  ])
    it(`serves Host: ${host}, a name of the bridge on the local network`, async () =>
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, { host })).status, 200));

  it('refuses a foreign Host even if it is sent repeatedly', async () => {
    const headers = { host: 'evil.example' };
    for (const _ of [1, 2, 3])
      assert.equal((await post(bridge.http.port, '/HvacRequestV2', query, headers)).status, 403);
  });

  it('refuses a Host that is another name on the local network', async () =>
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
    it(`serves a request from a page of ${origin} at ${host}`, async () =>
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
    it(`refuses a request from a page of "${origin}" at 127.0.0.1:8080`, async () => {
      const headers = { host: '127.0.0.1:8080', origin };
      const { status, text } = await post(bridge.http.port, '/HvacCommandV2', { SysOn: 1 }, headers);
      assert.equal(status, 403);
      assert.equal(text, `{ERROR: Pages of ${JSON.stringify(origin)} may not use this bridge.}`);
      assert.equal(bridge.device.datagrams().unit[0]!.SysOn, 0);
    });

  it('does not allow any other origin over CORS', async () => {
    const { headers } = await send(bridge.http.port, '/SystemSettings');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
  });
});

describe('a request that names two hosts', () => {
  it('refuses a request with two hosts even if one of them is a name of the bridge', async () => {
    await using bridge = await startSmallBridge();
    const ask = (...lines: string[]) =>
      exchange(bridge.http.port, head('GET /healthz HTTP/1.1', ...lines, 'Connection: close'));
    assert.match(await ask('Host: localhost'), /^HTTP\/1\.1 200 /);
    for (const lines of [
      ['Host: localhost', 'Host: evil.example'],
      ['Host: evil.example', 'Host: localhost'],
      ['Host: localhost', 'host: localhost'],
    ])
      assert.match(await ask(...lines), /^HTTP\/1\.1 400 .*it names two hosts/s, lines.join());
  });
});

describe('a request whose target is a whole URL', () => {
  it('refuses a request for a URL on another host, with or without the bridge’s Host header', async () => {
    await using bridge = await startSmallBridge();
    const ask = async (target: string, version: string, ...lines: string[]) => {
      const lineOf = head(`GET ${target} HTTP/${version}`, ...lines, 'Connection: close');
      return Number((await exchange(bridge.http.port, lineOf)).split(' ', 2)[1]);
    };
    for (const [target, version, host, status] of [
      ['http://localhost/healthz', '1.1', 'localhost', 200],
      ['http://LOCALHOST:80/healthz', '1.1', 'localhost:80', 200],
      ['http://evil.example/healthz', '1.1', 'localhost', 400],
      ['HTTP://evil.example/healthz', '1.1', 'localhost', 400],
      ['http://localhost@evil.example/healthz', '1.1', 'localhost', 400],
      ['http://localhost/healthz', '1.1', 'evil.example', 400],
      ['http://evil.example/healthz', '1.1', 'evil.example', 403],
    ] as const)
      assert.equal(await ask(target, version, `Host: ${host}`), status, `${target} ${host}`);
    assert.equal(await ask('http://localhost/healthz', '1.0'), 200);
    assert.equal(await ask('http://evil.example/healthz', '1.0'), 403);
    assert.equal(await ask('http://localhost/healthz', '1.1'), 400);
  });
});

describe('a bridge behind a proxy that checks its users itself', () => {
  const guesses = createGuesses(createFakeClock());
  const proxy = '172.30.32.2';
  const access = { allowedHosts: [], accessKey: 'open-sesame', ingressFrom: proxy };
  const request = (from: string | undefined, headers: GuardedRequest['headers'] = {}): GuardedRequest => ({
    url: '/',
    headers: { host: 'home.example', ...headers },
    rawHeaders: [],
    httpVersion: '1.1',
    from: () => from,
    isOpen: () => false,
  });
  const codeOf = (guarded: GuardedRequest, of: typeof access | Partial<typeof access> = access) =>
    createGuard({ allowedHosts: [], accessKey: undefined, ...of }, guesses)(guarded)?.code;

  it('serves requests from the address of the proxy without a key and under any host name', () => {
    assert.equal(codeOf(request(proxy)), undefined);
    assert.equal(codeOf(request(`::ffff:${proxy}`)), undefined);
  });

  it('requires the key and a name of the bridge from any other address, whatever the headers', () => {
    const claims = { 'x-forwarded-for': proxy, 'x-ingress-path': '/' };
    for (const from of ['172.30.32.3', '127.0.0.1', `${proxy}0`, undefined]) {
      assert.equal(codeOf(request(from, claims)), 'foreign-host', String(from));
      assert.equal(codeOf(request(from, { ...claims, host: '127.0.0.1' })), 'key-required', String(from));
    }
  });

  it('requires the key from every address if no proxy is configured', () => {
    for (const from of [proxy, undefined])
      assert.equal(
        codeOf(request(from, { host: '127.0.0.1' }), { accessKey: 'open-sesame' }),
        'key-required',
      );
  });

  it('serves requests from pages of the proxy, and refuses those from pages of other sites', () => {
    const origin = 'https://home.example';
    assert.equal(codeOf(request(proxy, { origin })), undefined);
    assert.equal(
      codeOf(request(proxy, { origin, host: 'inner', 'x-forwarded-host': 'home.example' })),
      undefined,
    );
    const foreign = request(proxy, { origin: 'https://evil.example' });
    assert.equal(codeOf(foreign), 'foreign-origin');
    assert.equal(createGuard(access, guesses)(foreign)?.input, 'https://evil.example');
    assert.equal(codeOf(request(proxy, { origin, host: 'inner' })), 'foreign-origin');
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

  it('serves the health of the bridge without the key', async () =>
    assert.equal((await send(bridge.http.port, '/healthz')).status, 200));

  it('refuses even the right key for a while after 20 wrong ones, and reports the remaining time', async () => {
    await using guessed = await startSmallBridge({ accessKey: 'open-sesame' });
    const ask = (key: string) =>
      send(guessed.http.port, '/SystemSettings', { headers: { authorization: `Bearer ${key}` } });
    assert.equal(
      (await send(guessed.http.port, '/SystemSettings')).status,
      401,
      'a missing key does not count as a guess',
    );
    for (let n = 0; n < 20; n++) assert.equal((await ask(`guess-${n}`)).status, 401);
    const { status, headers, text } = await ask('open-sesame');
    assert.deepEqual([status, headers['retry-after']], [429, '10']);
    assert.equal(text, '{ERROR: Too many wrong keys came from this address. Try again in 10 s.}');
    assert.equal((await send(guessed.http.port, '/SystemSettings')).status, 401);
    assert.equal((await send(guessed.http.port, '/healthz')).status, 200);
  });
});

describe('a bridge that is read-only', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await startSmallBridge({ readOnly: true });
  });
  after(() => bridge[Symbol.asyncDispose]());

  it('serves queries of both interfaces on a read-only bridge', async () => {
    assert.equal((await post(bridge.http.port, '/HvacRequestV2', query)).status, 200);
    assert.equal((await send(bridge.http.port, '/SystemSettings')).status, 200);
  });

  for (const [path, body] of [
    ['/HvacCommandV2', { SysOn: 1 }],
    ['/simulation/UnitFault', '"E01"'],
    ['/simulation/ClockPause', '1'],
  ] as const)
    it(`refuses ${path} with 403 on a read-only bridge`, async () => {
      const before = bridge.device.datagrams().unit[0];
      const { status, text } = await post(bridge.http.port, path, body);
      assert.equal(status, 403);
      assert.equal(text, '{ERROR: This bridge is read-only.}');
      assert.equal(bridge.device.datagrams().unit[0], before);
    });

  it('refuses commands of the original interface with status 200 on a read-only bridge', async () => {
    const { status, text } = await post(bridge.http.port, '/SystemON', { SystemON: 'on' });
    assert.equal(status, 200);
    assert.equal(text, '{ERROR: This bridge is read-only.}');
    assert.equal(bridge.device.datagrams().unit[0]!.SysOn, 0);
  });
});
