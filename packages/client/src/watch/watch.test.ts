import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { createSteppedClock, type SteppedClock } from '@plenum/platform/stepped-clock';
import { connectBridge } from '../bridge/connect.ts';
import {
  type ReceivedRequest,
  serve,
  type TestServer,
  toAnswer,
  unitAnswer,
} from '../fixture/serve.fixture.ts';
import type { WatchState } from './poll.ts';
import type { ReceivedComponent } from './received-state.ts';
import { watch } from './watch.ts';

const zone = (index: number, fields: object) => ({
  kind: 'zone',
  index,
  datagram: { Index: index, ...fields },
});
/** The time, by the house's clock, in every event. */
const at = 1_790_000_000_000;
const event = (name: string, ...components: object[]) =>
  `id: 1\nevent: ${name}\ndata: ${JSON.stringify({ at, components })}\n\n`;
const streamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';

/** Follows a test's bridge; `next` returns the next component, `states` the reported methods of following. */
const follow = (server: TestServer, clock: SteppedClock, more: object = {}) => {
  const states: WatchState[] = [];
  const bridge = connectBridge({ host: '127.0.0.1', port: server.port, pause: 0, clock, random: () => 1 });
  const end = new AbortController();
  const seen = watch(bridge, {
    interval: 30_000,
    notifyPort: 0,
    signal: end.signal,
    onState: (state) => states.push(state),
    ...more,
  })[Symbol.asyncIterator]();
  const next = async () => (await seen.next()).value as ReceivedComponent;
  return { next, states, seen, end, [Symbol.asyncDispose]: async () => end.abort() };
};

test('follows a bridge by its live stream: first all components, then changes', async () => {
  await using server = await serve(({ socket }) => {
    socket.write(streamHead + event('snapshot', zone(0, { Temp: 2100 }), zone(1, { Temp: 2000 })));
    socket.write(event('change', zone(0, { Temp: 2150 })));
  });
  await using following = follow(server, createSteppedClock());
  assert.deepEqual(await following.next(), { ...zone(0, { Temp: 2100 }), at });
  assert.deepEqual(await following.next(), { ...zone(1, { Temp: 2000 }), at });
  assert.deepEqual(await following.next(), { ...zone(0, { Temp: 2150 }), at });
  assert.equal(server.requests[0]!.path, '/events');
  assert.deepEqual(following.states, ['streaming']);
});

test('yields only changes if the snapshot is not requested', async () => {
  await using server = await serve(({ socket }) => {
    socket.write(
      streamHead + event('snapshot', zone(0, { Temp: 2100 })) + event('change', zone(0, { Temp: 2150 })),
    );
  });
  await using following = follow(server, createSteppedClock(), { snapshot: false });
  assert.deepEqual(await following.next(), { ...zone(0, { Temp: 2150 }), at });
});

test('reopens the stream after an interruption and yields only the changes made in the meantime', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }, count) => {
    const now = zone(0, { Temp: 2100 });
    if (count === 1) socket.end(streamHead + event('snapshot', now, zone(1, { Temp: 1900 })));
    else socket.write(streamHead + event('snapshot', now, zone(1, { Temp: 1950 })));
  });
  await using following = follow(server, clock);
  await following.next();
  assert.deepEqual(await following.next(), { ...zone(1, { Temp: 1900 }), at });
  await clock.pass(500);
  assert.deepEqual(await following.next(), { ...zone(1, { Temp: 1950 }), at });
  assert.deepEqual(following.states, ['streaming', 'lost', 'streaming']);
});

test('reopens a stream that is silent for a minute', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }, count) =>
    socket.write(streamHead + event('snapshot', zone(0, { Temp: 2100 + count }))),
  );
  await using following = follow(server, clock);
  await following.next();
  await clock.pass(60_000);
  await clock.pass(500);
  assert.deepEqual(await following.next(), { ...zone(0, { Temp: 2102 }), at });
});

test('reports a house as lost while the real bridge behind the live stream does not answer', async () => {
  const device = (state: string) =>
    `event: device\ndata: ${JSON.stringify({ state, since: at, answeredAt: at, why: 'It is off.' })}\n\n`;
  await using server = await serve(({ socket }) =>
    socket.write(
      `${streamHead}${event('snapshot', zone(0, { Temp: 2100 }))}${device('silent')}${device('answering')}` +
        event('change', zone(0, { Temp: 2150 })),
    ),
  );
  const states: string[] = [];
  const onState = (state: WatchState, error?: Error) => states.push(`${state} ${error?.message ?? ''}`);
  await using following = follow(server, createSteppedClock(), { onState });
  await following.next();
  await following.next();
  const lost = `lost The real bridge behind 127.0.0.1:${server.port} does not answer. It is off.`;
  assert.deepEqual(states, ['streaming ', lost, 'streaming ']);
});

test('reads a stream in another dialect and ignores unknown events', async () => {
  await using server = await serve(({ socket }) =>
    socket.write(
      `${streamHead}event: change\ndata: no json\n\nevent: other\ndata: {}\n\n` +
        event(
          'change',
          { kind: 'robot', index: 0, datagram: {} },
          { kind: 'unit', index: 0, datagram: { iZoneMode: 1 } },
        ),
    ),
  );
  await using following = follow(server, createSteppedClock());
  assert.deepEqual((await following.next()).datagram, { HvacMode: 1 });
});

test('reads a stream without a time, or with an invalid one', async () => {
  for (const time of [undefined, '2026', 1e16, 1.5, null]) {
    await using server = await serve(({ socket }) => {
      const data = JSON.stringify({ at: time, components: [zone(0, { Temp: 2100 })] });
      socket.write(`${streamHead}event: snapshot\ndata: ${data}\n\n`);
    });
    await using following = follow(server, createSteppedClock());
    assert.deepEqual(await following.next(), zone(0, { Temp: 2100 }));
  }
});

/** A real bridge with one zone and no live stream; the test sets its temperature. */
const realBridge = async (onEvents: (request: ReceivedRequest) => void, headers = '') => {
  const state = { Temp: 2100, unitTemp: 2130, dead: false };
  const server = await serve((request) => {
    const { path, body, socket } = request;
    if (path === '/events') return onEvents(request);
    if (state.dead) return void socket.destroy();
    if (path !== '/HvacRequestV2')
      return void socket.write(toAnswer('', { status: '404 Not Found', headers }));
    const zoneNow = JSON.stringify({ ZonesV2: { Index: 0, Temp: state.Temp } });
    const isZone = body.includes('"Type":2');
    const answer = body.includes('"Type":1')
      ? unitAnswer({ NoOfZones: 1, Temp: state.unitTemp })
      : isZone
        ? zoneNow
        : '{ERROR}';
    socket.write(toAnswer(answer, { headers }));
  });
  return { server, state };
};
const notThere = ({ socket }: ReceivedRequest) =>
  void socket.write(toAnswer('', { status: '404 Not Found' }));
const hangsUp = ({ socket }: ReceivedRequest) => void socket.destroy();

test('polls a bridge without a live stream, for each way in which it refuses the stream', async () => {
  for (const onEvents of [notThere, hangsUp]) {
    const clock = createSteppedClock();
    const { server, state } = await realBridge(onEvents);
    await using _ = server;
    await using following = follow(server, clock);
    assert.equal((await following.next()).kind, 'unit');
    assert.deepEqual(await following.next(), zone(0, { Temp: 2100 }));
    state.Temp = 2200;
    await clock.pass(30_000);
    assert.deepEqual(await following.next(), zone(0, { Temp: 2200 }));
    assert.deepEqual(following.states, ['polling']);
  }
});

test('follows a Plenum bridge by its live stream even if it was too busy at first', async () => {
  const clock = createSteppedClock();
  let attempts = 0;
  const onEvents = ({ socket }: ReceivedRequest) => {
    attempts++;
    if (attempts === 1) socket.destroy();
    if (attempts === 3) socket.write(streamHead + event('snapshot', zone(0, { Temp: 2200 })));
  };
  const { server } = await realBridge(onEvents, 'Server: Plenum\r\n');
  await using _ = server;
  await using following = follow(server, clock);
  // The first answer shows that it is a Plenum bridge.
  assert.equal((await following.next()).kind, 'unit');
  assert.deepEqual(await following.next(), zone(0, { Temp: 2100 }));
  while (attempts < 2) await new Promise(setImmediate);
  await clock.pass(8_000);
  await clock.pass(500);
  assert.deepEqual(await following.next(), { ...zone(0, { Temp: 2200 }), at });
  assert.deepEqual(following.states, ['lost', 'streaming']);
});

/** An unused UDP port. */
const freeUdpPort = async (): Promise<number> => {
  const free = createSocket('udp4').bind(0);
  await once(free, 'listening');
  const { port } = free.address();
  await new Promise<void>((resolve) => free.close(resolve));
  return port;
};

test('reads the components in a change notice immediately, and no others', async () => {
  const { server, state } = await realBridge(notThere);
  await using _ = server;
  const notifyPort = await freeUdpPort();
  await using following = follow(server, createSteppedClock(), { notifyPort });
  await following.next();
  await following.next();
  Object.assign(state, { Temp: 2200, unitTemp: 2300 });
  const before = server.requests.length;
  const sender = createSocket('udp4');
  sender.send('iZoneChanged_System', notifyPort, '127.0.0.1');
  assert.equal((await following.next()).datagram.Temp, 2300);
  sender.close();
  const asked = server.requests.slice(before).map(({ body }) => JSON.parse(body).HvacV2Request.Type);
  assert.ok(asked.length > 0 && !asked.includes(2), asked.join());
});

test('polls all components at every interval even during continuous change notices', async () => {
  const clock = createSteppedClock();
  const { server, state } = await realBridge(notThere);
  await using _ = server;
  const notifyPort = await freeUdpPort();
  await using following = follow(server, clock, { notifyPort });
  await following.next();
  await following.next();
  state.Temp = 2200;
  const sender = createSocket('udp4');
  const seen: ReceivedComponent[] = [];
  for (let count = 1; count <= 3; count++) {
    state.unitTemp++;
    clock.advance(20_000);
    sender.send('iZoneChanged_System', notifyPort, '127.0.0.1');
    while (seen.at(-1)?.datagram.Temp !== state.unitTemp) seen.push(await following.next());
  }
  sender.close();
  assert.deepEqual(
    seen.filter(({ kind }) => kind === 'zone'),
    [zone(0, { Temp: 2200 })],
  );
});

test('reconnects with growing delays to a bridge that is away, and then follows it again', async () => {
  const clock = createSteppedClock();
  const { server, state } = await realBridge(notThere);
  await using _ = server;
  await using following = follow(server, clock);
  await following.next();
  await following.next();
  Object.assign(state, { dead: true, Temp: 2200 });
  await clock.pass(30_000);
  await clock.pass(1000);
  while (following.states.length < 3) await new Promise(setImmediate);
  state.dead = false;
  await clock.pass(2000);
  assert.deepEqual(await following.next(), zone(0, { Temp: 2200 }));
  assert.deepEqual(following.states, ['polling', 'lost', 'lost', 'polling']);
});

test('stops following when its signal is aborted', async () => {
  await using server = await serve(({ socket }) => socket.write(streamHead + event('snapshot', zone(0, {}))));
  await using following = follow(server, createSteppedClock());
  await following.next();
  following.end.abort();
  assert.deepEqual(await following.seen.next(), { value: undefined, done: true });
});

test('stops following when its reader stops', async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await serve(({ socket }) => {
    socket.on('close', () => closed.resolve());
    socket.write(streamHead + event('snapshot', zone(0, {})));
  });
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  for await (const { kind } of watch(bridge)) {
    assert.equal(kind, 'zone');
    break;
  }
  await closed.promise;
});
