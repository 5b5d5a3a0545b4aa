import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { Bridge } from '../bridge.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { bodyOf, exchange, head, openTcp, readToEnd, writePieces } from '../fixture/tcp.fixture.ts';

const most = 65_536;
const query = '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}';
const padded = (bytes: number) => query + ' '.repeat(bytes - query.length);
const post = (body: string, ...headers: string[]) =>
  head('POST /HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', ...headers, `Content-Length: ${body.length}`) +
  body;
const isServed = async ({ http }: Bridge) =>
  assert.match(await exchange(http.port, post(query)), /^HTTP\/1\.1 200 OK/);

describe('the limits of the HTTP server', () => {
  it('accepts a body of 64 KiB', async () => {
    await using bridge = await startSmallBridge();
    assert.match(await exchange(bridge.http.port, post(padded(most))), /^HTTP\/1\.1 200 OK/);
  });

  for (const [what, bytes] of [
    ['one byte more', most + 1],
    ['a megabyte', 1_000_000],
  ] as const)
    it(`refuses ${what} with 413 and a sentence`, async () => {
      await using bridge = await startSmallBridge();
      const answer = await exchange(bridge.http.port, post(padded(bytes)));
      assert.match(answer, /^HTTP\/1\.1 413 Payload Too Large\r\n/);
      assert.equal(bodyOf(answer), '{ERROR: The body is larger than 65536 bytes.}');
    });

  it('refuses a chunked body that grows too large', async () => {
    await using bridge = await startSmallBridge();
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const start = head('POST /HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', 'Transfer-Encoding: chunked');
    assert.match(
      await exchange(bridge.http.port, start, chunk, chunk, chunk, '0\r\n\r\n'),
      /^HTTP\/1\.1 413 /,
    );
  });

  it('stops reading an endless body', async () => {
    await using bridge = await startSmallBridge();
    const socket = await openTcp(bridge.http.port);
    socket.on('error', () => {});
    const endless = ['Connection: keep-alive', 'Content-Length: 4000000000'];
    const start = head('POST /HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', ...endless);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write(start);
    const flood = () => {
      if (socket.writable) socket.write(Buffer.alloc(65_536, 32), flood);
    };
    flood();
    await closed;
    await isServed(bridge);
  });

  it('refuses a body that is not UTF-8', async () => {
    await using bridge = await startSmallBridge();
    const start = head('POST /HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 2');
    const answer = await exchange(bridge.http.port, start, Buffer.from([0xc3, 0x28]));
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(bodyOf(answer), '{ERROR: The body is not valid UTF-8.}');
  });

  it('refuses headers larger than 16 KiB and gives the reason', async () => {
    await using bridge = await startSmallBridge();
    const answer = await exchange(bridge.http.port, post(query, `X-Long: ${'x'.repeat(16_384)}`));
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.equal(
      bodyOf(answer),
      '{ERROR: This is not a valid HTTP request: its headers are larger than 16384 bytes.}',
    );
  });

  for (const [what, bytes] of [
    ['words', 'hello bridge, are you there?\r\n\r\n'],
    ['a discovery datagram', 'IASD\r\n\r\n'],
    ['the hello of TLS', Buffer.from('16030100c6010000c20303', 'hex')],
    ['zeros', Buffer.alloc(512)],
    ['a method that does not exist', head('FETCH / HTTP/1.1', 'Host: 127.0.0.1')],
    ['a version that does not exist', head('POST /HvacRequestV2 HTTP/7.3', 'Host: 127.0.0.1')],
    ['two lengths that differ', head('POST / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length that is not a number', head('POST / HTTP/1.1', 'Host: a', 'Content-Length: many')],
    ['a header without a name', head('POST / HTTP/1.1', ': a')],
    ['HTTP/1.1 without Host', head('GET /SystemSettings HTTP/1.1')],
  ] as const)
    it(`responds to ${what} with 400, a sentence and a Content-Length, and serves further requests`, async () => {
      await using bridge = await startSmallBridge();
      const answer = await exchange(bridge.http.port, bytes);
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(bodyOf(answer), /^\{ERROR: This is not a valid HTTP request: .+\.\}$/);
      const [, length] = /\r\nContent-Length: (\d+)\r\n/.exec(answer)!;
      assert.equal(Number(length), bodyOf(answer).length);
      await isServed(bridge);
    });

  for (const target of ['/%', '/%ff', '/HvacRequestV2/%2e%2e/x', '//', '/__proto__', `/${'a'.repeat(5000)}`])
    it(`responds with 404 to ${target.slice(0, 30)}`, async () => {
      await using bridge = await startSmallBridge();
      const answer = await exchange(bridge.http.port, head(`GET ${target} HTTP/1.1`, 'Host: localhost'));
      assert.match(answer, /^HTTP\/1\.1 404 Not Found\r\n/);
      assert.match(bodyOf(answer), /^\{ERROR: There is nothing at \/.*\.\}$/);
    });

  for (const [what, pieces] of [
    ['nothing at all', []],
    ['half a head', ['POST /HvacRequestV2 HTTP/1.1\r\nHost: 12']],
    ['half a body', [post(query).slice(0, -10)]],
  ] as const)
    it(`closes the connection of a client that sends ${what}, after a response with the reason`, async () => {
      await using bridge = await startSmallBridge({ limits: { requestTimeout: 60 } });
      const answer = await exchange(bridge.http.port, ...pieces);
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.equal(
        bodyOf(answer),
        '{ERROR: This is not a valid HTTP request: it did not arrive within 0.06 s.}',
      );
    });

  it('closes a persistent connection that is idle for too long', async () => {
    await using bridge = await startSmallBridge({ limits: { keepAliveTimeout: 20 } });
    assert.match(
      await exchange(bridge.http.port, post(query, 'Connection: keep-alive')),
      /^HTTP\/1\.1 200 OK/,
    );
  });

  it('refuses a history read beyond an address’s queue limit, and serves other requests', async () => {
    await using bridge = await startSmallBridge({ limits: { addressWaitingReads: 1 } });
    const read = (path: string, ...headers: string[]) =>
      head(`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers);
    const answers = await exchange(
      bridge.http.port,
      read('/history/series', 'Connection: keep-alive') +
        read('/energy', 'Connection: keep-alive') +
        read('/diagnostics'),
    );
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 409']);
    assert.match(
      answers,
      /\{ERROR: One more answer of this kind is not available: 1 from this address are already waiting\.\}$/,
    );
    await isServed(bridge);
  });

  for (const [what, request] of [
    ['a body of more than 1,024 characters', post(padded(1_025), 'Connection: keep-alive')],
    ['the house file', head('GET /simulation/house HTTP/1.1', 'Host: a', 'Connection: keep-alive')],
    ['the metrics', head('GET /metrics HTTP/1.1', 'Host: a', 'Connection: keep-alive')],
  ] as const)
    it(`queues requests for ${what}, and refuses them once the queue of the address is full`, async () => {
      await using bridge = await startSmallBridge({
        limits: { addressWaitingReads: 1 },
        allowedHosts: ['a'],
      });
      const last = post(query);
      const answers = await exchange(bridge.http.port, request.repeat(3) + last);
      assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), [
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        'HTTP/1.1 409',
        'HTTP/1.1 200',
      ]);
    });

  it('serves bodies of 1,024 characters without queueing them', async () => {
    await using bridge = await startSmallBridge({ limits: { addressWaitingReads: 1 } });
    const one = post(padded(1_024), 'Connection: keep-alive');
    const answers = await exchange(bridge.http.port, one.repeat(3) + post(query));
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), Array(4).fill('HTTP/1.1 200'));
  });

  it('closes connections beyond the limit for an address, and serves other addresses', async () => {
    await using bridge = await startSmallBridge({ limits: { addressConnections: 2 }, httpHost: '0.0.0.0' });
    const held = [await openTcp(bridge.http.port), await openTcp(bridge.http.port)];
    const beyond = await openTcp(bridge.http.port);
    beyond.on('error', () => {});
    assert.equal(await readToEnd(beyond).catch(() => ''), '');
    if (process.platform !== 'darwin') {
      const other = connect({ port: bridge.http.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      other.write(post(query));
      assert.match(await readToEnd(other), /^HTTP\/1\.1 200 OK/);
    }
    for (const socket of held) socket.destroy();
  });

  it('closes connections beyond the server’s limit without a response, and serves the others', async () => {
    await using bridge = await startSmallBridge({ limits: { connections: 3 } });
    const sockets = await Promise.all([1, 2, 3].map(() => openTcp(bridge.http.port)));
    const beyond = await openTcp(bridge.http.port);
    beyond.on('error', () => {});
    assert.equal(await readToEnd(beyond).catch(() => ''), '');
    for (const socket of sockets) {
      const answer = readToEnd(socket);
      await writePieces(socket, [post(query)]);
      assert.match(await answer, /^HTTP\/1\.1 200 OK/);
    }
  });
});
