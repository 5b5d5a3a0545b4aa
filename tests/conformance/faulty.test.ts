import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { type RowResult, verifyBridge, verifyCloud } from '@plenum/conformance';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runPlenum } from '@plenum/testbed/plenum';
import { startDemoBridge } from './plenum.fixture.ts';
import { createTestClock } from './test-clock.fixture.ts';

const serve = async (stack: AsyncDisposableStack, listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
};

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

const failed = (results: readonly RowResult[]) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

describe('a check finds', () => {
  it('a bridge that answers OK to every command, and one that does not close', async () => {
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
      'manner.ignore-writes',
    ]);
    const warned = results.filter(({ outcome }) => outcome === 'warned').map(({ id }) => id);
    assert.ok(warned.includes('http.closes'), warned.join());
  });

  it('a cloud that lets everybody in', async () => {
    await using stack = new AsyncDisposableStack();
    const port = await serve(stack, (_, response) => response.end('{"response":{"result":"OK"}}'));
    const credentials = {
      clientId: 'app',
      redirectUri: 'https://app.example/back',
      accessToken: 'a',
      refreshToken: 'r',
      otherAccessToken: 'b',
    };
    const found = new Set(failed(await verifyCloud({ url: `http://127.0.0.1:${port}`, credentials })));
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
    ])
      assert.ok(found.has(id), id);
  });

  it('a cloud that sends the browser wherever it is told', async () => {
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
  it('reports in words, as JSON and as JUnit XML, and its exit code says whether what binds is kept', async () => {
    await using stack = new AsyncDisposableStack();
    const bridge = await startDemoBridge(stack, createTestClock());
    const { path } = stack.use(createDataFolder());
    const host = `127.0.0.1:${bridge.http.port}`;
    const udp = ['--udp-port', String(bridge.udp.port), '--notify-port', '0'];
    const good = await runPlenum(['verify', host, ...udp, '--junit', `${path}/report.xml`, '--only', '2.2']);
    assert.deepEqual([good.code, good.err], [0, '']);
    assert.match(good.out, /^\d+ statements: \d+ passed, 0 failed, 0 warnings, 0 notes, 0 not tested\.\n$/);
    assert.match(
      readFileSync(`${path}/report.xml`, 'utf8'),
      /<testcase classname="interface 2.2" name="unit.fields: /,
    );

    bridge.manners.set({ floats: 1 });
    const bad = await runPlenum(['verify', host, ...udp, '--only', 'wire facts 2', '--json']);
    assert.deepEqual([bad.code, bad.err], [1, `The bridge at ${host} does not keep the interface.\n`]);
    const rows = JSON.parse(bad.out) as readonly RowResult[];
    assert.deepEqual(failed(rows), ['manner.floats']);
  });

  it('sends no command without --write', async () => {
    for (const words of [['--water'], ['--command', 'SysOn'], ['--command', 'Nothing', '--write']]) {
      const { code, err } = await runPlenum(['verify', '127.0.0.1:9', ...words]);
      assert.deepEqual([code, err !== ''], [2, true], words.join(' '));
    }
  });
});
