import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import fc from '@plenum/testbed/fast-check';
import { assertPublic } from '../internal-text.ts';
import { bytesLike } from '../mutate.ts';
import { target } from '../target.ts';
import { limitGrowth, startCloud } from './start-cloud.ts';

/** A field of type `string` in Protocol Buffers: its tag, its length, its bytes. */
const field = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
};

/** Returns a message with the prefix of gRPC: not compressed, its length in four bytes. */
const framed = (message: Buffer): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

interface GrpcCase {
  readonly method: string;
  readonly type: string;
  readonly message: Buffer;
  /** False to send the message with a wrong prefix, or as it is. */
  readonly isFramed: boolean;
}

const hangAfter = 30_000;

/** Calls a method; resolves to the status, the trailers and the first bytes of the response. */
const call = async (session: ClientHttp2Session, { method, type, message, isFramed }: GrpcCase) => {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/plenum.cloud.v1.ClimateCloud/${method}`,
    'content-type': type,
    te: 'trailers',
  });
  const timer = setTimeout(() => stream.destroy(new Error(`no response within ${hangAfter} ms`)), hangAfter);
  let status = 0;
  let text = '';
  let headers = {};
  stream.on('response', (found) => {
    status = Number(found[':status']);
    headers = { ...headers, ...found };
  });
  stream.on('trailers', (found) => {
    headers = { ...headers, ...found };
  });
  stream.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
    // A stream of changes does not end.
    if (method === 'Watch') stream.close();
  });
  stream.end(isFramed ? framed(message) : message);
  await once(stream, 'close').finally(() => clearTimeout(timer));
  return { status, headers: headers as Readonly<Record<string, string | undefined>>, text };
};

/** True for UNKNOWN and INTERNAL, except for malformed messages, which gRPC libraries refuse with INTERNAL. */
const isInternal = (code: string | undefined, message: string): boolean =>
  code === '2' || code === 'unknown' || ((code === '13' || code === 'internal') && !malformed.test(message));

const malformed = /^(parse binary|protocol error|cannot decode)/;

/** A call ends with a status that the contract names, never UNKNOWN or INTERNAL. */
export const grpc = target<GrpcCase>({
  name: 'gRPC',
  weight: 3,
  start: async (stack) => {
    const cloud = await startCloud(stack);
    const { access } = await cloud.owner.allowApp();
    let session = connect(cloud.url);
    stack.defer(() => session.destroy());
    session.on('error', () => {});
    const seeds = [access, 'x'.repeat(43)].flatMap((token) => [
      Buffer.concat([field(1, token), field(2, randomUUID())]),
      Buffer.concat([field(1, token), field(2, randomUUID()), field(3, `${cloud.systemId}_hvac_zone_1`)]),
      Buffer.concat([
        ...[field(1, token), field(2, randomUUID()), field(3, `${cloud.systemId}_hvac_zone_1`)],
        field(4, '{"ZoneSetpoint":{"Index":1,"Setpoint":2200}}'),
      ]),
      Buffer.concat([field(1, token), field(2, randomUUID()), field(3, `${cloud.systemId}.abc.1`)]),
    ]);
    return {
      cases: fc.record({
        method: fc.constantFrom('Discover', 'Query', 'Control', 'Watch', 'Other'),
        type: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('application/grpc', 'application/grpc+proto') },
          {
            weight: 3,
            arbitrary: fc.constantFrom(
              ...[
                'application/proto',
                'application/json',
                'application/connect+proto',
                'application/grpc-web',
                'text/x',
              ],
            ),
          },
        ),
        message: bytesLike([...seeds, '{"requestId":"1","accessToken":"2"}']).map((bytes) =>
          bytes.subarray(0, 100_000),
        ),
        isFramed: fc.oneof(
          { weight: 4, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.constant(false) },
        ),
      }),
      check: async (given) => {
        if (session.destroyed || session.closed) {
          session = connect(cloud.url);
          session.on('error', () => {});
        }
        const { status, headers, text } = await call(session, given);
        const [, code] = /"code":"(\w+)"/.exec(text) ?? [];
        const [, message] = /"message":"([^"]*)/.exec(text) ?? [];
        const isFault = isInternal(
          headers['grpc-status'] ?? code,
          message ?? decodeURIComponent(headers['grpc-message'] ?? ''),
        );
        const shown = `${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`;
        assert.ok(!isFault, shown);
        assertPublic(`${headers['grpc-message'] ?? ''}${text}`);
        return status === 200 && (headers['grpc-status'] ?? '0') === '0' && code === undefined;
      },
      finish: await limitGrowth(cloud),
    };
  },
});
