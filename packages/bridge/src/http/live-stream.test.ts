import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { izone } from '@plenum/protocol/dialect';
import { readShippedHouse } from '@plenum/simulator';
import { until } from '@plenum/testbed/until';
import { joinEvents, type ReceivedEvent } from '../fixture/events.fixture.ts';
import { send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openTcp } from '../fixture/tcp.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';

describe('GET /events', () => {
  it('sends all components first, then those that change, in numbered events', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock() });
    using stream = await joinEvents(bridge.http.port);
    assert.equal(stream.answer.headers['content-type'], 'text/event-stream');
    const first = await stream.next();
    assert.equal(first.event, 'snapshot');
    const ids = first.data.components.map(({ kind, index }) => `${kind} ${index}`);
    assert.ok(
      ids.includes('unit 0') && ids.includes('zone 2') && ids.includes('split 2') && ids.includes('vrf 1'),
    );
    await bridge.device.command({ name: 'ZoneSetpoint', body: { Index: 1, Setpoint: 2450 } });
    const second = await stream.next();
    assert.deepEqual([second.event, second.id], ['change', first.id + 1]);
    assert.deepEqual(
      second.data.components.map(({ kind, index, datagram }) => [kind, index, datagram.Setpoint]),
      [['zone', 1, 2450]],
    );
  });

  it('sends the complete state on the live stream again after components were removed', async () => {
    const demo = readShippedHouse('demo');
    assert.ok(demo.ok);
    const house = { ...toHouseToRun(demo.value), past: 0 };
    await using bridge = await startSmallBridge({ clock: createFakeClock(), house });
    using stream = await joinEvents(bridge.http.port);
    await stream.next();
    await bridge.device.command({ name: 'NoOfZones', body: 3 });
    const { event, data } = await stream.next();
    const zones = data.components.filter(({ kind }) => kind === 'zone');
    assert.deepEqual([event, zones.map(({ index }) => index)], ['snapshot', [0, 1, 2]]);
  });

  it('sends a client that reconnects the complete state', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock() });
    {
      using left = await joinEvents(bridge.http.port);
      await left.next();
    }
    await bridge.device.command({ name: 'ZoneName', body: { Index: 0, Name: 'missed' } });
    using stream = await joinEvents(bridge.http.port);
    const { data } = await stream.next();
    assert.equal(
      data.components.find(({ kind, index }) => kind === 'zone' && index === 0)!.datagram.Name,
      'missed',
    );
  });

  it("uses the keys of the bridge's dialect", async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(), dialect: izone });
    using stream = await joinEvents(bridge.http.port);
    const { data } = await stream.next();
    const [{ datagram }] = data.components as [ReceivedEvent['data']['components'][0]];
    assert.ok('iZoneOnOff' in datagram && !('HvacOnOff' in datagram));
  });

  it('sends a comment every 15 s, so that a dead connection is detected', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    await bridge.simulation?.applyOverride({ name: 'ClockPause', body: 1 });
    using stream = await joinEvents(bridge.http.port);
    await stream.next();
    clock.advance(15_000);
    assert.equal(await stream.block(), ': alive');
  });

  it('disconnects only the client that does not read', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const unread = await openTcp(bridge.http.port);
    unread.on('error', () => {});
    unread.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    using stream = await joinEvents(bridge.http.port);
    await stream.next();
    const size = async () => {
      const { text } = await send(bridge.http.port, '/metrics');
      return Number(/^plenum_streams (\d+)$/m.exec(text)![1]);
    };
    while ((await size()) < 2);
    const stepsInHalfAnHour = 180;
    while ((await size()) > 1) {
      clock.advance(stepsInHalfAnHour * 10_000);
      for (let n = 0; n < stepsInHalfAnHour; n++) await stream.next();
    }
    const closed = new Promise((resolve) => unread.once('close', resolve));
    unread.resume();
    await closed;
    clock.advance(10_000);
    assert.equal((await stream.next()).event, 'change');
  });

  it('refuses another stream with a reason once the limit is reached', async () => {
    await using bridge = await startSmallBridge({ limits: { streams: 1 } });
    using stream = await joinEvents(bridge.http.port);
    await stream.next();
    const { status, text } = await send(bridge.http.port, '/events');
    assert.equal(status, 409);
    assert.equal(text, '{ERROR: One more live stream is not available: 1 are already open.}');
  });

  it('refuses a stream to an address at its limit until one ends, but serves other addresses', async () => {
    const limits = { streams: 3, addressStreams: 2 };
    await using bridge = await startSmallBridge({ limits, httpHost: '0.0.0.0' });
    using first = await joinEvents(bridge.http.port);
    using second = await joinEvents(bridge.http.port);
    await Promise.all([first.next(), second.next()]);
    const { status, text } = await send(bridge.http.port, '/events');
    assert.equal(status, 409);
    assert.equal(
      text,
      '{ERROR: One more live stream is not available: 2 from this address are already open.}',
    );
    if (process.platform !== 'darwin') {
      const other = connect({ port: bridge.http.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      other.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [answer] = (await once(other, 'data')) as [Buffer];
      assert.match(String(answer), /^HTTP\/1\.1 200 OK/);
      other.destroy();
    }
    first[Symbol.dispose]();
    const size = async () => (await send(bridge.http.port, '/metrics')).text;
    while (!/^plenum_streams 1$/m.test(await size()));
    using again = await joinEvents(bridge.http.port);
    assert.equal((await again.next()).event, 'snapshot');
  });

  it('serves 128 streams at once, 32 per address, and sends changes to each', {
    skip: process.platform === 'darwin',
  }, async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock(), httpHost: '0.0.0.0' });
    const open = async (localAddress: string) => {
      const socket = connect({ port: bridge.http.port, host: '127.0.0.1', localAddress });
      socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
      let text = '';
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      await once(socket, 'data');
      return { socket, text: () => text, status: Number(text.split(' ')[1]) };
    };
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
    const streams = await Promise.all(
      addresses.flatMap((address) => Array.from({ length: 32 }, () => open(address))),
    );
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    for (const [address, why] of [
      ['127.0.0.1', '32 from this address are already open'],
      ['127.0.0.5', '128 are already open'],
    ] as const) {
      const { text } = await open(address);
      await until('it is refused', async () =>
        text().includes(`One more live stream is not available: ${why}.`),
      );
    }
    await bridge.device.command({ name: 'ZoneName', body: { Index: 0, Name: 'for all of them' } });
    for (const { text } of streams) await until('it is sent', async () => text().includes('for all of them'));
    streams[0]!.socket.destroy();
    await until('another one has its place', async () => (await open('127.0.0.5')).status === 200);
    for (const { socket } of streams) socket.destroy();
  });

  it('ends the live stream when the bridge stops', async () => {
    const bridge = await startSmallBridge();
    using stream = await joinEvents(bridge.http.port);
    await stream.next();
    await bridge[Symbol.asyncDispose]();
    await assert.rejects(stream.next(), /the stream ended/);
  });
});
