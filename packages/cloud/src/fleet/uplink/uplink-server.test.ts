import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { uplink } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { WebSocket } from 'ws';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { pairBridge } from '../bridge/pair.ts';
import { createScriptedBridge, type ScriptedBridge } from './bridge.fixture.ts';
import { startPaired } from './paired-node.fixture.ts';
import { createUplinkServer, type UplinkServerDeps } from './uplink-server.ts';

const aud = 'https://cloud.example';

/** Starts only an uplink server, and records its responses to the upgrade requests that it refuses. */
const startServer = async (parts: Partial<UplinkServerDeps>) => {
  const folder = createDataFolder();
  const store = await openStore({ dataDir: folder.path });
  await insertAccount(store, 'ann');
  const serve = () => assert.fail('nobody is let in');
  const onLost = () => assert.fail('nobody was let in');
  const about = {
    store,
    nodeId: 'N',
    audiences: [aud],
    clock: systemClock,
    log: silent,
    elapsed: () => 0,
    accountLimits: toAccountLimits(),
    quotas: { wait: () => 0 },
    rate: { wait: () => 0, count: () => 0 },
  };
  const uplinkServer = createUplinkServer({ ...about, serve, onLost, ...parts });
  const server = createServer().on('upgrade', uplinkServer.handleUpgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened: WebSocket[] = [];
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
    refused: uplinkServer.refused,
    store,
    server,
    port,
    uplinkServer,
    /** Pairs a bridge with an account. */
    pair: async (systemId?: string) => {
      const bridge = await createScriptedBridge(systemId);
      const pairing = { systemId: bridge.systemId, accountId: 'ann', keyId: bridge.kid, jwk: bridge.jwk };
      await store.transaction('full', (tx) =>
        pairBridge(tx, { ...pairing, now: 0 }, { ownershipChanged: [] }),
      );
      return bridge;
    },
    /** Opens the WebSocket of a bridge. Rejects with the status and error of a refusal. */
    open: async (bridge: ScriptedBridge, { protocol = uplink.subprotocol as string, claims = {} } = {}) => {
      const token = await bridge.sign({ aud, claims });
      const socket = new WebSocket(`ws://127.0.0.1:${port}${uplink.path}`, [protocol], {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      opened.push(socket);
      let headers: IncomingMessage['headers'] = {};
      socket.on('upgrade', (answer) => {
        ({ headers } = answer);
      });
      socket
        .on('error', reject)
        .on('open', resolve)
        .on('unexpected-response', (_, answer) => {
          answer.setEncoding('utf8').on('data', (body: string) => {
            const wait = answer.headers['retry-after'];
            reject(new Error(`${answer.statusCode} ${JSON.parse(body).error}${wait ? ` ${wait}` : ''}`));
          });
        });
      await promise;
      return { socket, headers };
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of opened) socket.terminate();
      server.close();
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

test('sends Retry-After in whole seconds to a bridge that would wait too long in the queue', async () => {
  await using uplinkServer = await startServer({
    semaphore: { acquire: async () => ({ retryAfter: 6_200 }), size: () => 0 },
  });
  const { status, body, retryAfter, date } = await uplinkServer.knock(uplink.path);
  assert.deepEqual([status, body, retryAfter], [503, '{"error":"busy"}', '7']);
  assert.ok(!Number.isNaN(Date.parse(date!)), 'the response contains the date');
});

test('tells a bridge that would wait longer than 5 s to retry, without reading its token', async () => {
  let ahead = 5_255;
  const semaphore = { acquire: async () => ({ retryAfter: 99_000 }), size: () => ahead };
  await using uplinkServer = await startServer({ semaphore });
  const knock = async () => (await uplinkServer.knock(uplink.path)).retryAfter;
  // A turn is expected to take 1 ms before any was measured, and 256 bridges enter at a time.
  assert.equal(await knock(), '99', 'waits for the verification of its token');
  ahead = 5_256;
  assert.equal(await knock(), '1', 'would wait longer than 5 s');
  assert.deepEqual(uplinkServer.refused(), { count: 2, wait: 0.5 });
});

test('refuses a bridge with another protocol version before doing any work for it', async () => {
  const semaphore = { acquire: () => assert.fail('it waits for a turn'), size: () => 0 };
  await using uplinkServer = await startServer({ semaphore });
  const next = 'uplink.v2.plenum';
  for (const offered of [next, `x${uplink.subprotocol}`, '']) {
    const { status, body } = await uplinkServer.knock(uplink.path, offered);
    assert.deepEqual([status, body], [400, '{"error":"other-version"}'], offered);
  }
});

test("keeps the token of a bridge with another version, and selects the cloud's if offered", async () => {
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
  test(`drops a bridge that ${what} while it waits for its turn`, async () => {
    const semaphore = { acquire: () => new Promise<() => void>(() => {}), size: () => 0 };
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

test('reports an admitted bridge as lost if its WebSocket does not open', async () => {
  const { promise: entered, resolve: onLost } = Promise.withResolvers<AdmittedBridge>();
  await using uplinkServer = await startServer({ onLost });
  const scripted = await uplinkServer.pair();
  const { systemId } = scripted;
  const bridge = connect(uplinkServer.port, '127.0.0.1').on('error', () => {});
  // A handshake needs a Sec-WebSocket-Key (RFC 6455, 4.1).
  bridge.write(
    `GET ${uplink.path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: ${uplink.subprotocol}\r\nAuthorization: Bearer ${await scripted.sign({ aud })}\r\n\r\n`,
  );
  const refused = once(bridge.resume(), 'close').then(() => 'nobody said so');
  assert.deepEqual(await Promise.race([entered, refused]), { systemId, accountId: 'ann', epoch: 1 });
  bridge.destroy();
});

type Served = Parameters<UplinkServerDeps['serve']>;

/** Starts a server for admitted bridges, and records the bridges served. */
const startServing = async (parts: Partial<UplinkServerDeps> = {}) => {
  const served: Served[] = [];
  const serve = (...of: Served) => {
    of[0].on('error', () => {});
    served.push(of);
  };
  const clock = { ...createFakeClock(), now: Date.now };
  return { ...(await startServer({ serve, clock, ...parts })), served, clock };
};

test('serves an admitted bridge without compression', async () => {
  await using node = await startServing();
  const bridge = await node.pair();
  const { socket, headers } = await node.open(bridge);
  assert.equal(socket.protocol, uplink.subprotocol);
  assert.equal(headers['sec-websocket-extensions'], undefined);
  const [, admitted] = node.served[0]!;
  assert.deepEqual(admitted, { systemId: bridge.systemId, accountId: 'ann', epoch: 1 });
  socket.terminate();
});

test('stores a house’s time zone at admission, and deletes it if no longer named', async () => {
  await using node = await startServing();
  const bridge = await node.pair();
  const timeZone = async () => {
    const rows = await node.store.db.selectFrom('bridge').select(['time_zone', 'connected_node']).execute();
    return rows;
  };
  (await node.open(bridge, { claims: { zoneinfo: 'Europe/Vienna' } })).socket.terminate();
  assert.deepEqual(await timeZone(), [{ time_zone: 'Europe/Vienna', connected_node: 'N' }]);
  (await node.open(bridge)).socket.terminate();
  assert.deepEqual(await timeZone(), [{ time_zone: null, connected_node: 'N' }]);
});

test('ends the connection at a message of more than 4,096 fragments, which cost memory', async () => {
  await using node = await startServing();
  const bridge = await node.pair();
  for (const [fragments, isRead] of [
    [4_096, true],
    [4_097, false],
  ] as const) {
    const { socket } = await node.open(bridge);
    const [served] = node.served.at(-1)!;
    const ended = new Promise<boolean>((resolve) => {
      served.once('message', () => resolve(true)).once('close', () => resolve(false));
    });
    for (let sent = 1; sent <= fragments; sent++) socket.send('x', { fin: sent === fragments });
    assert.equal(await ended, isRead);
    socket.terminate();
  }
});

test("frees a wasted slot after two seconds or when the bridge's socket closes", async () => {
  const accountLimits = { ...toAccountLimits(), maxEntering: 2, maxBridges: 0 };
  const timers = createFakeClock();
  const clock = { now: Date.now, after: timers.after };
  await using node = await startServing({ accountLimits, clock });
  const bridges = await Promise.all(['000000001', '000000002', '000000003'].map(node.pair));
  const [one, two, three] = bridges as [ScriptedBridge, ScriptedBridge, ScriptedBridge];
  await node.open(one);
  await node.open(two);
  await assert.rejects(node.open(three), /^Error: 503 busy \d+$/);
  timers.advance(1_999);
  await assert.rejects(node.open(three), /503 busy/);
  timers.advance(1);
  await node.open(three);
  await assert.rejects(node.open(one), /503 busy/, 'two slots are still in use, and one is free');
  node.served.at(-1)![2].received();
  node.served.at(-1)![2].end();
  const [[socket]] = [node.served.at(-1)!];
  const { socket: last } = await node.open(two);
  node.served.at(-1)![2].received();
  const closed = once(node.served.at(-1)![0], 'close');
  last.terminate();
  await closed;
  await node.open(one);
  await node.open(two);
  socket.terminate();
});

test('tells a bridge when to retry if it exceeds its own quota or that of its account', async () => {
  const waits = { early: 0, count: 0, share: 0 };
  await using node = await startServing({
    rate: { wait: () => waits.early, count: () => waits.count },
    quotas: { wait: () => waits.share },
  });
  const bridge = await node.pair();
  for (const [key, refusal] of [
    ['early', '503 busy 3'],
    ['count', '503 busy 3'],
    ['share', '503 busy 3'],
  ] as const) {
    waits[key] = 2_001;
    await assert.rejects(node.open(bridge), { message: refusal }, key);
    waits[key] = 0;
  }
  waits.count = 1_000;
  waits.share = 7_000;
  await assert.rejects(node.open(bridge), { message: '503 busy 7' });
});

test('frees the slot for token verification regardless of how the verification ends', async () => {
  let held = 0;
  const semaphore = {
    acquire: async () => {
      held++;
      return () => void held--;
    },
    size: () => held,
  };
  await using node = await startServing({ semaphore });
  const bridge = await node.pair();
  await node.open(bridge);
  assert.equal(held, 0);
  await assert.rejects(node.open(await createScriptedBridge('000000009')), { message: '403 not-paired' });
  assert.equal(held, 0);
});

test('counts a slot as wasted if a token is presented twice, but not if the node fails', async () => {
  const logged: string[] = [];
  const log = { ...silent, error: (_: object, sentence: string) => void logged.push(sentence) };
  const accountLimits = { ...toAccountLimits(), maxEntering: 2, maxBridges: 0 };
  await using node = await startServing({ accountLimits, log });
  const [one, two, three] = (await Promise.all(['000000001', '000000002', '000000003'].map(node.pair))) as [
    ScriptedBridge,
    ScriptedBridge,
    ScriptedBridge,
  ];
  await node.store.db.schema.alterTable('used_token').renameTo('lost').execute();
  await assert.rejects(node.open(one), { message: '503 busy' });
  assert.deepEqual(logged, ['a bridge could not be admitted']);
  await node.store.db.schema.alterTable('lost').renameTo('used_token').execute();
  await node.open(one, { claims: { jti: 'a' } });
  await node.open(two);
  for (const [, , slot] of node.served) {
    slot.received();
    slot.end();
  }
  await assert.rejects(node.open(one, { claims: { jti: 'a' } }), { message: '401 token-used' });
  await node.open(three);
  await assert.rejects(node.open(two), /503 busy/);
});

test('does not admit bridges at a stopping node', async () => {
  await using node = await startServing();
  const bridge = await node.pair();
  node.uplinkServer.stopAccepting();
  await assert.rejects(node.open(bridge), { message: '503 busy' });
  assert.deepEqual(node.served, []);
  const unused = await node.store.db.selectFrom('used_token').selectAll().execute();
  assert.deepEqual(unused, []);
});
