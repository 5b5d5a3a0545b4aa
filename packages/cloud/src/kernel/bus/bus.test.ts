import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { type Nats, natsMissing, startNats } from '@plenum/testbed/nats';
import { cloudFailures } from '../failure/failure.ts';
import { silent } from '../log/log.ts';
import type { Bus } from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';
import { openTestBus } from './nats-bus.fixture.ts';

const long = 5_000;

/** Creates a handler that records messages as they arrive. */
const createEar = () => {
  const heard: unknown[] = [];
  let wake = () => {};
  return {
    handler: (message: unknown) => {
      heard.push(message);
      wake();
    },
    heard,
    until: async (count: number) => {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard;
    },
  };
};

/** Defines tests that any bus must pass. `open` returns the bus as seen by two nodes. */
const suite = (open: () => Promise<readonly [Bus, Bus]>) => {
  it('delivers a message in order to all subscribers of its subject, and to no others', async () => {
    const [one, other] = await open();
    const [near, far, beside] = [createEar(), createEar(), createEar()];
    await one.subscribe('order.1', near.handler);
    await other.subscribe('order.1', far.handler);
    await other.subscribe('order.2', beside.handler);
    for (let n = 0; n < 100; n++) one.publish('order.1', { n });
    one.publish('order.2', 'end');
    const expected = Array.from({ length: 100 }, (_, n) => ({ n }));
    assert.deepEqual(await near.until(100), expected);
    assert.deepEqual(await far.until(100), expected);
    assert.deepEqual(await beside.until(1), ['end']);
  });

  it('delivers a message as a JSON copy, not as the object that was sent', async () => {
    const [one] = await open();
    const ear = createEar();
    await one.subscribe('json', ear.handler);
    const message = { text: 'à\u0000"', list: [1, null, true], left: undefined };
    one.publish('json', message);
    assert.deepEqual(await ear.until(1), [{ text: 'à\u0000"', list: [1, null, true] }]);
    assert.notEqual(ear.heard[0], message);
  });

  it('delivers each message of a queue to one member', async () => {
    const [one, other] = await open();
    const ear = createEar();
    const counts = [0, 0];
    for (const [place, bus] of [one, other].entries())
      await bus.subscribe(
        'work',
        (message) => {
          counts[place]!++;
          ear.handler(message);
        },
        { queue: 'workers' },
      );
    for (let n = 0; n < 100; n++) other.publish('work', n);
    await ear.until(100);
    other.publish('work', 'last');
    await ear.until(101);
    assert.equal(counts[0]! + counts[1]!, 101);
  });

  it('resolves a request to the reply of a subscriber', async () => {
    const [one, other] = await open();
    await one.subscribe('double', async (n) => (n as number) * 2);
    assert.deepEqual(await other.request('double', 21, long), { is: 'reply', message: 42 });
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => other.request('double', n, long)));
    assert.deepEqual(
      all.map((answer) => answer.is === 'reply' && answer.message),
      Array.from({ length: 50 }, (_, n) => n * 2),
    );
  });

  it('resolves a request to the first reply if several subscribers reply', async () => {
    const [one, other] = await open();
    await one.subscribe('first', () => undefined);
    await other.subscribe('first', () => 'mine');
    assert.deepEqual(await one.request('first', 0, long), { is: 'reply', message: 'mine' });
  });

  it('resolves a request without subscribers immediately', async () => {
    const [one, other] = await open();
    assert.deepEqual(await one.request('nobody', 0, long), { is: 'no responders' });
    const end = await other.subscribe('somebody', () => 'here');
    assert.equal((await one.request('somebody', 0, long)).is, 'reply');
    end();
    end();
    // The server processes the unsubscription before the next request on the same connection.
    await other.subscribe('after', () => {});
    assert.deepEqual(await one.request('somebody', 0, long), { is: 'no responders' });
  });

  it('times out a request if its subscriber does not reply or fails', async () => {
    const [one, other] = await open();
    await other.subscribe('mute', () => undefined);
    await other.subscribe('failing', () => {
      throw new Error('no');
    });
    assert.deepEqual(await one.request('mute', 0, 20), { is: 'timeout' });
    assert.deepEqual(await one.request('failing', 0, 20), { is: 'timeout' });
    await other.subscribe('alive', () => 'yes');
    assert.equal((await one.request('alive', 0, long)).is, 'reply');
  });
};

describe('the bus in memory', () => {
  suite(async () => {
    const bus = createMemoryBus({ clock: systemClock, log: silent });
    return [bus, bus];
  });
});

describe('the bus over NATS', { skip: natsMissing }, () => {
  let server: Promise<Nats> | undefined;
  const opened: Bus[] = [];
  const open = async (url?: string) => {
    server ??= startNats();
    const bus = await openTestBus(url ?? (await server).url);
    opened.push(bus);
    return bus;
  };
  after(async () => {
    for (const bus of opened) await bus[Symbol.asyncDispose]();
    await (await server)?.[Symbol.asyncDispose]();
  });
  suite(async () => [await open(), await open()]);

  it('reports that the bus is unreachable while its server is down, and recovers automatically', async () => {
    await using own = await startNats();
    const [one, other] = [await open(own.url), await open(own.url)];
    await other.subscribe('ping', () => 'pong');
    assert.equal((await one.request('ping', 0, long)).is, 'reply');
    await own.kill();
    while (one.isUp() || other.isUp()) await new Promise((resolve) => void setTimeout(resolve, 5));
    assert.deepEqual(await one.request('ping', 0, long), { is: 'unreachable' });
    one.publish('ping', 'lost');
    await own.start();
    while (!one.isUp() || !other.isUp()) await new Promise((resolve) => void setTimeout(resolve, 5));
    const end = await other.subscribe('flush', () => {});
    end();
    assert.deepEqual(await one.request('ping', 0, long), { is: 'reply', message: 'pong' });
  });

  it('a cloud that cannot reach its NATS server reports this without the password', async () => {
    await assert.rejects(open('nats://me:secret@127.0.0.1:9'), (error: Error) => {
      assert.ok(cloudFailures.is(error, 'bus-unreachable'));
      assert.match(error.message, /^The NATS server 127\.0\.0\.1:9 cannot be reached: /);
      return !error.message.includes('secret');
    });
  });
});
