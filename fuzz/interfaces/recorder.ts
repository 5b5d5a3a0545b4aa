import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { readRecording, startRecorder } from '@plenum/bridge/traffic';
import { systemClock } from '@plenum/platform';
import fc from '@plenum/testbed/fast-check';
import { listen } from '@plenum/testbed/listen';
import { readOperations } from '../contracts.ts';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, jsonLike } from '../mutate.ts';
import { demoDatagrams } from '../parsers/houses.ts';
import { target } from '../target.ts';
import { exchange, type Request, toBytes } from './exchange.ts';

/** A text that only people in the house know. It replaces every text of a request and a response. */
const secret = 'zq7 secret';

const withSecret = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) => (typeof each === 'string' ? secret : each));

const interfacePaths = readOperations('local.openapi.json').filter(({ path }) =>
  /^\/[A-Za-z0-9_]+$/.test(path),
);

const requestsOf = (method: string): fc.Arbitrary<Request> => {
  const operations = interfacePaths.filter((one) => one.method === method);
  return fc.oneof(
    ...operations.map(({ path, bodies }) =>
      fc.record({
        method: fc.constant(method),
        target: fc.constant(path),
        body: bodies.length === 0 ? fc.constant(undefined) : jsonLike([...bodies, ...bodies.map(withSecret)]),
      }),
    ),
  );
};

const toResponse = (body: string, type = 'application/json'): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nServer: ${secret}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const zone = { HvacDeviceUId: secret, DeviceType: 'ASH', ZonesV2: withSecret(demoDatagrams.zone[0]) };

interface RecorderCase {
  readonly request: Request;
  /** The bytes that the device sends before it closes the connection. */
  readonly response: Buffer;
}

/**
 * A recorder between a hostile client and a hostile device: it neither fails nor stops, and writes a recording that can be
 * read and has no private text.
 */
export const recorder = target<RecorderCase>({
  name: 'recorder of traffic',
  weight: 4,
  start: async (stack) => {
    let response: Uint8Array = Buffer.alloc(0);
    const device = createServer((socket) => {
      socket.once('data', () => socket.end(response));
    });
    const to = stack.use(await listen(device));
    const failures: unknown[] = [];
    const lines: string[] = [];
    const { port } = stack.use(
      await startRecorder({
        host: '127.0.0.1',
        port: 0,
        access: { allowedHosts: [], accessKey: undefined },
        clock: systemClock,
        log: { info: () => {}, warn: () => {}, error: (about) => void failures.push(about) },
        to: { host: '127.0.0.1', port: to.port },
        write: (line) => void lines.push(line),
      }),
    );
    const [header] = lines.splice(0);
    const json = jsonLike([zone, withSecret(demoDatagrams.unit[0])]).map((body) =>
      Buffer.from(toResponse(body)),
    );
    return {
      cases: fc.record({
        request: fc.oneof(requestsOf('GET'), requestsOf('POST')),
        response: fc.oneof(
          json,
          bytesLike([
            toResponse(JSON.stringify(zone)),
            toResponse(`{ERROR: ${secret}}`, 'text/plain'),
            `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{OK}\r\n0\r\n\r\n`,
          ]),
        ),
      }),
      check: async (given) => {
        response = given.response;
        const { text } = await exchange(port, toBytes(given.request));
        const [failure] = failures.splice(0);
        assert.equal(failure, undefined, 'the recorder failed');
        assertPublic(text);
        const written = lines.splice(0).join('');
        assert.ok(!written.includes(secret), written);
        const read = readRecording(`${header}${written}`);
        assert.ok(read.ok, written);
        return read.value.exchanges.some(({ answer }) => answer !== 'unanswered');
      },
    };
  },
});
