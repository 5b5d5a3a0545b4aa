import { endOfJson } from './json-end.ts';

/** A response: the status, the headers by lower-case name, the body as bytes. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * How much of a response has arrived: `whole` if its framing and its text agree; `likely` if its text is a whole JSON value
 * but its framing announces more (a wrong Content-Length, or none on an open connection).
 */
export interface ResponseProgress {
  readonly answer: RawResponse;
  readonly state: 'partial' | 'likely' | 'whole';
}

const statusLine = /^HTTP\/\d(?:\.\d)? +(\d{3})/i;

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

/** The body of a chunked response, as much as has arrived (RFC 9112, section 7.1). */
const readChunks = (bytes: Buffer): { body: Buffer; ended: boolean } => {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (!(size > 0)) return { body: Buffer.concat(parts), ended: size === 0 };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
};

/**
 * Reads the part of an HTTP response that has arrived; undefined while its head is incomplete, `malformed` if it is not
 * HTTP. More tolerant than an HTTP library may be: a Content-Length that is too small, too large or missing does not cut
 * or lose a JSON body (wire facts 7).
 */
export const readResponse = (bytes: Buffer): ResponseProgress | 'malformed' | undefined => {
  const split = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  if (split === null) {
    const start = bytes.toString('latin1', 0, 5).toUpperCase();
    return 'HTTP/'.startsWith(start) ? undefined : 'malformed';
  }
  const head = readHead(bytes.toString('latin1', 0, split.index));
  if (head === undefined) return 'malformed';
  const rest = bytes.subarray(split.index + split[0].length);
  if (/chunked/i.test(head.headers.get('transfer-encoding') ?? '')) {
    const { body, ended } = readChunks(rest);
    return { answer: { ...head, body }, state: ended ? 'whole' : 'partial' };
  }
  return { answer: { ...head, body: rest }, state: stateOf(rest, head.headers.get('content-length')) };
};

const stateOf = (body: Buffer, promised: string | undefined): ResponseProgress['state'] => {
  const end = endOfJson(body.toString('latin1'));
  const length = promised === undefined ? Number.NaN : Number(promised);
  if (body.length >= length && end !== undefined) return 'whole';
  return end !== undefined && end > 0 ? 'likely' : 'partial';
};
