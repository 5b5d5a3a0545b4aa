import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { listen } from '@plenum/testbed/listen';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';

/** Accepts connections but never responds. */
const startSilent = async () => {
  const server = createServer();
  return { ...(await listen(server)), connected: once(server, 'connection') };
};

describe('one signal', () => {
  it('one signal ends a check that is waiting for a response', {
    skip: process.platform === 'win32',
    timeout: 60_000,
  }, async () => {
    const secret = `whsec_${'A'.repeat(32)}`;
    for (const [command, more, env] of [
      ['verify', ['--no-udp', '--timeout', '60000'], {}],
      ['verify-cloud', ['--timeout', '60000'], {}],
      ['verify-events', ['--timeout', '60000'], { PLENUM_ENDPOINT_SECRET: secret }],
    ] as const) {
      await using server = await startSilent();
      const host = `127.0.0.1:${server.port}`;
      const running = startPlenum([command, command === 'verify' ? host : `http://${host}`, ...more], env);
      await Promise.race([server.connected, running.ended]);
      const { code, err } = await running.stop('SIGINT');
      assert.deepEqual([code, err], [1, 'Stopped before it had finished.\n'], command);
    }
  });
});

describe('a command that fails', () => {
  it('a node that gets no response from NATS ends with the reason', { timeout: 60_000 }, async () => {
    await using server = await startSilent();
    using folder = createDataFolder();
    const env = { PLENUM_NATS: `nats://127.0.0.1:${server.port}`, PLENUM_HTTP_PORT: '0' };
    const { code, err } = await runPlenum(['cloud', '--data', folder.path], env);
    assert.equal(code, 1);
    assert.match(err, /^The NATS server 127\.0\.0\.1:\d+ cannot be reached: timeout\./);
  });
});
