import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { gzipSync } from 'node:zlib';
import fc from '@plenum/testbed/fast-check';
import { bodiesAt, readOperations } from '../contracts.ts';
import { assertPublic } from '../internal-text.ts';
import { byteChanges, jsonLike, mostly, valuesLike } from '../mutate.ts';
import { target } from '../target.ts';
import { limitGrowth, startCloud } from './start-cloud.ts';

/** A number in Protocol Buffers. */
const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

/** A field in Protocol Buffers: a number as a number, any other value as its length and its bytes. */
const toField = (number: number, value: unknown): Buffer => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
    return Buffer.from([number << 3, ...varint(value)]);
  const bytes = Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes]);
};

/** The numbers of the fields of requests. A member with another name gets a number that no request has. */
const fieldNumbers = new Map(
  Object.entries({ accessToken: 1, requestId: 2, componentId: 3, cursors: 3, requestBody: 4 }),
);

/** Returns a message in Protocol Buffers whose fields are the members of a value, and lists are repeated fields. */
const toProto = (value: unknown): Buffer =>
  Buffer.concat(
    Object.entries((value ?? {}) as object).flatMap(([name, member]) =>
      (Array.isArray(member) ? member : [member]).map((each) => toField(fieldNumbers.get(name) ?? 15, each)),
    ),
  );

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? 'null');

/** The types of messages, with the way to write one and whether it needs the prefix of gRPC. */
const types = {
  'application/grpc': { write: toProto, isFramed: true },
  'application/grpc+proto': { write: toProto, isFramed: true },
  'application/grpc+json': { write: toJson, isFramed: true },
  'application/grpc-web+proto': { write: toProto, isFramed: true },
  'application/connect+proto': { write: toProto, isFramed: true },
  'application/connect+json': { write: toJson, isFramed: true },
  'application/proto': { write: toProto, isFramed: false },
  'application/json': { write: toJson, isFramed: false },
  'text/x': { write: toJson, isFramed: false },
} as const;
type MessageType = keyof typeof types;

/** Returns a message with the prefix of gRPC: whether it is compressed, and its length in four bytes. */
const framed = (message: Buffer, isCompressed: boolean): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(isCompressed ? 1 : 0);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

const compressions = ['none', 'gzip', 'only announced'] as const;

interface GrpcCase {
  readonly method: string;
  readonly type: MessageType;
  readonly message: Buffer;
  /** True to send the message with a prefix. */
  readonly isFramed: boolean;
  readonly compression: (typeof compressions)[number];
}

/** A cloud repeats its answer to a repeated request id, so each call gets another one in place of this one. */
const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';

const commands = bodiesAt(readOperations('local.openapi.json'), /Command(V2)?$/);

/** Generates calls with messages whose members are changed, and sometimes their bytes, prefix or compression. */
const callsLike = (accessToken: string, systemId: string): fc.Arbitrary<GrpcCase> => {
  const about = { accessToken, requestId };
  const ofZone = { ...about, componentId: `${systemId}_hvac_zone_1` };
  const control = { ...ofZone, requestBody: '{"ZoneSetpoint":{"Index":1,"Setpoint":2200}}' };
  const messages: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    Discover: valuesLike([about]),
    Query: valuesLike([ofZone]),
    Control: fc.oneof(
      valuesLike([control]),
      jsonLike(commands).map((requestBody) => ({ ...control, requestBody })),
    ),
    Watch: valuesLike([{ ...about, cursors: [`${systemId}.rs.1`, '999999999.rs.1.1'] }]),
    Other: valuesLike([control]),
  };
  return fc.oneof(
    ...Object.entries(messages).map(([method, value]) =>
      fc
        .record({
          value,
          type: fc.constantFrom(...(Object.keys(types) as MessageType[])),
          change: mostly((bytes: Uint8Array) => Buffer.from(bytes), byteChanges),
          hasOtherPrefix: mostly(false, fc.constant(true)),
          compression: mostly<GrpcCase['compression']>('none', fc.constantFrom(...compressions)),
        })
        .map(({ value: given, type, change, hasOtherPrefix, compression }) => ({
          method,
          type,
          compression,
          message: change(types[type].write(given).subarray(0, maxMessage)),
          isFramed: types[type].isFramed !== hasOtherPrefix,
        })),
    ),
  );
};

/** Maximum length of a message, in bytes; a cloud refuses shorter ones. */
const maxMessage = 300_000;

const toBody = ({ message, isFramed, compression }: GrpcCase): Buffer => {
  const fresh = Buffer.from(
    message.toString('latin1').replaceAll(requestId, () => randomUUID()),
    'latin1',
  );
  const bytes = compression === 'gzip' ? gzipSync(fresh) : fresh;
  return isFramed ? framed(bytes, compression !== 'none') : bytes;
};

/** Returns the header that announces the compression of the messages of a type. */
const encodingHeader = (type: MessageType): string => {
  if (type.startsWith('application/grpc')) return 'grpc-encoding';
  return type.startsWith('application/connect') ? 'connect-content-encoding' : 'content-encoding';
};

const hangAfter = 30_000;

/** Calls a method; resolves to the status, the trailers and the first bytes of the response. */
const call = async (session: ClientHttp2Session, given: GrpcCase) => {
  const { method, type, compression } = given;
  const stream = session.request({
    ':method': 'POST',
    ':path': `/plenum.cloud.v1.ClimateCloud/${method}`,
    'content-type': type,
    te: 'trailers',
    ...(compression !== 'none' && { [encodingHeader(type)]: 'gzip' }),
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
  stream.end(toBody(given));
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
    return {
      cases: callsLike(access, cloud.systemId),
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
