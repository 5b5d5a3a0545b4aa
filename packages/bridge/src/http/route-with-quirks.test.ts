import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { Quirks } from '@plenum/protocol/quirks';
import { createQuirks } from '../quirks/bridge-quirks.ts';
import { type Answer, toJsonAnswer } from './answer.ts';
import type { HttpRequest } from './request.ts';
import type { Route } from './route.ts';
import { createRequestQueue, toQuirkyRoute } from './route-with-quirks.ts';

/** Returns the writes of a response that writes itself: each packet, `end` and `destroy`; otherwise undefined. */
const written = async (answer: Answer): Promise<readonly string[] | undefined> => {
  if (answer.write === undefined) return undefined;
  const packets: string[] = [];
  let isDelayed = true;
  const socket = {
    setNoDelay: (isOn: boolean) => {
      isDelayed = !isOn;
    },
    write: (bytes: Buffer | string, done: () => void) => {
      assert.equal(isDelayed, false);
      packets.push(bytes.toString());
      done();
    },
    end: () => void packets.push('end'),
  };
  answer.write({ socket, destroy: () => void packets.push('destroy') } as unknown as ServerResponse);
  for (let count = 0; count < 20; count++) await turn();
  return packets;
};

const head = (length: number, { type = 'application/json', status = '200 OK' } = {}) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;

const openRoute = (quirks: Quirks, endpoint = 'query') => {
  const clock = createFakeClock();
  const handled: HttpRequest[] = [];
  const route: Route = {
    method: 'POST',
    path: '/HvacRequestV2',
    endpoint,
    handle: (request) => {
      handled.push(request);
      return toJsonAnswer('{"A":12}');
    },
  };
  const all = createQuirks({ clock, random: () => 0.5 }, quirks);
  const quirky = toQuirkyRoute(route, { quirks: all, clock, queue: createRequestQueue() });
  const requestOf = (method = 'POST', ...rawHeaders: string[]) =>
    ({ raw: { method, rawHeaders } }) as unknown as HttpRequest;
  const ask = async (request = requestOf()) => quirky.handle(request);
  return { clock, handled, all, ask, requestOf };
};

describe('the routes of a device with quirks', () => {
  it('leaves a route unchanged if there are no quirks', async () => {
    const { ask } = openRoute({});
    assert.deepEqual(await ask(), toJsonAnswer('{"A":12}'));
  });

  it('writes a response in one packet, or in as many as the quirk sets', async () => {
    assert.deepEqual(await written(await openRoute({ floats: 1 }).ask()), [head(10), '{"A":12.0}', 'end']);
    assert.deepEqual(await written(await openRoute({ 'split-answers': 3 }).ask()), [
      ...[head(8), '{"A', '":1', '2}', 'end'],
    ]);
    assert.deepEqual(await written(await openRoute({ 'split-answers': 64 }).ask()), [
      ...[head(8), ...'{"A":12}', 'end'],
    ]);
  });

  it('writes nothing to a client that has disconnected', async () => {
    const answer = await openRoute({ floats: 1 }).ask();
    assert.doesNotThrow(() => answer.write?.({ socket: null } as ServerResponse));
  });

  it('drops the connection before or after the request, or responds that the device is busy', async () => {
    const before = openRoute({ 'drop-before': 1 });
    assert.deepEqual(await written(await before.ask()), ['destroy']);
    assert.equal(before.handled.length, 0);
    const later = openRoute({ 'drop-after': 1 });
    assert.deepEqual(await written(await later.ask()), ['destroy']);
    assert.equal(later.handled.length, 1);
    const busy = openRoute({ busy: 1 });
    assert.deepEqual(await written(await busy.ask()), [head(6, { type: 'text/plain' }), '{BUSY}', 'end']);
    assert.equal(busy.handled.length, 0);
    const seldom = openRoute({ busy: 0.5, 'drop-before': 0.5, 'drop-after': 0.5 });
    assert.equal((await written(await seldom.ask()))?.[1], '{"A":12}');
  });

  it('serves only the original interface with the quirk v1-only', async () => {
    for (const endpoint of ['query', 'control']) {
      const [first, text] = (await written(await openRoute({ 'v1-only': 1 }, endpoint).ask()))!;
      assert.match(first!, /^HTTP\/1\.1 404 Error\r\n/);
      assert.equal(text, '{ERROR: There is nothing at /HvacRequestV2.}');
    }
    for (const endpoint of ['v1-read', 'v1-command'])
      assert.equal((await written(await openRoute({ 'v1-only': 1 }, endpoint).ask()))?.[1], '{"A":12}');
  });

  it('responds with an empty body to reads of the original interface', async () => {
    assert.deepEqual(await written(await openRoute({ 'empty-v1': 1 }, 'v1-read').ask()), [
      ...[head(0, { type: 'text/plain' }), 'end'],
    ]);
    assert.equal((await written(await openRoute({ 'empty-v1': 1 }, 'query').ask()))?.[1], '{"A":12}');
  });

  it('refuses a POST with a Content-Type, or requires one', async () => {
    const error = '{ERROR}';
    const done = '{"A":12}';
    for (const [quirk, method, rawHeaders, expected] of [
      ['refuses', 'POST', ['Host', 'a', 'Content-TYPE', 'b'], error],
      ['refuses', 'POST', ['Host', 'content-type'], done],
      ['refuses', 'GET', ['Content-Type', 'b'], done],
      ['requires', 'POST', ['content-type', 'b'], done],
      ['requires', 'POST', ['X-Content-Type', 'b'], error],
      ['requires', 'POST', [], error],
      ['requires', 'GET', [], done],
    ] as const) {
      const { ask, requestOf } = openRoute({ 'content-type': quirk });
      const answer = await written(await ask(requestOf(method, ...rawHeaders)));
      assert.equal(answer?.[1], expected, `${quirk} ${method} ${rawHeaders}`);
    }
  });

  it('responds to commands of both interfaces in the way the quirk sets', async () => {
    for (const endpoint of ['control', 'v1-command'])
      assert.equal(
        (await written(await openRoute({ 'command-answer': 'quotes' }, endpoint).ask()))?.[1],
        '"OK"',
      );
    assert.equal((await written(await openRoute({ 'command-answer': 'quotes' }).ask()))?.[1], '{"A":12}');
  });

  it('delays responses, even to several requests at once', async () => {
    for (const time of [1, 50]) {
      const { clock, ask, handled } = openRoute({ 'answer-time': time });
      const asked = [ask(), ask()];
      await turn();
      clock.advance(time - 1);
      await turn();
      assert.equal(handled.length, 0);
      clock.advance(1);
      await Promise.all(asked);
      assert.equal(handled.length, 2);
    }
  });

  it('drops a connection immediately at a restart, but only at the end of a stall', async () => {
    const restarting = openRoute({ restart: 20, floats: 1 });
    assert.deepEqual(await written(await restarting.ask()), ['destroy']);
    restarting.clock.advance(19_999);
    assert.deepEqual(await written(await restarting.ask()), ['destroy']);
    restarting.clock.advance(1);
    assert.equal((await written(await restarting.ask()))?.[1], '{"A":12.0}');
    const stalling = openRoute({ stall: 60, floats: 1 });
    let isAnswered = false;
    const stalled = stalling.ask().finally(() => {
      isAnswered = true;
    });
    stalling.clock.advance(59_999);
    await turn();
    assert.equal(isAnswered, false);
    stalling.clock.advance(1);
    assert.deepEqual(await written(await stalled), ['destroy']);
    assert.equal(stalling.handled.length, 0);
    const ending = openRoute({ stall: 60, floats: 1 });
    ending.clock.advance(59_999);
    const last = ending.ask();
    ending.clock.advance(1);
    assert.deepEqual(await written(await last), ['destroy']);
    assert.equal((await written(await stalling.ask()))?.[1], '{"A":12.0}');
  });

  it('serves one request at a time while others wait, are dropped or get no response', async () => {
    for (const [others, expected] of [
      ['wait', [head(8), '{"A":12}', 'end']],
      ['drop', ['destroy']],
      ['silent', []],
    ] as const) {
      const { clock, ask, handled } = openRoute({ 'one-connection': others, 'answer-time': 10 });
      const first = ask();
      const second = ask();
      await turn();
      clock.advance(10);
      assert.equal((await written(await first))?.[1], '{"A":12}', others);
      await turn();
      clock.advance(10);
      assert.deepEqual(await written(await second), expected);
      assert.equal(handled.length, others === 'wait' ? 2 : 1);
      const third = ask();
      await turn();
      clock.advance(10);
      assert.equal((await written(await third))?.[1], '{"A":12}');
    }
  });
});

describe('the queue of a device with quirks', () => {
  it('runs queued requests one after another, even after one that fails', async () => {
    const queue = createRequestQueue();
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const all = [
      queue.run(async () => {
        await first.promise;
        throw new Error('broken');
      }),
      queue.run(async () => order.push('second')),
    ];
    await turn();
    assert.deepEqual([order, queue.count()], [[], 2]);
    first.resolve();
    const [broken] = await Promise.allSettled(all);
    assert.equal(broken?.status, 'rejected');
    assert.deepEqual([order, queue.count()], [['second'], 0]);
  });
});
