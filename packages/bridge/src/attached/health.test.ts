import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { type Bridge, connectBridge } from '@plenum/client';
import { createSteppedClock, type SteppedClock } from '@plenum/platform/stepped-clock';
import type { DeviceHealth } from '../device/device.ts';
import { followHealth, type Health } from './health.ts';

const unit = JSON.stringify({
  HvacDeviceUId: '000051234',
  DeviceType: 'ASH',
  SystemV2: { SysOn: 1, NoOfZones: 2 },
});

/**
 * A device for which the test responds to each request: `next` resolves to the function that answers the next request.
 */
const startDevice = async (port = 0) => {
  const sockets = new Set<Socket>();
  const waiting: ((text: string) => void)[] = [];
  let wake = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      waiting.push((text) => {
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
      });
      wake();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const next = async () => {
    while (waiting.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return waiting.shift()!;
  };
  return {
    port: (server.address() as AddressInfo).port,
    next,
    answerAll: async (text: string) => {
      for (;;) (await next())(text);
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

interface Following {
  readonly clock: SteppedClock;
  readonly bridge: Bridge;
  readonly health: Health;
  readonly changes: Omit<DeviceHealth, 'readAt' | 'isTooOld'>[];
  /** Resolves when the current request has ended, with or without a response. */
  readonly ended: () => Promise<void>;
}

/** Follows the health of a device that responded to its first request when the clock was at 0. */
const follow = async (
  stack: AsyncDisposableStack,
  device: Awaited<ReturnType<typeof startDevice>>,
): Promise<Following> => {
  const clock = createSteppedClock();
  const bridge = stack.use(connectBridge({ host: '127.0.0.1', port: device.port, pause: 0, clock }));
  const stop = stack.adopt(new AbortController(), (each) => each.abort());
  const changes: Following['changes'] = [];
  const first = bridge.unit();
  // The client requests twice: the first response shows the version of the device's interface, and the second has the
  // data.
  for (let count = 0; count < 2; count++) (await device.next())(unit);
  await first;
  const health = followHealth({
    bridge,
    clock,
    signal: stop.signal,
    onChange: (change) => changes.push(change),
  });
  const ended = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (bridge.contact.current().isWaiting) return;
        end();
        setImmediate(resolve);
      };
      const end = bridge.contact.subscribe(look);
      look();
    });
  return { clock, bridge, health, changes, ended };
};

describe('the health of a real bridge', () => {
  it('sends a health request 2 s after the last response, and reports no silence if answered', async () => {
    await using stack = new AsyncDisposableStack();
    const device = stack.use(await startDevice());
    const { clock, health, changes, ended } = await follow(stack, device);
    for (let count = 1; count <= 5; count++) {
      await clock.pass(2_000);
      (await device.next())(unit);
      await ended();
      assert.deepEqual(health.current(), { state: 'answering', since: 0, answeredAt: 2_000 * count });
    }
    assert.deepEqual(changes, []);
  });

  it('reports a bridge as silent after exactly 12 s of unanswered requests', async () => {
    await using stack = new AsyncDisposableStack();
    const device = stack.use(await startDevice());
    const { clock, bridge, health, changes } = await follow(stack, device);
    await clock.pass(2_000);
    await device.next();
    clock.advance(8_000);
    await clock.pass(500);
    await device.next();
    clock.advance(3_499);
    assert.equal(health.current().state, 'answering');
    clock.advance(1);
    const why = `127.0.0.1:${device.port} did not answer within 8 s.`;
    const silent = { state: 'silent', since: 0, answeredAt: 0, why } as const;
    assert.deepEqual(changes, [silent]);
    // Neither of the two requests gets a response.
    await assert.rejects(bridge.zone(0), { code: 'timeout', message: why });
    await assert.rejects(bridge.command('SysOn', 0), { code: 'timeout', message: why });
  });

  it('does not report a device as silent if each of its responses takes 7.9 s', async () => {
    await using stack = new AsyncDisposableStack();
    const device = stack.use(await startDevice());
    const { clock, changes, ended } = await follow(stack, device);
    for (let count = 0; count < 5; count++) {
      await clock.pass(2_000);
      const answer = await device.next();
      clock.advance(7_900);
      answer(unit);
      await ended();
    }
    assert.deepEqual(changes, []);
  });

  it('does not report silence after one unanswered request if the next is answered in 3.4 s', async () => {
    await using stack = new AsyncDisposableStack();
    const device = stack.use(await startDevice());
    const { clock, changes, ended } = await follow(stack, device);
    await clock.pass(2_000);
    await device.next();
    clock.advance(8_000);
    await clock.pass(500);
    const answer = await device.next();
    clock.advance(3_400);
    answer(unit);
    await ended();
    clock.advance(1_999);
    assert.deepEqual(changes, []);
  });

  it('does not report a device as silent if it is busy, refuses, or sends an unreadable response', async () => {
    for (const text of ['{BUSY}', '{ERROR}', 'what?']) {
      await using stack = new AsyncDisposableStack();
      const device = stack.use(await startDevice());
      const { clock, changes, ended } = await follow(stack, device);
      void device.answerAll(text);
      for (let count = 0; count < 10; count++) {
        await clock.pass(2_000);
        await ended();
      }
      assert.deepEqual(changes, [], text);
    }
  });

  it('reports silence after two refused connections half a second apart, until a response', async () => {
    await using stack = new AsyncDisposableStack();
    const device = await startDevice();
    const { clock, bridge, changes, ended } = await follow(stack, device);
    await device[Symbol.asyncDispose]();
    await clock.pass(2_000);
    await ended();
    assert.deepEqual(changes, []);
    await clock.pass(500);
    await ended();
    const why = `127.0.0.1:${device.port} cannot be reached: nothing listens there.`;
    assert.deepEqual(changes, [{ state: 'silent', since: 0, answeredAt: 0, why }]);
    assert.equal(clock.now(), 2_500);

    // Only health requests are sent to the silent bridge, one every 2.5 s.
    await clock.pass(2_500);
    await ended();
    await assert.rejects(bridge.unit(), { code: 'unreachable' });
    const again = stack.use(await startDevice(device.port));
    await clock.pass(2_500);
    (await again.next())(unit);
    await ended();
    assert.deepEqual(changes[1], { state: 'answering', since: 7_500, answeredAt: 7_500 });
    const reading = bridge.unit();
    (await again.next())(unit);
    assert.equal((await reading).NoOfZones, 2);
  });

  it('does not report a bridge as silent after a single refused connection', async () => {
    await using stack = new AsyncDisposableStack();
    const device = await startDevice();
    const { clock, changes, ended } = await follow(stack, device);
    await device[Symbol.asyncDispose]();
    await clock.pass(2_000);
    await ended();
    const again = stack.use(await startDevice(device.port));
    await clock.pass(500);
    (await again.next())(unit);
    await ended();
    assert.deepEqual(changes, []);
  });

  it('waits 2.5 s for the response of a silent device, and the usual 8 s every fifth time', async () => {
    await using stack = new AsyncDisposableStack();
    const device = stack.use(await startDevice());
    const { clock, changes, ended } = await follow(stack, device);
    await clock.pass(2_000);
    await device.next();
    clock.advance(8_000);
    await clock.pass(500);
    await device.next();
    clock.advance(8_000);
    await ended();
    for (let count = 1; count <= 4; count++) {
      await device.next();
      await clock.pass(2_500);
      await ended();
    }
    const answer = await device.next();
    clock.advance(7_900);
    answer(unit);
    await ended();
    assert.deepEqual(
      changes.map(({ state }) => state),
      ['silent', 'answering'],
    );
  });
});
