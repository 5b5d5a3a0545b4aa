import { createJsonEnd } from './json-end.ts';

/** A response: the status, the headers by lower-case name, the body as bytes. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * The received part of a response: `whole` if its framing and its text agree; `likely` if its text is a complete JSON
 * value but its framing announces more (a wrong Content-Length, or none on an open connection).
 */
interface ResponseProgress {
  readonly answer: RawResponse;
  readonly state: 'partial' | 'likely' | 'whole';
}

/** The status of a final response (RFC 9110, 15); no device sends an interim one. */
const statusLine = /^HTTP\/\d(?:\.\d)? +([2-5]\d\d)/i;

const readHead = (head: string) => {
  const [first = '', ...lines] = head.split(/\r?\n/);
  const status = statusLine.exec(first);
  if (status === null) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(status[1]), headers };
};

/** Creates a reader of the body of a chunked response as it arrives (RFC 9112, section 7.1). */
const createChunks = () => {
  const parts: Buffer[] = [];
  let at = 0;
  /** The end of the bytes that were searched for the end of the next line without finding it. */
  let searched = 0;
  let isEnded = false;
  /**
   * Reads the chunks that have arrived completely. The body, including the received part of the next chunk, is joined
   * on request.
   */
  const read = (bytes: Buffer) => {
    let partial = bytes.subarray(0, 0);
    while (!isEnded) {
      const line = bytes.indexOf('\r\n', Math.max(at, searched));
      if (line < 0) searched = bytes.length - 1;
      const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16);
      if (size === 0) isEnded = true;
      if (!(size > 0)) break;
      const end = line + 2 + size;
      if (end + 2 > bytes.length) {
        partial = bytes.subarray(line + 2, end);
        break;
      }
      parts.push(Buffer.from(bytes.subarray(line + 2, end)));
      at = end + 2;
    }
    return { body: () => Buffer.concat([...parts, partial]), isEnded };
  };
  return read;
};

/** Reads an HTTP response that arrives in parts. */
interface ResponseReader {
  /** Accepts the next bytes. */
  readonly push: (part: Buffer) => void;
  /** Returns the number of bytes that have arrived. */
  readonly size: () => number;
  /** Returns the received part; undefined while the head is incomplete, `malformed` if it is not HTTP. */
  readonly progress: () => ResponseProgress | 'malformed' | undefined;
}

/**
 * Creates a reader of an HTTP response that reads each byte once, in any number of chunks. It is more tolerant than an
 * HTTP library may be: a Content-Length that is too small, too large or missing does not cut or lose a JSON body
 * (wire facts 7).
 */
export function createResponseReader(): ResponseReader {
  let buffer = Buffer.alloc(4_096);
  let size = 0;
  let searched = 0;
  let bodyAt = 0;
  let scanned = 0;
  let head: ReturnType<typeof readHead> | 'missing' = 'missing';
  const json = createJsonEnd();
  const readChunks = createChunks();

  const push = (part: Buffer) => {
    if (size + part.length > buffer.length) {
      const larger = Buffer.alloc(2 * (size + part.length));
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    }
    part.copy(buffer, size);
    size += part.length;
  };

  const findHead = () => {
    const split = /\r?\n\r?\n/.exec(buffer.toString('latin1', searched, size));
    if (split === null) {
      // The separator at the end of a head has at most four bytes.
      searched = Math.max(0, size - 3);
      return;
    }
    bodyAt = searched + split.index + split[0].length;
    scanned = bodyAt;
    head = readHead(buffer.toString('latin1', 0, searched + split.index));
  };

  const stateOf = (promised: string | undefined): ResponseProgress['state'] => {
    json.push(buffer.toString('latin1', scanned, size));
    scanned = size;
    const end = json.end();
    const length = promised === undefined ? Number.NaN : Number(promised);
    if (size - bodyAt >= length && end !== undefined) return 'whole';
    return end !== undefined && end > 0 ? 'likely' : 'partial';
  };

  const progress = (): ResponseProgress | 'malformed' | undefined => {
    if (head === 'missing') findHead();
    if (head === undefined) return 'malformed';
    if (head === 'missing')
      return 'HTTP/'.startsWith(buffer.toString('latin1', 0, Math.min(5, size)).toUpperCase())
        ? undefined
        : 'malformed';
    const rest = buffer.subarray(bodyAt, size);
    if (/chunked/i.test(head.headers.get('transfer-encoding') ?? '')) {
      const { body, isEnded } = readChunks(rest);
      const of = head;
      return {
        get answer() {
          return { ...of, body: body() };
        },
        state: isEnded ? 'whole' : 'partial',
      };
    }
    return { answer: { ...head, body: rest }, state: stateOf(head.headers.get('content-length')) };
  };

  return { push, size: () => size, progress };
}

/** Reads the received part of an HTTP response. */
export function readResponse(bytes: Buffer): ResponseProgress | 'malformed' | undefined {
  const reader = createResponseReader();
  reader.push(bytes);
  return reader.progress();
}
