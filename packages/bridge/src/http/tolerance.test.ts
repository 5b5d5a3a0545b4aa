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

const ask = '{"HvacV2Request":{"Type":2,"No":1,"No1":0}}';
const length = `Content-Length: ${ask.length}`;

describe('the manners of the HTTP door (wire facts 7)', () => {
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

  it('answers a request with no headers but Host and Content-Length, and closes', async () => {
    const answer = await exchange(port, post(length) + ask);
    isZone1(answer);
    assert.match(answer, /\r\nConnection: close\r\n/);
  });

  it('answers with a Content-Length that is the length of the body, never chunked', async () => {
    const answer = await exchange(port, post(length) + ask);
    const [, told] = /\r\nContent-Length: (\d+)\r\n/.exec(answer)!;
    assert.equal(Number(told), Buffer.byteLength(bodyOf(answer), 'latin1'));
    assert.doesNotMatch(answer, /transfer-encoding/i);
  });

  it('counts the bytes of UTF-8 in Content-Length', async () => {
    const name = '{"ZoneName":{"Index":1,"Name":"Küche ❄"}}';
    const bytes = `Content-Length: ${Buffer.byteLength(name)}`;
    await exchange(port, head('POST /HvacCommandV2 HTTP/1.1', 'Host: localhost', bytes) + name);
    const answer = await exchange(port, post(length) + ask);
    const [, told] = /\r\nContent-Length: (\d+)\r\n/.exec(answer)!;
    assert.equal(Number(told), bodyOf(answer).length);
    assert.equal(JSON.parse(Buffer.from(bodyOf(answer), 'latin1').toString()).ZonesV2.Name, 'Küche ❄');
  });

  it('sends head and body in one piece', async () => {
    const socket = await openTcp(port);
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    await writePieces(socket, [post(length) + ask]);
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
    it(`takes Content-Type "${type}"`, async () =>
      isZone1(await exchange(port, post(`Content-Type: ${type}`, length) + ask)));

  it('takes headers and body in packets of their own', async () =>
    isZone1(await exchange(port, post(length), ask)));

  it('takes one byte at a time', async () => isZone1(await exchange(port, ...(post(length) + ask))));

  it('takes a body in chunks', async () =>
    isZone1(
      await exchange(
        port,
        `${post('Transfer-Encoding: chunked')}10\r\n${ask.slice(0, 16)}\r\n`,
        `${(ask.length - 16).toString(16)}\r\n${ask.slice(16)}\r\n0\r\n\r\n`,
      ),
    ));

  it('takes small letters and no spaces in headers', async () =>
    isZone1(
      await exchange(
        port,
        head('POST /HvacRequestV2 HTTP/1.1', 'host:127.0.0.1', `content-length:${ask.length}`) + ask,
      ),
    ));

  it('takes a target in absolute form', async () =>
    isZone1(
      await exchange(
        port,
        head('POST http://127.0.0.1/HvacRequestV2 HTTP/1.1', 'Host: 127.0.0.1', length) + ask,
      ),
    ));

  for (const asked of ['keep-alive', 'Keep-Alive', 'KEEP-ALIVE', 'TE, keep-alive'])
    it(`keeps the connection that asks "Connection: ${asked}"`, async () => {
      const socket = await openTcp(port);
      const answers = readAnswers(socket, 2);
      await writePieces(socket, [post(`Connection: ${asked}`, length) + ask]);
      await writePieces(socket, [post(`Connection: ${asked}`, length) + ask]);
      const text = await answers;
      assert.equal(text.match(/HTTP\/1\.1 200 OK/g)!.length, 2);
      assert.doesNotMatch(text, /Connection: close/i);
      socket.destroy();
    });

  for (const asked of ['close', 'keep-alive, close', 'upgrade'])
    it(`closes the connection that asks "Connection: ${asked}"`, async () =>
      assert.match(
        await exchange(port, post(`Connection: ${asked}`, length) + ask),
        /\r\nConnection: close\r\n/,
      ));

  it('answers requests that were sent without waiting, in their order', async () => {
    const socket = await openTcp(port);
    const answers = readAnswers(socket, 3);
    const one = (no: number) => post('Connection: keep-alive', length) + ask.replace('"No":1', `"No":${no}`);
    await writePieces(socket, [one(0) + one(1) + one(2)]);
    const indices = [...(await answers).matchAll(/"Index":(\d)/g)].map(([, index]) => index);
    assert.deepEqual(indices, ['0', '1', '2']);
    socket.destroy();
  });

  it('answers HTTP/1.0 without Host, and closes', async () =>
    isZone1(await exchange(port, head('POST /HvacRequestV2 HTTP/1.0', length) + ask)));

  it('keeps a connection of HTTP/1.0 that asks for it', async () => {
    const socket = await openTcp(port);
    const answers = readAnswers(socket, 2);
    const request = head('POST /HvacRequestV2 HTTP/1.0', 'Connection: keep-alive', length) + ask;
    await writePieces(socket, [request]);
    await writePieces(socket, [request]);
    assert.match(await answers, /\r\nConnection: keep-alive\r\n/i);
    socket.destroy();
  });

  it('answers 200 connections at once', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openTcp(port)));
    const answers = sockets.map(readToEnd);
    await Promise.all(sockets.map((socket) => writePieces(socket, [post(length), ask])));
    for (const answer of await Promise.all(answers)) isZone1(answer);
  });

  it('answers a client that has shut its own side', async () => {
    const socket = await openTcp(port);
    const answer = readToEnd(socket);
    socket.end(post(length) + ask);
    isZone1(await answer);
  });

  it('goes on when a client breaks off in the middle of a body', async () => {
    const socket = await openTcp(port);
    await writePieces(socket, [post(length), ask.slice(0, 10)]);
    socket.destroy();
    isZone1(await exchange(port, post(length) + ask));
  });
});
