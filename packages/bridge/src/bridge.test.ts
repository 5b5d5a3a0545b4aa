import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import type { State } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { listen } from '@plenum/testbed/listen';
import { bridgeFailures } from './bridge-failures.ts';
import { post, send } from './fixture/http.fixture.ts';
import { smallHouse } from './fixture/small-house.fixture.ts';
import { startSmallBridge } from './fixture/start-small-bridge.fixture.ts';
import { exchange, head, openTcp, readToEnd, writePieces } from './fixture/tcp.fixture.ts';

const fails = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(bridgeFailures.is(error), String(error));
  assert.equal(error.code, code);
  assert.match(error.message, sentence);
  return true;
};

describe('a bridge', () => {
  it('keeps its id and the state of the house across a restart', async () => {
    using folder = createDataFolder();
    const first = await startSmallBridge({ dataDir: folder.path });
    await post(first.http.port, '/HvacCommandV2', { ZoneName: { Index: 0, Name: 'Attic' } });
    await first[Symbol.asyncDispose]();
    await using second = await startSmallBridge({ dataDir: folder.path });
    assert.equal(second.identity.uid, first.identity.uid);
    assert.equal(second.device.datagrams().zone[0]!.Name, 'Attic');
  });

  it('finishes requests in progress when the bridge stops, and accepts no others', async () => {
    const bridge = await startSmallBridge();
    const { port } = bridge.http;
    const socket = await openTcp(port);
    const answer = readToEnd(socket);
    const body = '{"SysOn":1}';
    const lines = ['POST /HvacCommandV2 HTTP/1.1', 'Host: localhost', `Content-Length: ${body.length}`];
    await writePieces(socket, [head(...lines), body.slice(0, 5)]);
    await send(port, '/healthz');
    const stopped = bridge[Symbol.asyncDispose]();
    await writePieces(socket, [body.slice(5)]);
    assert.match(await answer, /OK$/);
    await stopped;
    await assert.rejects(exchange(port, ''), { code: 'ECONNREFUSED' });
  });

  it('serves HTTP at every address of localhost', async () => {
    await using bridge = await startSmallBridge({ httpHost: 'localhost' });
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const found = (await lookup('localhost', { all: true })).filter(({ address }) =>
      own.some((one) => one.address === address),
    );
    assert.ok(found.length > 0);
    for (const { address, family } of found) {
      const at = family === 6 ? `[${address}]` : address;
      assert.equal((await fetch(`http://${at}:${bridge.http.port}/healthz`)).status, 200, at);
    }
  });

  it('releases the store and reports the port if a port is already in use', async () => {
    using folder = createDataFolder();
    await using other = await listen(createServer());
    const { port } = other;
    const start = startSmallBridge({ dataDir: folder.path, httpPort: port });
    await assert.rejects(start, fails('port-taken', new RegExp(`^TCP port ${port} on 127.0.0.1 is in use`)));
    await using bridge = await startSmallBridge({ dataDir: folder.path });
    assert.ok(bridge.http.port > 0);
  });

  it('reports a listening address that does not belong to this machine', async () => {
    const start = startSmallBridge({ httpHost: '192.0.2.1' });
    await assert.rejects(start, fails('no-such-address', /^192\.0\.2\.1 is not an address of this machine/));
  });

  it('refuses the data folder of another house, but accepts a house that was only renamed', async () => {
    using folder = createDataFolder();
    await (await startSmallBridge({ dataDir: folder.path }))[Symbol.asyncDispose]();
    const other = { ...smallHouse, name: 'Other house', rooms: ['One', 'Two'] };
    const start = startSmallBridge({ dataDir: folder.path, house: other });
    await assert.rejects(
      start,
      fails('other-house', /belongs to the house "Small house", whose rooms or units differ .+"Other house"/),
    );
    const { simulator } = smallHouse;
    const toDark = (state: State) => ({
      ...state,
      datagrams: { ...state.datagrams, lighting: [], lamp: [] },
    });
    const dark = {
      ...smallHouse,
      simulator: { ...simulator, initial: (at: number) => toDark(simulator.initial(at)) },
    };
    await assert.rejects(startSmallBridge({ dataDir: folder.path, house: dark }), fails('other-house', /./));
    const renamed = { ...smallHouse, name: 'Renamed' };
    await using bridge = await startSmallBridge({ dataDir: folder.path, house: renamed });
    assert.ok(bridge.http.port > 0);
  });
});

describe('the address of a cloud', () => {
  for (const cloud of [
    'http://cloud.example',
    'http://192.168.1.20:8090',
    'http://127.example',
    'http://[fd00::1]:8090',
  ])
    it(`refuses a cloud on another machine over plain http: ${cloud}`, async () => {
      await assert.rejects(startSmallBridge({ cloud }), (error) => {
        assert.ok(bridgeFailures.is(error, 'cloud-unencrypted'));
        assert.match(error.message, /is plain http to another machine: .* --cloud-unencrypted if/);
        return true;
      });
    });

  for (const [cloud, cloudUnencrypted] of [
    ['http://192.0.2.1:9', true],
    ['https://cloud.invalid', false],
    ['http://127.0.0.2:9', false],
    ['http://localhost:9', undefined],
    ['http://[::1]:9', undefined],
  ] as const)
    it(`accepts a cloud at ${cloud}${cloudUnencrypted ? ' if the owner allows plain http' : ''}`, async () => {
      await using bridge = await startSmallBridge({ cloud, cloudUnencrypted });
      assert.ok(bridge.uplink !== undefined);
    });
});
