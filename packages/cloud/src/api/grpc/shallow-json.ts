import { Code, ConnectError } from '@connectrpc/connect';
import type { UniversalServerRequest } from '@connectrpc/connect/protocol';
import { compressionGzip } from '@connectrpc/connect-node';
import { isTooDeep, maxLevels } from '@plenum/protocol/check';
import { refuse } from '@plenum/protocol/refusal';
import { toInvalidRequest } from '../../fleet/controls/failure.ts';
import { toConnectError } from './refusals.ts';

/** Length of the prefix of a message in a stream: flags, and the length of the message in four bytes. */
const prefixLength = 5;
const compressedFlag = 1;

/** Returns the messages of a body, decompressed. */
const readMessages = async (
  body: Buffer,
  { header, maxBytes }: { readonly header: Headers; readonly maxBytes: number },
): Promise<readonly Uint8Array[]> => {
  if (/^application\/json/i.test(header.get('content-type')!)) {
    const isCompressed = header.get('content-encoding') === compressionGzip.name;
    return [isCompressed ? await compressionGzip.decompress(body, maxBytes) : body];
  }
  const messages: Uint8Array[] = [];
  for (let at = 0; at + prefixLength <= body.length; ) {
    const end = at + prefixLength + body.readUInt32BE(at + 1);
    const message = body.subarray(at + prefixLength, end);
    const isCompressed = (body[at]! & compressedFlag) !== 0;
    messages.push(isCompressed ? await compressionGzip.decompress(message, maxBytes) : message);
    at = end;
  }
  return messages;
};

interface ShallowOptions {
  /** Length of the longest message. */
  readonly maxBytes: number;
  /** Resolves when a refusal may be sent to the client. */
  readonly pace: () => Promise<void>;
}

/**
 * Reads the whole body of a request in JSON and passes it on unless it is nested too deep, because Connect parses JSON
 * without a limit. Every call has a single request message.
 */
async function* checkDepth(
  body: AsyncIterable<Uint8Array>,
  about: { readonly header: Headers } & ShallowOptions,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > about.maxBytes + prefixLength)
      throw new ConnectError(`The message is larger than ${about.maxBytes} bytes.`, Code.ResourceExhausted);
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  for (const message of await readMessages(whole, about))
    if (isTooDeep(Buffer.from(message).toString())) {
      await about.pace();
      const { refusal } = refuse('too-deep', { facts: { most: maxLevels } });
      throw toConnectError('', toInvalidRequest(refusal).refusal);
    }
  yield whole;
}

/** Returns a request whose body fails if it is JSON that is nested too deep. */
export function withShallowJson(
  request: UniversalServerRequest,
  options: ShallowOptions,
): UniversalServerRequest {
  const { header, body } = request;
  const isJson = /json/i.test(header.get('content-type') ?? '');
  return isJson && Symbol.asyncIterator in Object(body)
    ? { ...request, body: checkDepth(body as AsyncIterable<Uint8Array>, { header, ...options }) }
    : request;
}
