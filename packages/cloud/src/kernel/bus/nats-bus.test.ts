import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { connect, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type Nats, natsMissing, startNats } from '@plenum/testbed/nats';
import { until } from '@plenum/testbed/until';
import type { MessageRefusal } from './message-signature.ts';
import { openTestBus } from './nats-bus.fixture.ts';

const long = 10_000;

describe('nodes on a NATS server shared with an attacker', { skip: natsMissing }, () => {
  let nats: Nats;
  let attacker: NatsConnection;
  const opened: AsyncDisposable[] = [];
  before(async () => {
    nats = await startNats();
    attacker = await connect({ servers: nats.url });
  });
  after(async () => {
    await attacker?.close();
    for (const one of opened) await one[Symbol.asyncDispose]();
    await nats?.[Symbol.asyncDispose]();
  });
  const open = async (about: Parameters<typeof openTestBus>[1] = {}) => {
    const refused: MessageRefusal[] = [];
    const bus = await openTestBus(nats.url, { onRefused: (refusal) => void refused.push(refusal), ...about });
    opened.push(bus);
    return { bus, refused };
  };
  /** Subscribes to a subject as the attacker. Returns a function that waits for the first message. */
  const overhear = async (subject: string): Promise<() => Promise<Msg>> => {
    const { promise, resolve } = Promise.withResolvers<Msg>();
    attacker.subscribe(subject, { callback: (_, message) => resolve(message) });
    await attacker.flush();
    return () => promise;
  };
  const repeat = ({ subject, data, reply, headers: signed }: Msg) =>
    attacker.publish(subject, data, { headers: signed!, reply: reply! });

  it('a request that is on its way while its subscriber unsubscribes still gets its reply', async () => {
    const [one, two] = [await open(), await open()];
    for (let count = 0; count < 200; count++) {
      const unsubscribe = await two.bus.subscribe('last', () => 'reply');
      const request = one.bus.request('last', {}, 1_000);
      // The unsubscription is sent a turn later, so that the server usually handles it after the request.
      await turn();
      unsubscribe();
      assert.notEqual((await request).is, 'timeout');
    }
  });

  it('ignores messages with a missing or wrong signature, and receives those of other nodes', async () => {
    const [one, two] = [await open(), await open()];
    const received: unknown[] = [];
    const all = Promise.withResolvers<void>();
    await two.bus.subscribe('news', (message) => {
      received.push(message);
      if (message === 'last') all.resolve();
    });
    const overheard = await overhear('news');
    one.bus.publish('news', 'first');
    const first = await overheard();
    attacker.publish('news', '"forged"');
    attacker.publish('news', 'not even JSON', { headers: first.headers! });
    attacker.publish('news', '"forged"', { headers: first.headers! });
    repeat(first);
    await attacker.flush();
    one.bus.publish('news', 'last');
    await all.promise;
    assert.deepEqual(received, ['first', 'last']);
    assert.deepEqual(two.refused, ['unsigned', 'forged', 'forged', 'replayed']);
  });

  it('executes a replayed command only once, even if the node subscribes again', async () => {
    const [one, two] = [await open(), await open()];
    let count = 0;
    const obey = () => ({ answer: 'done', count: ++count });
    const end = await two.bus.subscribe('bridge.1.control', obey);
    const overheard = await overhear('bridge.1.control');
    assert.equal((await one.bus.request('bridge.1.control', { SysOn: 1 }, long)).is, 'reply');
    const control = await overheard();
    for (let n = 0; n < 50; n++) repeat(control);
    end();
    await two.bus.subscribe('bridge.1.control', obey);
    for (let n = 0; n < 50; n++) repeat(control);
    await attacker.flush();
    const answer = await one.bus.request('bridge.1.control', { SysOn: 0 }, long);
    assert.deepEqual(answer, { is: 'reply', message: { answer: 'done', count: 2 } });
    assert.ok(two.refused.length >= 50, String(two.refused.length));
    assert.deepEqual([...new Set(two.refused)], ['replayed']);
  });

  it("a request still gets the node's reply if an attacker replies first", async () => {
    const [one, two] = [await open(), await open()];
    const answered = Promise.withResolvers<void>();
    attacker.subscribe('question', {
      callback: (_, message) => {
        message.respond('{"answer":"forged"}');
        message.respond('{"answer":"forged"}', { headers: message.headers! });
        message.respond('', { headers: headers(503, 'No Responders') });
        attacker.flush().then(answered.resolve);
      },
    });
    await attacker.flush();
    await two.bus.subscribe('question', async () => {
      await answered.promise;
      return { answer: 'true' };
    });
    const answer = await one.bus.request('question', {}, long);
    assert.deepEqual(answer, { is: 'reply', message: { answer: 'true' } });
    assert.deepEqual(one.refused, ['unsigned', 'forged', 'forged']);
  });

  it('nodes keep working while they are flooded with messages', async () => {
    const [one, two] = [await open(), await open()];
    await two.bus.subscribe('work', (n) => n);
    const overheard = await overhear('work');
    assert.equal((await one.bus.request('work', 0, long)).is, 'reply');
    const { headers: signed } = await overheard();
    for (let n = 1; n <= 20_000; n++) attacker.publish('work', String(n), { headers: signed! });
    await attacker.flush();
    assert.deepEqual(await one.bus.request('work', 1, long), { is: 'reply', message: 1 });
    assert.equal(two.refused.length, 20_000);
  });

  it('nodes refuse headers that no client sends and bytes that are not text, and keep working', async () => {
    const [one, two] = [await open(), await open()];
    await two.bus.subscribe('raw', (n) => n);
    const socket = connectSocket(Number(URL.parse(nats.url)!.port), '127.0.0.1');
    const isDone = Promise.withResolvers<void>();
    socket.on('data', (text) => {
      if (String(text).includes('PONG')) isDone.resolve();
    });
    socket.write('CONNECT {"headers":true,"verbose":false}\r\n');
    const sent = [
      'NATS/1.0\r\n: \u0000\r\n\r\n',
      'NATS/1.0 xyz\r\n\u0001 \u0002:1\r\n\r\n',
      'NATS/1.0\r\n\r\n',
    ];
    for (const head of sent) {
      socket.write(`HPUB raw ${head.length} ${head.length + 3}\r\n${head}`);
      socket.write(Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]));
    }
    socket.write('PING\r\n');
    await isDone.promise;
    socket.destroy();
    assert.deepEqual(await one.bus.request('raw', 1, long), { is: 'reply', message: 1 });
    assert.equal(two.refused.length, sent.length);
  });

  it('ignores and counts messages from a node with another version', async () => {
    const [own, other] = [await open(), await open({ version: 2 })];
    for (const { bus } of [own, other]) await bus.subscribe('versions', (n) => n);
    other.bus.publish('versions', 7);
    assert.deepEqual(await own.bus.request('versions', 7, long), { is: 'reply', message: 7 });
    for (const { refused } of [own, other])
      await until('a message of the other version arrives', async () => refused.length > 0);
    assert.deepEqual(own.refused, ['other-version']);
    assert.deepEqual(new Set(other.refused), new Set(['other-version']));
  });
});
