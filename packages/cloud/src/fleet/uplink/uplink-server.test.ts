import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '@plenum/platform';
import { uplink } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import WebSocket from 'ws';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { pairBridge } from '../bridge/pair.ts';
import { createScriptedBridge } from './bridge.fixture.ts';
import { startPaired } from './paired-node.fixture.ts';
import { createUplinkServer, type UplinkServerDeps } from './uplink-server.ts';

/** An uplink server by itself, and what it answers a request to upgrade that it does not grant. */
const startServer = async (parts: Partial<Pick<UplinkServerDeps, 'semaphore' | 'audiences' | 'onLost'>>) => {
  const folder = createDataFolder();
  const store = await openStore({ dataDir: folder.path });
  const serve = () => assert.fail('nobody is let in');
  const onLost = () => assert.fail('nobody was let in');
  const about = {
    ...{ store, nodeId: 'N', audiences: [], clock: systemClock, log: silent, elapsed: () => 0 },
    ...{
      accountLimits: toAccountLimits(),
      shares: { wait: () => 0 },
      rate: { wait: () => 0, count: () => 0 },
    },
  };
  const uplinkServer = createUplinkServer({ ...about, serve, onLost, ...parts });
  const server = createServer().on('upgrade', uplinkServer.handleUpgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    knock: async (path: string, subprotocols: string | undefined = uplink.subprotocol) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Protocol': subprotocols,
      };
      const asked = get({ port, host: '127.0.0.1', path, headers, agent: false });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      let body = '';
      for await (const piece of answer.setEncoding('utf8')) body += piece;
      const { 'retry-after': retryAfter, date } = answer.headers;
      return { status: answer.statusCode, body, retryAfter, date };
    },
    store,
    server,
    port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

test('a bridge for which the queue is too long gets a Retry-After in whole seconds', async () => {
  await using uplinkServer = await startServer({
    semaphore: { acquire: async () => ({ retryAfter: 6_200 }) },
  });
  const { status, body, retryAfter, date } = await uplinkServer.knock(uplink.path);
  assert.deepEqual([status, body, retryAfter], [503, '{"error":"busy"}', '7']);
  assert.ok(!Number.isNaN(Date.parse(date!)), 'and what time it is here');
});

test('a bridge of another version is refused before anything is done for it', async () => {
  const semaphore = { acquire: () => assert.fail('it waits for a turn') };
  await using uplinkServer = await startServer({ semaphore });
  const next = 'uplink.v2.plenum';
  for (const offered of [next, `x${uplink.subprotocol}`, '']) {
    const { status, body } = await uplinkServer.knock(uplink.path, offered);
    assert.deepEqual([status, body], [400, '{"error":"other-version"}'], offered);
  }
});

test('a bridge of another version keeps its token, and one that offers several gets that of the cloud', async () => {
  await using node = await startPaired();
  const token = await node.bridge.sign({ aud: node.url });
  await assert.rejects(
    node.bridge.connect(node.url, token, 'uplink.v2.plenum'),
    /^Error: 400 other-version$/,
  );
  // Its token was not used up.
  (await node.bridge.connect(node.url, token)).cut();
  const headers = { Authorization: `Bearer ${await node.bridge.sign({ aud: node.url })}` };
  const both = new WebSocket(
    `${node.url.replace('http', 'ws')}${uplink.path}`,
    ['uplink.v2.plenum', uplink.subprotocol],
    { headers },
  );
  await once(both, 'open');
  assert.equal(both.protocol, uplink.subprotocol);
  both.terminate();
});

for (const [what, act] of [
  ['gives up', (socket: Socket) => void socket.end()],
  ['is cut off', (socket: Socket) => void socket.resetAndDestroy()],
  ['talks already', (socket: Socket) => void socket.write('x')],
] as const)
  test(`a bridge that ${what} while it waits for its turn is let go at once`, async () => {
    const semaphore = { acquire: () => new Promise<() => void>(() => {}) };
    await using uplinkServer = await startServer({ semaphore });
    const bridge = connect(uplinkServer.port, '127.0.0.1').on('error', () => {});
    bridge.write(
      `GET ${uplink.path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: ${uplink.subprotocol}\r\n\r\n`,
    );
    const [, waiting] = (await once(uplinkServer.server, 'upgrade')) as [IncomingMessage, Socket];
    const gone = new Promise((resolve) => void waiting.once('close', resolve));
    act(bridge);
    await gone;
    bridge.destroy();
  });

test('an admitted bridge whose WebSocket does not open is reported as lost, so that it does not count as connected', async () => {
  const aud = 'https://cloud.example';
  const { promise: entered, resolve: onLost } = Promise.withResolvers<AdmittedBridge>();
  await using uplinkServer = await startServer({ audiences: [aud], onLost });
  const scripted = await createScriptedBridge();
  const { systemId, jwk, kid: keyId } = scripted;
  await insertAccount(uplinkServer.store, 'ann');
  const pairing = { systemId, accountId: 'ann', keyId, jwk, now: 0 };
  const listeners = { ownershipChanged: [] };
  await uplinkServer.store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
  const bridge = connect(uplinkServer.port, '127.0.0.1').on('error', () => {});
  // A handshake needs a Sec-WebSocket-Key (RFC 6455, 4.1).
  bridge.write(
    `GET ${uplink.path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: ${uplink.subprotocol}\r\nAuthorization: Bearer ${await scripted.sign({ aud })}\r\n\r\n`,
  );
  const refused = once(bridge.resume(), 'close').then(() => 'nobody said so');
  assert.deepEqual(await Promise.race([entered, refused]), { systemId, accountId: 'ann', epoch: 1 });
  bridge.destroy();
});
