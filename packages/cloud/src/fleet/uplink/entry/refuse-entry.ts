import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type EntryError, entryErrors } from '@plenum/protocol/uplink';

/** A refusal. `retryAfter` is in seconds. */
export interface EntryRefusal {
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: number;
}

/** Refuses an upgrade request with an HTTP response (RFC 6455, 4.2.2), and closes the socket. */
export function refuseEntry(socket: Duplex, { status, error, retryAfter }: EntryRefusal, now: number) {
  const body = JSON.stringify({ error });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Date: ${new Date(now).toUTCString()}`,
      ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.once('finish', () => socket.destroy());
}

export const toEntryRefusal = (error: EntryError): EntryRefusal => ({ status: entryErrors[error], error });
