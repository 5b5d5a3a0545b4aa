import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, it } from 'node:test';
import { startBridge } from '@plenum/bridge';
import { type Clock, startClimateCloud, systemClock } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { toComponentId } from '@plenum/protocol/component';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { listen } from '@plenum/testbed/listen';
import { runPlenum } from '@plenum/testbed/plenum';
import { apart, startInFolder, startServer } from '@plenum/testbed/server';
import { until } from '@plenum/testbed/until';
import { untilUplink } from '@plenum/testbed/uplink-bridge';

const original = new Set([
  ...v1Reads.map(({ path }) => path),
  ...[...v1Commands.keys()].map((name) => `/${name}`),
]);

/**
 * The demo house as a real device serves it: without its manufacturer's name, and only at the paths for which `knows`
 * returns true.
 */
const runDevice = async (knows: (path: string) => boolean) => {
  const bridge = await runBridge();
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { url = '', method = '' } = request;
    const where = `http://127.0.0.1:${bridge.http.port}${url}`;
    const known = knows(url) ? await fetch(where, { method, ...(method === 'POST' && { body }) }) : undefined;
    const text = (await known?.text()) ?? '';
    const headers = { 'Content-Length': Buffer.byteLength(text), Connection: 'close' };
    answer.writeHead(known?.status ?? 404, headers).end(text);
  });
  const { port } = await listen(server);
  return {
    host: `127.0.0.1:${port}`,
    zone: (index: number) => bridge.device.datagrams().zone[index]!,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await bridge[Symbol.asyncDispose]();
    },
  };
};

/** `plenum bridge --attach` in front of a device; `host` is the address of the bridge. */
const attach = async (behind: string) => {
  const bridge = await startServer(
    'bridge',
    '--attach',
    behind,
    '--http-host',
    '127.0.0.1',
    '--no-mdns',
    ...apart,
  );
  return { ...bridge, host: new URL(bridge.url).host };
};

describe("plenum bridge --attach in front of another manufacturer's bridge", () => {
  it('plenum bridge --attach starts, and pauses between its requests to the real bridge', async () => {
    await using device = await runDevice((path) => path.startsWith('/Hvac'));
    await using front = await attach(device.host);
    const words = ['ZoneSetpoint', 'Index=1', 'Setpoint=19C'];
    assert.equal((await runPlenum(['control', front.host, ...words])).code, 0);
    assert.equal(device.zone(1).Setpoint, 1900);
  });

  it('plenum bridge --attach adds the current interface to a bridge with the original one', async () => {
    await using device = await runDevice((path) => original.has(path));
    await using front = await attach(device.host);
    const zones = (await runPlenum(['query', front.host, 'zones'])).out;
    // The morning favourite has changed the setpoint.
    const shown = `${(device.zone(1).Setpoint / 100).toFixed(2)} °C`;
    assert.match(zones, new RegExp(`^1 +Kitchen +auto +${shown}`, 'm'));
    const words = ['ZoneSetpoint', 'Index=1', 'Setpoint=19C'];
    assert.equal((await runPlenum(['control', front.host, ...words])).code, 0);
    assert.equal(device.zone(1).Setpoint, 1900);
    const { code, err } = await runPlenum(['control', front.host, 'ZoneName', 'Index=1', 'Name=Den']);
    assert.equal(code, 1);
    assert.match(err, /it has only the original interface, which has no such command\.$/m);
  });
});

describe('plenum bridge --attach to a device that accepts a request and stays silent', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`plenum bridge --attach stops at ${signal} while it waits for the first response from the device`, async () => {
      const requested = Promise.withResolvers<void>();
      await using stalling = await listen(
        createTcpServer((socket) => socket.on('data', () => requested.resolve())),
      );
      await using running = startInFolder(
        'bridge',
        '--attach',
        `127.0.0.1:${stalling.port}`,
        '--http-port',
        '0',
        ...apart,
      );
      await requested.promise;
      const { code, out, err } = await running.stop(signal);
      assert.deepEqual({ code, out, err }, { code: 0, out: '', err: '' });
    });
});

/** A clock that runs five times as fast as the clock of the machine, from the same instant on. */
const createFastClock = (): Clock => {
  const start = Date.now();
  return {
    now: () => start + 5 * (Date.now() - start),
    after: (milliseconds, run) => systemClock.after(milliseconds / 5, run),
  };
};

describe('a bridge in front of a device that falls silent, connected to a cloud', () => {
  it('a control in flight gets 504 after 10 s, and each later one gets 502 immediately', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createFastClock();
    const folder = () => stack.use(createDataFolder()).path;
    const cloud = stack.use(
      await startClimateCloud({
        store: { dataDir: folder() },
        httpPort: 0,
        development: true,
        passwordCost: leastCost,
        clock,
      }),
    );
    const device = stack.use(await runBridge());
    const attach = { host: '127.0.0.1', port: device.http.port, notifyPort: 0 };
    const front = stack.use(
      await startBridge({ attach, cloud: cloud.publicUrl, dataDir: folder(), ...onFreePorts, clock }),
    );
    const account = await enterAccount(cloud.publicUrl);
    await account.enterCode((await untilUplink(front, 'pairing')).userCode);
    await untilUplink(front, 'connected');
    const { access } = await account.allowApp();
    const componentId = toComponentId(front.identity.uid, { kind: 'unit', index: 0 });
    const request = async (more: object) => {
      const sentAt = clock.now();
      const answer = await fetch(`${cloud.publicUrl}/dev`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          requestId: crypto.randomUUID(),
          componentId,
          ...more,
        }),
      });
      const { response } = (await answer.json()) as { response: { result: string; detail?: string } };
      return { status: answer.status, ...response, seconds: (clock.now() - sentAt) / 1_000 };
    };
    const control = (requestBody: object) => request({ requestType: 'Control', requestBody });
    await until(
      'the cloud has the unit',
      async () => (await request({ requestType: 'Query' })).status === 200,
    );
    const before = await control({ SysSetpoint: 2350 });
    assert.deepEqual([before.status, before.result, before.detail], [200, 'OK', undefined]);

    device.quirks.set({ stall: 3_600 });
    const inFlight = await control({ SysSetpoint: 2400 });
    assert.deepEqual([inFlight.status, inFlight.result], [504, 'Error']);
    assert.match(
      inFlight.detail!,
      /^The bridge did not answer within 10 s; it is not known whether it was done\.$/,
    );
    assert.ok(inFlight.seconds >= 9.9, `${inFlight.seconds} s`);
    const isSilent = async () => front.device.health!()?.state === 'silent';
    await until('the bridge reports the device as silent', isSilent);
    for (let count = 0; count < 3; count++) {
      const later = await control({ SysSetpoint: 2450 });
      assert.deepEqual([later.status, later.result], [502, 'Error']);
      assert.match(later.detail!, /^The real bridge does not answer: /);
    }
  });
});
