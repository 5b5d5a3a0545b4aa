import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { serve, toAnswer } from '../fixture/serve.fixture.ts';
import { connectBridge } from './connect.ts';

test('posts only the body of an override to the path of its name', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('OK')));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  await bridge.simulation.applyOverride('ClockScale', 600);
  assert.deepEqual([server.requests[0]!.path, server.requests[0]!.body], ['/simulation/ClockScale', '600']);
});

test('waits up to an hour for a step of the clock, but not for other overrides', async () => {
  const clock = createFakeClock();
  await using server = await serve(({ path, socket }) => {
    clock.advance(path === '/simulation/ClockStep' ? 3_599_999 : 8_000);
    socket.write(toAnswer('OK'));
  });
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port, clock, pause: 0 });
  await bridge.simulation.applyOverride('ClockStep', 31_622_400);
  await assert.rejects(bridge.simulation.applyOverride('ClockScale', 600), { code: 'timeout' });
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

test('saves, restores and removes snapshots, and starts and ends forks, with one request each', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('OK')));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  const { saveSnapshot, restoreSnapshot, removeSnapshot, startFork, endFork } = bridge.simulation;
  await saveSnapshot('one');
  await restoreSnapshot('one');
  await removeSnapshot('one');
  await startFork({ port: 8081, name: 'one' });
  await endFork(8081);
  assert.deepEqual(
    server.requests.map(({ path, body }) => [path, body]),
    [
      ['/simulation/snapshots', '{"name":"one"}'],
      ['/simulation/snapshots/restore', '{"name":"one"}'],
      ['/simulation/snapshots/remove', '{"name":"one"}'],
      ['/simulation/snapshots/fork', '{"name":"one","port":8081}'],
      ['/simulation/snapshots/end-fork', '{"port":8081}'],
    ],
  );
  await assert.rejects(saveSnapshot('../one'), { code: 'invalid' });
  assert.equal(server.requests.length, 5);
});

test('reads the snapshots and forks of a house', async () => {
  const answer = { snapshots: [{ name: 'one', at: 5, bytes: 7 }], forks: [{ port: 8081, at: 6 }] };
  await using server = await serve(({ socket }) => socket.write(toAnswer(JSON.stringify(answer))));
  await using bridge = connectBridge({ host: '127.0.0.1', port: server.port });
  assert.deepEqual(await bridge.simulation.snapshots(), answer);
});
