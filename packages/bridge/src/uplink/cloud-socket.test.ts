import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { connect } from './cloud-socket.ts';
import { startHostileServer, writeForever } from './hostile-server.fixture.ts';

const refusal = 'HTTP/1.1 503 No\r\nContent-Type: application/json\r\n';

const attempt = (cloud: string) => {
  const clock = createFakeClock();
  const { signal } = new AbortController();
  const opened = () => assert.fail('it was opened');
  return { clock, ended: connect({ cloud, token: 'T', signal, clock, opened }) };
};

const hesitant: Record<string, (socket: Socket) => void> = {
  'says nothing': () => {},
  'never ends its headers': (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: web'),
  'never ends its refusal': (socket) =>
    void socket.write(`${refusal}Content-Length: 20\r\n\r\n{"error":"bus`),
};

for (const [what, answer] of Object.entries(hesitant))
  test(`stops waiting after 15 s for a cloud that ${what}`, async () => {
    await using cloud = await startHostileServer(answer);
    const { clock, ended } = attempt(cloud.url);
    await cloud.answered;
    clock.advance(15_000);
    assert.equal(await ended, undefined);
  });

test("reads only as much of a cloud's refusal as an error code needs", async () => {
  await using cloud = await startHostileServer((socket) => {
    socket.write(`${refusal}\r\n`);
    writeForever(socket, 'x'.repeat(1_000));
  });
  assert.equal((await attempt(cloud.url).ended)?.error, 'unknown');
});
