import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcpServer } from 'node:net';
import { describe, it } from 'node:test';
import { toHouseToRun } from '@plenum/bridge';
import {
  findMissingTests,
  type RowResult,
  toReportLines,
  verifyBridge,
  verifyCloud,
} from '@plenum/conformance';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { houseTime } from '@plenum/testbed/house-time';
import { listen } from '@plenum/testbed/listen';
import { runPlenum } from '@plenum/testbed/plenum';
import { startDemoBridge } from './plenum.fixture.ts';
import { createTestClock } from './test-clock.fixture.ts';

const serve = async (stack: AsyncDisposableStack, listener: RequestListener): Promise<number> =>
  stack.use(await listen(createServer(listener))).port;

/** Serves HTTP/1.1 and HTTP/2 without TLS on one port. HTTP/2 begins with a preface (RFC 9113, 3.4). */
const serveBoth = async (
  stack: AsyncDisposableStack,
  http: ReturnType<typeof createServer>,
  http2: ReturnType<typeof createHttp2Server>,
): Promise<number> => {
  const server = createTcpServer((socket) => {
    socket.once('readable', () => {
      const first: Buffer = socket.read() ?? Buffer.alloc(0);
      socket.unshift(first);
      (first.toString('latin1').startsWith('PRI') ? http2 : http).emit('connection', socket);
    });
  });
  return stack.use(await listen(server)).port;
};

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

const failed = (results: readonly RowResult[]) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

describe('what the check finds in faulty implementations', () => {
  it('the check fails a bridge that answers OK to everything or keeps connections open', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createTestClock();
    const bridge = await startDemoBridge(stack, clock);
    const port = await serve(stack, async (request, response) => {
      const body = await bodyOf(request);
      response.setHeader('Connection', 'keep-alive');
      if (/Command/.test(request.url!)) return void response.end('OK');
      const { method = 'GET' } = request;
      const answer = await fetch(`http://127.0.0.1:${bridge.http.port}${request.url}`, {
        method,
        ...(method === 'POST' && { body: new Uint8Array(body) }),
      });
      const text = await answer.text();
      response.writeHead(answer.status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
    });
    const commands = ['SysOn', 'ZoneSetpoint'];
    const results = await clock.settle(
      verifyBridge({ host: '127.0.0.1', port, udp: false, clock, write: true, commands }),
    );
    assert.deepEqual(failed(results), [
      'command.SysOn',
      'limits.SysOn',
      'command.ZoneSetpoint',
      'limits.ZoneSetpoint',
      'quirk.ignore-writes',
    ]);
    const warned = results.filter(({ outcome }) => outcome === 'warned').map(({ id }) => id);
    assert.ok(warned.includes('http.closes'), warned.join());
  });

  it('verify does not accuse a bridge to which another client writes all the time', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createTestClock();
    const file = readShippedHouse('flat');
    assert.ok(file.ok);
    const house = { ...toHouseToRun(file.value, { seed: 1, startsAt: houseTime }), past: undefined };
    const bridge = await startDemoBridge(stack, clock, { house });
    const pass = async (path = '', method = 'GET', body = '') => {
      const init = { method, ...(method === 'POST' && { body }) };
      const answer = await fetch(`http://127.0.0.1:${bridge.http.port}${path}`, init);
      return { status: answer.status, text: await answer.text() };
    };
    let written = 0;
    const port = await serve(stack, async (request, response) => {
      const body = String(await bodyOf(request));
      // The other client writes before each request of the check.
      const Setpoint = 1800 + 50 * (written++ % 20);
      const other = JSON.stringify({ SplitSystemZoneSetpoint: { Index: 0, Setpoint } });
      assert.equal((await pass('/SplitSystemCommand', 'POST', other)).text, 'OK');
      const { status, text } = await pass(request.url, request.method, body);
      response
        .writeHead(status, {
          'Content-Length': Buffer.byteLength(text),
          Connection: 'close',
          Server: 'Plenum',
        })
        .end(text);
    });
    const commands = ['SplitSystemZoneSetpoint', 'SplitSystemZoneOn'];
    const options = { host: '127.0.0.1', port, udp: false, clock, write: true, commands };
    const results = await clock.settle(verifyBridge(options));
    const contested = results.filter(({ isContested }) => isContested).map(({ id }) => id);
    assert.ok(contested.includes('command.SplitSystemZoneSetpoint'), contested.join());
    assert.deepEqual(failed(results), []);
    const on = results.find(({ id }) => id === 'command.SplitSystemZoneOn');
    assert.equal(on?.outcome, 'passed');
    const reason = 'Another client writes, or the bridge changes values by itself.';
    assert.match(
      toReportLines(results).at(-1)!,
      / not tested\. Another client writes, or the bridge changes values by itself\.$/,
    );
    assert.deepEqual(findMissingTests(results, { atLeast: 0, groups: [] }), []);
    assert.deepEqual(findMissingTests(results, { atLeast: 1, groups: [] }), [reason]);
  });

  it('the check fails a cloud that accepts every login and token', async () => {
    await using stack = new AsyncDisposableStack();
    const port = await serve(stack, (_, response) => response.end('{"response":{"result":"OK"}}'));
    const credentials = {
      clientId: 'app',
      redirectUri: 'https://app.example/back',
      accessToken: 'a',
      refreshToken: 'r',
      otherAccessToken: 'b',
      guestAccessToken: 'g',
    };
    const results = await verifyCloud({ url: `http://127.0.0.1:${port}`, credentials });
    const found = new Set(failed(results));
    for (const id of [
      'oauth.unknown-app',
      'oauth.bad-code',
      'oauth.bad-client',
      'oauth.refresh',
      'cloud.no-token',
      'cloud.bad-token',
      'cloud.discover',
      'cloud.unknown-component',
      'cloud.isolation',
      'cloud.control-isolation',
      'cloud.no-request-id',
      'cloud.not-json',
      'cloud.local-only',
      'guest.reads',
    ])
      assert.ok(found.has(id), id);
    // The server has no HTTP/2, because no manufacturer's interface requires it.
    assert.equal(results.find(({ id }) => id === 'grpc.answers')!.outcome, 'noted');
    const grpc = results.filter(({ id }) => /^(grpc|watch)\.(?!answers)/.test(id));
    assert.deepEqual([...new Set(grpc.map(({ outcome }) => outcome))], ['untested']);
  });

  it('the check fails a cloud that ignores commands or gives guests all rights', async () => {
    await using stack = new AsyncDisposableStack();
    const componentId = '000000001_hvac_zone_0';
    const component = { componentId, datagram: { Index: 0, Name: 'Lounge', Setpoint: 2200 } };
    const response = { result: 'OK', userID: 'u', devices: [component], component };
    const answers = createServer((_, answer) => answer.end(JSON.stringify({ response })));
    const calls = createHttp2Server().on('stream', (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      // A message with the text "x" in its first field.
      stream.end(Buffer.from([0, 0, 0, 0, 3, 0x0a, 1, 0x78]));
    });
    const port = await serveBoth(stack, answers, calls);
    const credentials = {
      accessToken: 'a',
      guestAccessToken: 'g',
      guestControlAccessToken: 'c',
      guestManageAccessToken: 'm',
    };
    const url = `http://127.0.0.1:${port}`;
    const found = failed(await verifyCloud({ url, credentials, write: true, timeout: 2_000 }));
    assert.deepEqual(
      found.filter((id) => /^(grpc|watch|guest[a-z-]*)\./.test(id)),
      [
        'guest.isolation',
        'guest.watches',
        'guest.watches-changes',
        'guest.controls-nothing',
        'guest.grpc-controls-nothing',
        ...['guest-control', 'guest-manage'].flatMap((share) => [
          `${share}.isolation`,
          `${share}.watches`,
          `${share}.watches-changes`,
          `${share}.controls`,
          `${share}.local-only`,
          `${share}.grpc-controls`,
        ]),
        'grpc.no-token',
        'grpc.bad-token',
        'grpc.discover',
        'grpc.query',
        'grpc.no-request-id',
        'grpc.isolation',
        'grpc.control',
        'watch.bad-token',
        'watch.whole',
        'watch.change',
      ],
    );
  });

  it('the check fails a cloud that gives guests too few or too many rights', async () => {
    await using stack = new AsyncDisposableStack();
    const right = { owner: 'control', view: 'view', control: 'control', manage: 'control' };
    const allowed: Record<keyof typeof right, string> = { ...right };
    const datagram = { Index: 0, Name: 'Lounge', Setpoint: 2200 };
    const own = { componentId: '000000001_hvac_zone_0', datagram };
    const port = await serve(stack, async (request, response) => {
      const text = String(await bodyOf(request));
      // Other checks send bodies other than JSON.
      const body = /^\{"requestId":.*\}$/.test(text) ? JSON.parse(text) : {};
      const answer = (result: 'OK' | 'UserNotAllowed', more: object = {}) =>
        response
          .writeHead(result === 'OK' ? 200 : 403)
          .end(JSON.stringify({ requestId: body.requestId, response: { result, ...more } }));
      const may = allowed[request.headers.authorization?.slice('Bearer '.length) as keyof typeof allowed];
      const isOwn = body.componentId === own.componentId && may !== 'nothing';
      if (body.requestType === 'Discover') return answer('OK', { devices: may === 'nothing' ? [] : [own] });
      if (!isOwn) return answer('UserNotAllowed');
      if (body.requestType === 'Query') return answer('OK', { component: own });
      const Setpoint = body.requestBody.ZoneSetpoint?.Setpoint;
      if (Setpoint === undefined || may !== 'control') return answer('UserNotAllowed');
      datagram.Setpoint = Setpoint;
      return answer('OK');
    });
    const credentials = {
      accessToken: 'owner',
      guestAccessToken: 'view',
      guestControlAccessToken: 'control',
      guestManageAccessToken: 'manage',
    };
    const verify = async (wrong: Partial<typeof allowed>) => {
      Object.assign(allowed, right, wrong);
      const url = `http://127.0.0.1:${port}`;
      const found = failed(await verifyCloud({ url, credentials, write: true }));
      return found.filter((id) => id.startsWith('guest'));
    };
    assert.deepEqual(await verify({}), []);
    assert.deepEqual(await verify({ view: 'control', control: 'view', manage: 'nothing' }), [
      'guest.controls-nothing',
      'guest-control.controls',
      'guest-manage.reads',
      'guest-manage.controls',
    ]);
  });

  it('verify-cloud logs in with PKCE, and reports where a failed login sends the browser', async () => {
    await using stack = new AsyncDisposableStack();
    const asked: URLSearchParams[] = [];
    const back = 'https://app.example/back?error=invalid_request';
    const port = await serve(stack, (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://cloud.example');
      if (pathname === '/login') asked.push(searchParams);
      response.writeHead(303, { Location: back }).end();
    });
    const credentials = { clientId: 'app', redirectUri: 'https://app.example/back' };
    const results = await verifyCloud({ url: `http://127.0.0.1:${port}`, credentials, only: '5.1' });
    const login = results.find(({ id }) => id === 'oauth.login')!;
    assert.deepEqual(
      [login.outcome, login.evidence],
      ['failed', [`It is answered 303 with the Location ${back}.`]],
    );
    const withoutPlain = asked.filter((each) => each.get('code_challenge_method') !== 'plain');
    assert.equal(withoutPlain.length, asked.length - 1);
    for (const each of withoutPlain) {
      assert.equal(each.get('code_challenge_method'), 'S256');
      assert.match(each.get('code_challenge')!, /^[\w-]{43}$/);
    }
  });

  it('the check fails a cloud that sends the browser to any redirect URI', async () => {
    await using stack = new AsyncDisposableStack();
    const port = await serve(stack, (request, response) => {
      const to = new URL(request.url!, 'http://cloud.example').searchParams.get('redirect_uri') ?? '/';
      response.writeHead(302, { Location: `${to}#access_token=1` }).end();
    });
    const credentials = { clientId: 'app', redirectUri: 'https://app.example/back' };
    const found = failed(await verifyCloud({ url: `http://127.0.0.1:${port}`, credentials, only: '5.1' }));
    assert.deepEqual(found, [
      'oauth.unknown-app',
      'oauth.other-redirect',
      'oauth.login',
      'oauth.response-type',
    ]);
  });
});

describe('plenum verify', () => {
  it('plenum verify reports in text, JSON and JUnit XML, and fails for required rows', async () => {
    await using stack = new AsyncDisposableStack();
    const bridge = await startDemoBridge(stack, createTestClock());
    const { path } = stack.use(createDataFolder());
    const host = `127.0.0.1:${bridge.http.port}`;
    const udp = ['--udp-port', String(bridge.udp.port), '--notify-port', '0'];
    /** Removes the progress lines, which only a slow machine prints. */
    const withoutProgress = (err: string) => err.replaceAll(/^\d+ requests in .+\n/gm, '');
    const good = await runPlenum(['verify', host, ...udp, '--junit', `${path}/report.xml`, '--only', '2.2']);
    assert.deepEqual([good.code, withoutProgress(good.err)], [0, '']);
    assert.match(
      good.out,
      /^Tested (\d+) of \1 statements: \d+ passed, 0 failed, 0 warnings, 0 notes, 0 not tested\.\n$/,
    );
    assert.match(
      readFileSync(`${path}/report.xml`, 'utf8'),
      /<testcase classname="interface 2.2" name="unit.fields: /,
    );

    bridge.quirks.set({ floats: 1 });
    const bad = await runPlenum(['verify', host, ...udp, '--only', 'wire facts 2', '--json']);
    assert.deepEqual(
      [bad.code, withoutProgress(bad.err)],
      [1, `The bridge at ${host} does not keep the interface.\n`],
    );
    const rows = JSON.parse(bad.out) as readonly RowResult[];
    assert.deepEqual(failed(rows), ['quirk.floats']);
  });

  it('plenum verify sends no command without --write', async () => {
    for (const words of [['--water'], ['--command', 'SysOn'], ['--command', 'Nothing', '--write']]) {
      const { code, err } = await runPlenum(['verify', '127.0.0.1:9', ...words]);
      assert.deepEqual([code, err !== ''], [2, true], words.join(' '));
    }
  });
});
