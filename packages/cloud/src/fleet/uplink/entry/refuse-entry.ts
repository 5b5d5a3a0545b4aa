import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type EntryError, entryErrors } from '@plenum/protocol/uplink';

/** A refusal; `retryAfter` in seconds. */
export interface EntryRefusal {
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: number;
}

/** Answers a request to upgrade that is not granted, as HTTP (RFC 6455, 4.2.2), and closes. */
export const refuseEntry = (socket: Duplex, { status, error, retryAfter }: EntryRefusal, now: number) => {
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
};

/** Why a bridge is not admitted, with the HTTP status. */
export const toEntryRefusal = (error: EntryError): EntryRefusal => ({ status: entryErrors[error], error });
