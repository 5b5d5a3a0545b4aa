import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, toAnswer } from '../fixture/serve.fixture.ts';
import { connectBridge } from './connect.ts';

test('posts only the body of an override to the path of its name', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('OK')));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await bridge.simulation.applyOverride('ClockScale', 600);
  assert.deepEqual([server.requests[0]!.path, server.requests[0]!.body], ['/simulation/ClockScale', '600']);
});

test('refuses an override that is out of range without sending it', async () => {
  await using server = await serve(() => {});
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.simulation.applyOverride('ClockScale', -1), { code: 'invalid' });
  assert.equal(server.requests.length, 0);
});

test('reports that a bridge in front of a real house has no simulation', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('', { status: '404 Not Found' })));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.simulation.status(), { code: 'unsupported' });
});

test("reports the refusal of an override with the bridge's own sentence", async () => {
  await using server = await serve(({ socket }) =>
    socket.write(toAnswer('{ERROR: This bridge is read-only.}', { status: '403 Forbidden' })),
  );
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.simulation.applyOverride('ClockPause', 1), {
    code: 'refused',
    message: 'This bridge is read-only.',
  });
});

test('fails if the answer to an override cannot be read', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('<html>?</html>')));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await assert.rejects(bridge.simulation.applyOverride('ClockPause', 1), { code: 'malformed' });
});
