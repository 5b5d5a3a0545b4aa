import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { climateCloud, type GrpcMessage, grpcMessages } from '@plenum/protocol/cloud';
import { type Field, factsOf, type RecordField } from '@plenum/protocol/field';
import type { Json } from '../bridge/read/readings.ts';

/** How a call ended; the status is undefined where no gRPC answered. */
export interface GrpcEnd {
  readonly status: number | undefined;
  readonly sentence: string;
}

/** A call of the service over gRPC. */
export interface GrpcCall extends Disposable {
  /** Waits until a message is what is looked for; undefined where none is before the call ends or its time is over. */
  next(isWanted: (message: Json) => boolean): Promise<Json | undefined>;
  /** Every message so far. */
  readonly messages: readonly Json[];
  readonly ended: Promise<GrpcEnd>;
}

/** How to reach a cloud; the timeout, in ms, is for a call and for each message that is waited for. */
export interface GrpcAddress {
  readonly url: string;
  readonly timeout: number;
}

/** The largest message that is read, bytes. */
const maxBytes = 16_777_216;
/** A byte that says whether a message is compressed, and its length. */
const headLength = 5;

const membersOf = (message: RecordField) => Object.entries(message.properties) as [string, Field][];

/** The members of a request are texts, and lists of them; they are numbered from 1 in their order. */
const toBytes = (message: RecordField, value: Json): Uint8Array => {
  const writer = new BinaryWriter();
  for (const [at, [key]] of membersOf(message).entries())
    for (const text of [value[key] ?? []].flat())
      writer.tag(at + 1, WireType.LengthDelimited).string(String(text));
  return writer.finish();
};

const readMember = (reader: BinaryReader, field: Field, wireType: WireType): unknown => {
  if (wireType === WireType.Varint) return reader.bool();
  return factsOf(field).kind === 'record' ? fromBytes(field as RecordField, reader.bytes()) : reader.string();
};

/** Members that are not known are left out; those that are missing have their default. */
const fromBytes = (message: RecordField, bytes: Uint8Array): Json => {
  const members = membersOf(message);
  const isList = (field: Field) => factsOf(field).kind === 'list';
  const value: Record<string, unknown> = Object.fromEntries(
    members.map(([key, field]) => [key, isList(field) ? [] : factsOf(field).kind === 'bool' ? false : '']),
  );
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [no, wireType] = reader.tag();
    const [key, field] = members[no - 1] ?? [];
    if (key === undefined || field === undefined) reader.skip(wireType, no);
    else if (isList(field))
      (value[key] as unknown[]).push(readMember(reader, (field as { items: Field }).items, wireType));
    else value[key] = readMember(reader, field, wireType);
  }
  return value;
};

const toFrame = (body: Uint8Array): Buffer => {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
};

/** Cuts what arrived into messages; throws where it is not gRPC. */
const createFrameReader = (message: RecordField) => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): readonly Json[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Json[] = [];
    while (rest.length >= headLength) {
      const length = rest.readUInt32BE(1);
      if (rest[0] !== 0 || length > maxBytes) throw new Error('That is no message of gRPC.');
      if (rest.length < headLength + length) break;
      messages.push(fromBytes(message, rest.subarray(headLength, headLength + length)));
      rest = rest.subarray(headLength + length);
    }
    return messages;
  };
};

const open = (url: string, name: string) => {
  const { origin, pathname } = new URL(url);
  const session = connect(origin);
  const stream = session.request({
    ':method': 'POST',
    ':path': `${pathname.replace(/\/$/, '')}/${climateCloud.package}.${climateCloud.service}/${name}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  return { session, stream };
};

/** Calls what is waiting with the end of a call: its status is in the trailers, or in the headers where it has no message. */
const followEnd = (stream: ClientHttp2Stream, end: (about: GrpcEnd) => void) => {
  let http: number | undefined;
  const read = (headers: IncomingHttpHeaders) => {
    const status = headers['grpc-status'];
    if (status === undefined) return;
    end({ status: Number(status), sentence: decodeURIComponent(String(headers['grpc-message'] ?? '')) });
  };
  stream.on('response', (headers) => {
    http = headers[':status'];
    read(headers);
  });
  stream.on('trailers', read);
  stream.on('error', (error) => end({ status: undefined, sentence: error.message }));
  stream.on('close', () =>
    end({ status: undefined, sentence: http === undefined ? 'Nothing answered.' : `HTTP ${http}, no gRPC.` }),
  );
};

/** Calls a method over HTTP/2, without a library that could hide what is on the wire. */
export const callGrpc = ({ url, timeout }: GrpcAddress, name: string, request: Json): GrpcCall => {
  const method = climateCloud.methods.find((each) => each.name === name)!;
  const message = (of: GrpcMessage) => grpcMessages[of] as unknown as RecordField;
  const ended = Promise.withResolvers<GrpcEnd>();
  const messages: Json[] = [];
  const watchers = new Set<() => void>();
  const { session, stream } = open(url, name);
  const end = (about: GrpcEnd) => {
    ended.resolve(about);
    for (const watch of [...watchers]) watch();
  };
  session.on('error', (error: Error) => end({ status: undefined, sentence: error.message }));
  followEnd(stream, end);
  const read = createFrameReader(message(method.response));
  stream.on('data', (chunk: Buffer) => {
    try {
      messages.push(...read(chunk));
    } catch (error) {
      end({ status: undefined, sentence: (error as Error).message });
    }
    for (const watch of [...watchers]) watch();
  });
  stream.end(toFrame(toBytes(message(method.request), request)));
  const timer = method.stream
    ? undefined
    : setTimeout(() => end({ status: undefined, sentence: 'No answer in time.' }), timeout);
  const close = () => {
    clearTimeout(timer);
    end({ status: undefined, sentence: 'Closed here.' });
    session.destroy();
  };

  return {
    messages,
    ended: ended.promise,
    next: async (isWanted) => {
      const found = Promise.withResolvers<Json | undefined>();
      const watch = () => {
        const wanted = messages.find(isWanted);
        if (wanted !== undefined) found.resolve(wanted);
      };
      void ended.promise.then(() => found.resolve(messages.find(isWanted)));
      const limit = setTimeout(() => found.resolve(undefined), timeout);
      watchers.add(watch);
      watch();
      const wanted = await found.promise;
      clearTimeout(limit);
      watchers.delete(watch);
      return wanted;
    },
    [Symbol.dispose]: close,
  };
};
