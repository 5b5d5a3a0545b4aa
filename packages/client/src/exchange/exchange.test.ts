import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { systemClock } from '../clock.ts';
import { type ReceivedRequest, serve, toAnswer } from '../fixture/serve.fixture.ts';
import { exchange } from './exchange.ts';

const send = (port: number, more: object = {}) =>
  exchange({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/HvacRequestV2',
    body: '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}',
    timeout: 8000,
    clock: systemClock,
    ...more,
  });

const bodyFrom = async (answer: (request: ReceivedRequest) => void, more: object = {}) => {
  await using server = await serve(answer);
  return (await send(server.port, more)).body.toString();
};

test('sends one HTTP/1.1 message with host, type, length and a request to close', async () => {
  await using server = await serve(({ socket }) => socket.write(toAnswer('{}')));
  await send(server.port);
  assert.equal(
    server.requests[0]!.head,
    `POST /HvacRequestV2 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 43\r\nConnection: close`,
  );
});

test('reads a response completely if it arrives one byte at a time', async () => {
  const body = await bodyFrom(async ({ socket }) => {
    for (const byte of toAnswer('{"a":1}')) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
  });
  assert.equal(body, '{"a":1}');
});

test('reads the whole body even if its Content-Length is too small', async () => {
  const body = await bodyFrom(({ socket }) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{"a":12345}'),
  );
  assert.equal(body, '{"a":12345}');
});

test('reads the whole body if its Content-Length is too large and the connection closes', async () => {
  const body = await bodyFrom(({ socket }) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a":1}'),
  );
  assert.equal(body, '{"a":1}');
});

test('accepts a body after 300 ms of silence if its Content-Length is too large', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a":1}'),
  );
  const answer = send(server.port, { clock });
  await clock.pass(300);
  assert.equal((await answer).body.toString(), '{"a":1}');
});

test('ends a response without a Content-Length when the connection closes', async () => {
  const body = await bodyFrom(({ socket }) => socket.end('HTTP/1.0 200\r\n\r\nOK'));
  assert.equal(body, 'OK');
});

test('joins the chunks of a chunked response', async () => {
  const body = await bodyFrom(({ socket }) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'),
  );
  assert.equal(body, '{"a":1}');
});

test('accepts lines that end without a carriage return', async () => {
  assert.equal(await bodyFrom(({ socket }) => socket.end('HTTP/1.1 200 OK\nContent-Length: 2\n\nOK')), 'OK');
});

test('does not end a body at a bracket inside a string', async () => {
  const text = '{"a":"}\\"}","b":2}';
  const body = await bodyFrom(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":"}\\"}"');
    setImmediate(() => socket.end(',"b":2}'));
  });
  assert.equal(body, text);
});

test('reports `hung-up` if the connection closes without a response', async () => {
  await using server = await serve(({ socket }) => socket.destroy());
  await assert.rejects(send(server.port), { code: 'hung-up' });
});

test('reports a port that nothing listens on as `unreachable` with the reason', async () => {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  await assert.rejects(send(server.port), {
    code: 'unreachable',
    message: `127.0.0.1:${server.port} cannot be reached: nothing listens there.`,
  });
});

test('reports `timeout` after the given time if a bridge accepts a request and stalls', async () => {
  const clock = createSteppedClock();
  await using server = await serve(() => void clock.pass(5000));
  await assert.rejects(send(server.port, { clock, timeout: 5000 }), {
    code: 'timeout',
    message: `127.0.0.1:${server.port} did not answer within 5 s.`,
  });
});

test('reports `timeout` if a bridge stalls in the middle of a body', async () => {
  const clock = createSteppedClock();
  await using server = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a":');
    setImmediate(() => void clock.pass(5000));
  });
  await assert.rejects(send(server.port, { clock, timeout: 5000 }), { code: 'timeout' });
});

test('reports a response that is not HTTP as `malformed`', async () => {
  await using server = await serve(({ socket }) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'));
  await assert.rejects(send(server.port), { code: 'malformed' });
});

test('reports an endless response as `malformed` after one MiB', async () => {
  await using server = await serve(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.write(Buffer.alloc(1_048_577, 0x20));
  });
  await assert.rejects(send(server.port), { code: 'malformed' });
});

test('reports an aborted request as `closed`, before and after it was sent', async () => {
  const end = new AbortController();
  await using server = await serve(() => end.abort());
  await assert.rejects(send(server.port, { signal: end.signal }), { code: 'closed' });
  await assert.rejects(send(server.port, { signal: end.signal }), { code: 'closed' });
  assert.equal(server.requests.length, 1);
});
