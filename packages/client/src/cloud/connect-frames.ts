/** One envelope of the Connect protocol (https://connectrpc.com/docs/protocol, "Streaming RPCs"). */
interface ConnectFrame {
  /** True if it ends the stream. */
  readonly isLast: boolean;
  readonly text: string;
}

const headLength = 5;
/** Maximum size in bytes: more than the components of any bridge need. */
const maxBytes = 16_777_216;

/** Returns the frame of a message: no flags, the length in four bytes, JSON. */
export function toConnectFrame(message: object): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(JSON.stringify(message));
  const frame = new Uint8Array(headLength + body.length);
  new DataView(frame.buffer).setUint32(1, body.length);
  frame.set(body, headLength);
  return frame;
}

/** Reads envelopes from chunks of bytes, split at any position; throws on any other input. */
export async function* readConnectFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ConnectFrame> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headLength) {
      const flags = rest[0]!;
      const length = rest.readUInt32BE(1);
      if (length > maxBytes || (flags & ~2) !== 0) throw new TypeError('this is not a Connect stream');
      if (rest.length < headLength + length) break;
      yield { isLast: (flags & 2) === 2, text: rest.toString('utf8', headLength, headLength + length) };
      rest = rest.subarray(headLength + length);
    }
  }
}
