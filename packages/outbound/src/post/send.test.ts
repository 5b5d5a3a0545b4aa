import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import {
  type AddressInfo,
  createServer,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
} from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { freePort } from '@plenum/testbed/free-port';
import { listen } from '@plenum/testbed/listen';
import { type Reaction, startReceiver } from '@plenum/testbed/receiver';
import type { ResolveHost } from '../address/resolve-host.ts';
import { createSender } from './send.ts';

const noNames: ResolveHost = async (url) => assert.fail(`${url.hostname} was looked up`);

const create = ({ resolve = noNames, isDevelopment = true } = {}) => {
  const clock = createFakeClock();
  return { clock, send: createSender({ clock, resolveHost: resolve, isDevelopment, timeout: 15_000 }) };
};

const message = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'one' },
  body: '{"name":"Zoë"}',
});

it('sending posts the body and headers unchanged', async () => {
  await using receiver = await startReceiver();
  receiver.react = () => ({ status: 202, body: 'thanks' });
  const { send } = create();
  const sent = await send(message(`${receiver.url}?a=b`));
  assert.deepEqual(sent, { status: 202, retryAfter: undefined, answer: 'thanks', latency: 0 });
  const [{ path, headers, body } = assert.fail()] = receiver.messages;
  assert.equal(path, '/events?a=b');
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['webhook-id'], 'one');
  assert.equal(headers['content-length'], '15');
  assert.equal(body, '{"name":"Zoë"}');
});

it('sending returns the status of any response, and its Retry-After', async () => {
  await using receiver = await startReceiver();
  const { send } = create();
  for (const status of [200, 400, 410, 429, 500, 503]) {
    receiver.react = () => ({ status, headers: { 'retry-after': '7' } });
    const sent = await send(message(receiver.url));
    assert.ok('status' in sent);
    assert.deepEqual([sent.status, sent.retryAfter], [status, 7_000]);
  }
});

it('sending does not follow a redirect', async () => {
  await using receiver = await startReceiver();
  await using target = await startReceiver();
  const { send } = create();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.react = () => ({ status, headers: { location: target.url } });
    const sent = await send(message(receiver.url));
    assert.ok('status' in sent);
    assert.equal(sent.status, status);
  }
  assert.equal(target.messages.length, 0);
});

it('returns at most 500 characters of a response, without those that a store cannot hold', async () => {
  await using receiver = await startReceiver();
  const { send } = create();
  const answerTo = async (body: string | Buffer): Promise<string> => {
    receiver.react = () => ({ status: 500, body });
    const sent = await send(message(receiver.url));
    return 'answer' in sent ? sent.answer : assert.fail(sent.detail);
  };
  assert.equal(await answerTo('a\0b\r\nc\u001b[0m'), 'a b c [0m');
  assert.equal(await answerTo(Buffer.from([0x61, 0xff, 0x62])), 'a\ufffdb');
  assert.equal((await answerTo('x'.repeat(1_000_000))).length, 500);
  assert.ok((await answerTo('😀'.repeat(300))).isWellFormed());
});

it('sending times out if an endpoint does not respond within 15 s', async () => {
  await using receiver = await startReceiver();
  receiver.react = () => 'silence';
  const { clock, send } = create();
  let isOver = false;
  const sending = send(message(receiver.url)).finally(() => {
    isOver = true;
  });
  await receiver.came(1);
  clock.advance(14_999);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  assert.equal(isOver, false);
  clock.advance(1);
  assert.deepEqual(await sending, { problem: 'too-slow', detail: '15000 ms', latency: 15_000 });
});

it('sending succeeds if the headers arrive in time, even if the body does not end', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n');
  });
  await using listening = await listen(server);
  const { clock, send } = create();
  const sending = send(message(`${listening.url}/`));
  const [socket] = await once(server, 'connection');
  await once(socket, 'data');
  let isOver = false;
  void sending.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    clock.advance(1);
  }
  const sent = await sending;
  assert.ok('status' in sent);
  assert.deepEqual([sent.status, sent.answer], [200, 'ok']);
  assert.equal(sent.latency, 15_000, 'a body that does not end counts as slow');
});

it('sending times out if DNS does not respond within 15 s', async () => {
  const { clock, send } = create({ resolve: () => new Promise(() => {}) });
  const sending = send(message('http://hooks.invalid/'));
  clock.advance(15_000);
  assert.deepEqual(await sending, { problem: 'too-slow', detail: '15000 ms', latency: 15_000 });
});

it('sending returns the reason if there is no response', async () => {
  await using receiver = await startReceiver();
  receiver.react = () => 'break';
  const { send } = create();
  const port = await freePort();
  const problemOf = async (url: string, by = send) => {
    const sent = await by(message(url));
    return 'problem' in sent ? [sent.problem, sent.detail] : assert.fail(`${sent.status}`);
  };
  assert.deepEqual(await problemOf(`http://127.0.0.1:${port}/`), ['unreachable', 'ECONNREFUSED']);
  assert.equal((await problemOf(receiver.url))[0], 'unreachable');
  assert.equal((await problemOf(receiver.url.replace('http:', 'https:')))[0], 'tls');
  const nowhere = create({ resolve: async () => [] }).send;
  assert.deepEqual(await problemOf('http://hooks.invalid/', nowhere), ['name-unknown', 'hooks.invalid']);
  const failing = create({
    resolve: async () => {
      throw Object.assign(new Error('refused'), { code: 'EREFUSED' });
    },
  }).send;
  assert.deepEqual(await problemOf('http://hooks.invalid/', failing), ['name-unknown', 'EREFUSED']);
});

it('sending says if a response is not HTTP', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.end('+OK ready\r\n')));
  await using listening = await listen(server);
  const sent = await create().send(message(`${listening.url}/`));
  assert.deepEqual(sent, { problem: 'unreachable', detail: 'invalid HTTP response', latency: 0 });
});

it('sending does not accept a self-signed certificate', {
  skip: opensslMissing,
}, async () => {
  using authority = createAuthority();
  const files = { cert: authority.ca, key: readFileSync(join(authority.folder, 'ca.key')) };
  let requests = 0;
  const server = createHttps(files, () => requests++);
  await using listening = await listen(server);
  const { send } = create({ resolve: async () => ['127.0.0.1'] });
  const sent = await send(message(`https://localhost:${listening.port}/`));
  assert.deepEqual(sent, { problem: 'tls', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT', latency: 0 });
  assert.equal(requests, 0);
});

it('sending can be aborted with its signal', async () => {
  await using receiver = await startReceiver();
  receiver.react = () => 'silence';
  const { send } = create();
  const stop = new AbortController();
  const sending = send(message(receiver.url), stop.signal);
  await receiver.came(1);
  stop.abort();
  assert.deepEqual(await sending, { problem: 'stopped', detail: '', latency: 0 });
});

it('sending does not connect to an internal address, from the URL or from DNS', async () => {
  await using receiver = await startReceiver();
  const { port } = receiver;
  const problemOf = async (url: string, resolve: ResolveHost = noNames) => {
    const sent = await create({ isDevelopment: false, resolve }).send(message(url));
    return 'problem' in sent ? `${sent.problem} ${sent.detail}` : `${sent.status}`;
  };
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'])
    assert.match(await problemOf(`https://${host}:${port}/`), /^address-forbidden /, host);
  const answers = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '2002:7f00:1::',
  ];
  for (const address of answers) {
    const url = `https://hooks.invalid:${port}/`;
    assert.match(await problemOf(url, async () => [address]), /^address-forbidden /, address);
    // One internal address among public ones is enough.
    assert.match(await problemOf(url, async () => ['8.8.8.8', address]), /^address-forbidden /, address);
  }
  assert.equal(await problemOf('https://127.0.0.1/'), 'address-forbidden 127.0.0.1 (loopback)');
  assert.equal(await problemOf('http://8.8.8.8/'), 'not-https http:');
  assert.equal(receiver.messages.length, 0);
});

it('sending connects to the address that was checked, and resolves it only once', async () => {
  await using receiver = await startReceiver();
  const asked: string[] = [];
  const { send } = create({
    resolve: async ({ hostname }) => {
      asked.push(hostname);
      return ['127.0.0.1'];
    },
  });
  // No DNS server resolves this name (RFC 6761, 6.4), so the connection can only go to the checked address.
  const sent = await send(message(`http://hooks.invalid:${receiver.port}/a`));
  assert.ok('status' in sent);
  assert.deepEqual(asked, ['hooks.invalid']);
  assert.equal(receiver.messages[0]?.headers.host, `hooks.invalid:${receiver.port}`);
});

it('sending tries the next checked address if one does not respond', async () => {
  await using receiver = await startReceiver();
  const { send } = create({ resolve: async () => ['::1', '127.0.0.1'] });
  const sent = await send(message(`http://hooks.invalid:${receiver.port}/a`));
  assert.deepEqual('status' in sent && sent.status, 204);
});

it('sending connects to the checked address of either family if Node selects none by itself', async (t) => {
  t.after(() => setDefaultAutoSelectFamily(before));
  const before = getDefaultAutoSelectFamily();
  setDefaultAutoSelectFamily(false);
  for (const address of ['127.0.0.1', '::1']) {
    let paths = 0;
    const server = createHttp((_, response) => {
      paths++;
      response.end();
    });
    server.listen(0, address);
    await once(server, 'listening');
    const { send } = create({ resolve: async () => [address] });
    const sent = await send(message(`http://hooks.invalid:${(server.address() as AddressInfo).port}/a`));
    assert.deepEqual(['status' in sent && sent.status, paths], [200, 1], address);
    server.close();
  }
});

it('sending uses HTTP/1.1 even if an endpoint prefers HTTP/2', { skip: opensslMissing }, async () => {
  using authority = createAuthority();
  const { ca } = authority;
  const { cert, key } = authority.issue();
  const files = { cert: readFileSync(cert), key: readFileSync(key) };
  const versions: string[] = [];
  const server = createSecureServer({ ...files, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    response.end();
  });
  await using listening = await listen(server);
  const resolveHost = async () => ['127.0.0.1'];
  const send = createSender({
    clock: createFakeClock(),
    resolveHost,
    isDevelopment: true,
    timeout: 15_000,
    ca,
  });
  await send(message(`https://localhost:${listening.port}/`));
  assert.deepEqual(versions, ['1.1']);
});

it('sending closes the connection after the response, even if the endpoint would keep it', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nKeep-Alive: timeout=600\r\n\r\n');
  });
  await using listening = await listen(server);
  const connected = once(server, 'connection');
  await create().send(message(`${listening.url}/`));
  const [socket] = await connected;
  await once(socket.resume(), 'close');
});

const reactions: Reaction[] = ['break', { status: 500 }, { status: 204 }];

it('sending does not depend on the previous attempt', async () => {
  await using receiver = await startReceiver();
  receiver.react = (_, count) => reactions[count - 1]!;
  const { send } = create();
  const results = [];
  for (let count = 0; count < 3; count++) {
    const sent = await send(message(receiver.url));
    results.push('status' in sent ? sent.status : sent.problem);
  }
  assert.deepEqual(results, ['unreachable', 500, 204]);
});
