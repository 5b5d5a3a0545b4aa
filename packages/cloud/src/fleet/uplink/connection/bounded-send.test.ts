import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { sendBounded } from './bounded-send.ts';

const kilobyte = 'x'.repeat(1_024);
/** More bytes than the system buffers for a socket (on Linux, tcp_wmem and tcp_rmem are a few megabytes at most). */
const megabytes = 64;

const startPair = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [own] = (await once(server, 'connection')) as [WebSocket];
  if (peer.readyState !== peer.OPEN) await once(peer, 'open');
  return {
    own,
    peer,
    [Symbol.asyncDispose]: async () => {
      peer.terminate();
      server.close();
      await once(server, 'close');
    },
  };
};

test('disconnects a peer that does not read, once too much data is buffered for this peer', async () => {
  await using pair = await startPair();
  const maxUnread = 100_000;
  const send = (text: string) => sendBounded(pair.own, maxUnread, text);
  pair.peer.pause();
  let buffered = 0;
  for (let sent = 0; sent < megabytes * 1_024 && pair.own.readyState === pair.own.OPEN; sent++) {
    send(kilobyte);
    buffered = Math.max(buffered, pair.own.bufferedAmount);
    if (sent % 64 === 0) await turn();
  }
  assert.notEqual(pair.own.readyState, pair.own.OPEN);
  assert.ok(buffered < maxUnread + 2_048, `${buffered} bytes were buffered`);
  send('a closed socket sends nothing');
});

test('sends everything to a peer that reads', async () => {
  await using pair = await startPair();
  let received = 0;
  const all = new Promise<void>((resolve) => {
    pair.peer.on('message', () => ++received === 50 && resolve());
  });
  for (let sent = 0; sent < 50; sent++) sendBounded(pair.own, 100_000, kilobyte);
  await all;
  assert.equal(pair.own.readyState, pair.own.OPEN);
});
