import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createSender } from '@plenum/outbound';
import { systemClock } from '@plenum/platform';
import { cloudLimits } from '@plenum/protocol/cloud';
import { listen } from '@plenum/testbed/listen';
import { bytesLike } from '../mutate.ts';
import { target } from '../target.ts';
import { orHang } from './exchange.ts';

const toResponse = (status: string, body = '', ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

const responses = [
  toResponse('200 OK', '{"received":true}', 'Content-Type: application/json'),
  toResponse('204 No Content'),
  toResponse('410 Gone', 'gone'),
  toResponse('302 Found', '', 'Location: http://127.0.0.1:9/'),
  toResponse('429 Too Many Requests', 'later', 'Retry-After: 120'),
  toResponse(
    '503 Service Unavailable',
    'Zoë \u0000 \u001b[31m',
    'Retry-After: Mon, 05 Jan 2026 00:02:00 GMT',
  ),
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nDigest: x\r\n\r\n',
  `HTTP/1.1 100 Continue\r\n\r\n${toResponse('200 OK', 'ok')}`,
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'HTTP/1.0 200 OK\r\n\r\nuntil the end',
];

/**
 * Responses of endpoints to events: the cloud always has a result, of which every store and page accepts the text, counts
 * none as received without a status of 2xx, and closes the connection.
 */
export const endpoint = target<Buffer>({
  name: 'responses of endpoints',
  weight: 8,
  start: async (stack) => {
    let response: Uint8Array = Buffer.alloc(0);
    let closed = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('close', closed.resolve).once('data', () => socket.end(response));
    });
    const { url } = stack.use(await listen(server));
    const send = createSender({
      clock: systemClock,
      timeout: 5_000,
      isDevelopment: true,
      resolveHost: async () => assert.fail('a name was looked up'),
    });
    return {
      cases: bytesLike(responses),
      check: async (given) => {
        response = given;
        closed = Promise.withResolvers<void>();
        const sent = await orHang('no result', send({ url, headers: {}, body: '{}' }));
        await orHang('the connection was not closed', closed.promise);
        if ('problem' in sent) {
          assert.equal(sent.problem, 'unreachable');
          assert.match(sent.detail, /^([A-Z][A-Z0-9_]+|invalid HTTP response)$/);
          return false;
        }
        const { status, retryAfter = 0, answer } = sent;
        assert.ok(Number.isInteger(status) && status >= 100 && status <= 999, String(status));
        assert.ok(retryAfter >= 0, String(retryAfter));
        assert.ok(answer.length <= cloudLimits.storedAnswerLength && answer.isWellFormed());
        assert.doesNotMatch(answer, /\p{Cc}/u);
        const isReceived = status >= 200 && status < 300;
        if (isReceived) assert.match(given.toString('latin1'), /HTTP\/1\.[01] 2\d\d/);
        return isReceived;
      },
    };
  },
});
