import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { requestCloud } from './fetch-from-cloud.ts';
import { startHostileServer, writeForever } from './hostile-server.fixture.ts';

const place = () => ({ clock: createFakeClock(), signal: new AbortController().signal });

test("reads a cloud's response only up to the limit", async () => {
  await using cloud = await startHostileServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    writeForever(socket, ' '.repeat(1_000));
  });
  await assert.rejects(requestCloud({ url: cloud.url }, place()), { message: 'the answer is too long' });
});

test("reads a cloud's response of exactly 65,536 characters, but not one more", async () => {
  const answerOf = async (length: number) => {
    const text = `{"name":"${'x'.repeat(length - '{"name":""}'.length)}"}`;
    await using cloud = await startHostileServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`);
    });
    return (await requestCloud({ url: cloud.url }, place())).members;
  };
  assert.equal(String((await answerOf(65_536)).name).length, 65_536 - '{"name":""}'.length);
  await assert.rejects(answerOf(65_537), { message: 'the answer is too long' });
});

test('joins a response that arrives in pieces', async () => {
  await using cloud = await startHostileServer((socket) => {
    const body = Buffer.from('{"name":"Küche"}');
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
    socket.write(body.subarray(0, 11));
    setImmediate(() => socket.end(body.subarray(11)));
  });
  assert.deepEqual((await requestCloud({ url: cloud.url }, place())).members, { name: 'Küche' });
});

test('refuses a response in Brotli, which the bridge does not ask for', async () => {
  await using cloud = await startHostileServer((socket) => {
    socket.end(
      'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 1\r\nConnection: close\r\n\r\n\x06',
    );
  });
  await assert.rejects(requestCloud({ url: cloud.url }, place()), { message: /compressed with Brotli/ });
});
