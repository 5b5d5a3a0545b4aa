import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '../bridge.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import {
  bodyOf,
  exchange,
  head,
  openTcp,
  readAnswers,
  readToEnd,
  writePieces,
} from '../fixture/tcp.fixture.ts';

const query = '{"HvacV2Request":{"Type":2,"No":1,"No1":0}}';
const length = `Content-Length: ${query.length}`;

describe('the tolerance of the HTTP server (wire facts 7)', () => {
  let bridge: Bridge;
  let port: number;
  before(async () => {
    bridge = await startSmallBridge();
    port = bridge.http.port;
  });
  after(() => bridge[Symbol.asyncDispose]());

  const post = (...headers: string[]) => head('POST /HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', ...headers);
  const isZone1 = (answer: string) => {
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(JSON.parse(bodyOf(answer)).ZonesV2.Index, 1);
  };

  it('responds to a request with only Host and Content-Length, and closes the connection', async () => {
    const answer = await exchange(port, post(length) + query);
    isZone1(answer);
    assert.match(answer, /\r\nConnection: close\r\n/);
  });

  it('sends the Content-Length of the body, and never a chunked response', async () => {
    const answer = await exchange(port, post(length) + query);
    const [, counted] = /\r\nContent-Length: (\d+)\r\n/.exec(answer)!;
    assert.equal(Number(counted), Buffer.byteLength(bodyOf(answer), 'latin1'));
    assert.doesNotMatch(answer, /transfer-encoding/i);
  });

  it('counts the bytes of UTF-8 in Content-Length', async () => {
    const name = '{"ZoneName":{"Index":1,"Name":"Küche ❄"}}';
    const bytes = `Content-Length: ${Buffer.byteLength(name)}`;
    await exchange(port, head('POST /HvacCommandV2 HTTP/1.1', 'Host: localhost', bytes) + name);
    const answer = await exchange(port, post(length) + query);
    const [, counted] = /\r\nContent-Length: (\d+)\r\n/.exec(answer)!;
    assert.equal(Number(counted), bodyOf(answer).length);
    assert.equal(JSON.parse(Buffer.from(bodyOf(answer), 'latin1').toString()).ZonesV2.Name, 'Küche ❄');
  });

  it('sends the head and body of a response in one piece', async () => {
    const socket = await openTcp(port);
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    await writePieces(socket, [post(length) + query]);
    await once(socket, 'close');
    assert.equal(pieces.length, 1);
    isZone1(pieces[0]!.toString());
  });

  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain; charset=latin1',
    'application/json; charset=utf-8',
    'nonsense',
    '',
  ])
    it(`accepts Content-Type "${type}"`, async () =>
      isZone1(await exchange(port, post(`Content-Type: ${type}`, length) + query)));

  it('accepts headers and body in separate packets', async () =>
    isZone1(await exchange(port, post(length), query)));

  it('accepts a request that arrives one byte at a time', async () =>
    isZone1(await exchange(port, ...(post(length) + query))));

  it('accepts a chunked body', async () =>
    isZone1(
      await exchange(
        port,
        `${post('Transfer-Encoding: chunked')}10\r\n${query.slice(0, 16)}\r\n`,
        `${(query.length - 16).toString(16)}\r\n${query.slice(16)}\r\n0\r\n\r\n`,
      ),
    ));

  it('accepts header names in lower case and without spaces', async () =>
    isZone1(
      await exchange(
        port,
        head('POST /HvacRequestV2 HTTP/1.1', 'host:127.0.0.1', `content-length:${query.length}`) + query,
      ),
    ));

  it('accepts a target in absolute form', async () =>
    isZone1(
      await exchange(
        port,
        head('POST http://127.0.0.1/HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', length) + query,
      ),
    ));

  for (const asked of ['keep-alive', 'Keep-Alive', 'KEEP-ALIVE', 'TE, keep-alive'])
    it(`keeps the connection of a request with "Connection: ${asked}" open`, async () => {
      const socket = await openTcp(port);
      const answers = readAnswers(socket, 2);
      await writePieces(socket, [post(`Connection: ${asked}`, length) + query]);
      await writePieces(socket, [post(`Connection: ${asked}`, length) + query]);
      const text = await answers;
      assert.equal(text.match(/HTTP\/1\.1 200 OK/g)!.length, 2);
      assert.doesNotMatch(text, /Connection: close/i);
      socket.destroy();
    });

  for (const asked of ['close', 'keep-alive, close', 'upgrade'])
    it(`closes the connection of a request with "Connection: ${asked}"`, async () =>
      assert.match(
        await exchange(port, post(`Connection: ${asked}`, length) + query),
        /\r\nConnection: close\r\n/,
      ));

  it('responds to pipelined requests in order', async () => {
    const socket = await openTcp(port);
    const answers = readAnswers(socket, 3);
    const one = (no: number) =>
      post('Connection: keep-alive', length) + query.replace('"No":1', `"No":${no}`);
    await writePieces(socket, [one(0) + one(1) + one(2)]);
    const indices = [...(await answers).matchAll(/"Index":(\d)/g)].map(([, index]) => index);
    assert.deepEqual(indices, ['0', '1', '2']);
    socket.destroy();
  });

  it('responds to an HTTP/1.0 request without Host and closes the connection', async () =>
    isZone1(await exchange(port, head('POST /HvacRequestV2 HTTP/1.0', length) + query)));

  it('keeps the connection of an HTTP/1.0 request open if the client asks for keep-alive', async () => {
    const socket = await openTcp(port);
    const answers = readAnswers(socket, 2);
    const request = head('POST /HvacRequestV2 HTTP/1.0', 'Connection: keep-alive', length) + query;
    await writePieces(socket, [request]);
    await writePieces(socket, [request]);
    assert.match(await answers, /\r\nConnection: keep-alive\r\n/i);
    socket.destroy();
  });

  it('responds to 200 connections at once', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openTcp(port)));
    const answers = sockets.map(readToEnd);
    await Promise.all(sockets.map((socket) => writePieces(socket, [post(length), query])));
    for (const answer of await Promise.all(answers)) isZone1(answer);
  });

  it('responds to a client that has closed its side of the connection', async () => {
    const socket = await openTcp(port);
    const answer = readToEnd(socket);
    socket.end(post(length) + query);
    isZone1(await answer);
  });

  it('keeps serving after a client disconnects in the middle of a body', async () => {
    const socket = await openTcp(port);
    await writePieces(socket, [post(length), query.slice(0, 10)]);
    socket.destroy();
    isZone1(await exchange(port, post(length) + query));
  });
});
