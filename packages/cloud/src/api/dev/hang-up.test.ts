import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createScriptedBridge, snapshotOf } from '../../fleet/uplink/bridge.fixture.ts';
import { startNode } from '../../fleet/uplink/node.fixture.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { silent } from '../../kernel/log/log.ts';
import { addRequests, createTokenTable } from '../request-server.fixture.ts';

/** Starts a cloud, a scripted bridge, and a client that can disconnect, all on real sockets. */
const openCloud = async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const tokens = createTokenTable();
  const bus = createMemoryBus({ clock: systemClock, log: silent });
  const node = stack.use(
    await startNode({
      place: { dataDir: folder.path },
      bus,
      addTo: (host, uplinks) => addRequests(host, { tokens, bus, controls: uplinks }),
    }),
  );
  await insertAccount(node.cloud.store, 'ann');
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const connection = await bridge.connect(node.url);
  connection.send(snapshotOf(bridge.systemId));
  assert.deepEqual(await connection.next(), { type: 'ack', n: 1 });
  const accessToken = tokens.issue('ann');
  let n = 1;
  const componentId = `${bridge.systemId}_hvac_systemsettings_0`;

  const transports = {
    http: (requestId: string, signal?: AbortSignal) =>
      fetch(`${node.url}/dev`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ requestId, requestType: 'Control', componentId, requestBody: { SysOn: 1 } }),
        ...(signal !== undefined && { signal }),
      }),
    grpc: (requestId: string, signal?: AbortSignal) =>
      fetch(`${node.url}/plenum.cloud.v1.ClimateCloud/Control`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ accessToken, requestId, componentId, requestBody: '{"SysOn":1}' }),
        ...(signal !== undefined && { signal }),
      }),
  };
  const running = stack.move();
  return {
    transports,
    connection,
    nextControl: () => connection.nextOf('control'),
    answer: (id: string, how: object = {}) => connection.send({ type: 'result', n: ++n, id, ...how }),
    /** The next frame from the cloud that is not an acknowledgement. */
    next: async () => {
      for (;;) {
        const frame = await connection.next();
        if (frame.type !== 'ack') return frame;
      }
    },
    /** Sends a control, disconnects its client, and returns the request id. */
    giveAndHangUp: async (give: (signal: AbortSignal) => Promise<Response>) => {
      const client = new AbortController();
      const given = assert.rejects(give(client.signal), { name: 'AbortError' });
      const { id } = await connection.nextOf('control');
      client.abort();
      await given;
      return id;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

const requestIds = {
  http: '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
  grpc: '600d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
};
const dropped = { refusal: { status: 503, detail: 'Nobody waited.' }, dropped: true };

test('executes a repeated command if its first client disconnected before the command was sent', async () => {
  await using cloud = await openCloud();
  for (const transport of ['http', 'grpc'] as const) {
    const give = cloud.transports[transport];
    const requestId = requestIds[transport];
    const id = await cloud.giveAndHangUp((signal) => give(requestId, signal));
    assert.deepEqual(await cloud.next(), { type: 'cancel', id }, transport);
    // The client repeats the command before the bridge has replied.
    const again = give(requestId);
    cloud.answer(id, dropped);
    const second = await cloud.nextControl();
    assert.notEqual(second.id, id);
    cloud.answer(second.id);
    assert.equal((await again).status, 200);
  }
});

test('executes a command once if its client disconnects after the command was sent', async () => {
  await using cloud = await openCloud();
  for (const transport of ['http', 'grpc'] as const) {
    const give = cloud.transports[transport];
    const id = await cloud.giveAndHangUp((signal) => give(requestIds[transport], signal));
    assert.deepEqual(await cloud.next(), { type: 'cancel', id }, transport);
    cloud.answer(id);
    assert.equal((await give(requestIds[transport])).status, 200);
    // The next frame belongs to the next command.
    const other = give(requestIds[transport].replace('0d', '1d'));
    const next = await cloud.next();
    assert.ok(next.type === 'control');
    cloud.answer(next.id);
    assert.equal((await other).status, 200);
  }
});
