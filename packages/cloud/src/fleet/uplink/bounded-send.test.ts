import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { createBoundedSend } from './bounded-send.ts';

const kilobyte = 'x'.repeat(1_024);
/** More than systems keep for a socket (tcp_wmem and tcp_rmem of Linux end at some megabytes). */
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

test('a peer that does not read is cut off when so much is kept for it', async () => {
  await using pair = await startPair();
  const most = 100_000;
  const say = createBoundedSend(pair.own, most);
  pair.peer.pause();
  let kept = 0;
  for (let sent = 0; sent < megabytes * 1_024 && pair.own.readyState === pair.own.OPEN; sent++) {
    say(kilobyte);
    kept = Math.max(kept, pair.own.bufferedAmount);
    if (sent % 64 === 0) await turn();
  }
  assert.notEqual(pair.own.readyState, pair.own.OPEN);
  assert.ok(kept < most + 2_048, `${kept} bytes were kept`);
  say('nothing is said to one that is gone');
});

test('a peer that reads is told as much as there is', async () => {
  await using pair = await startPair();
  const say = createBoundedSend(pair.own, 100_000);
  let heard = 0;
  const all = new Promise<void>((resolve) => {
    pair.peer.on('message', () => ++heard === 50 && resolve());
  });
  for (let sent = 0; sent < 50; sent++) say(kilobyte);
  await all;
  assert.equal(pair.own.readyState, pair.own.OPEN);
});
