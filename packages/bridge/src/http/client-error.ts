import type { Duplex } from 'node:stream';
import { type Reason, refuse } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';
import type { HttpLimits } from './limits.ts';

type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

const toReason = ({ code, reason, message }: ClientError, limits: HttpLimits): Reason => {
  if (code === 'HPE_HEADER_OVERFLOW') return { reason: 'headers-too-large', bytes: limits.headerBytes };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { reason: 'too-slow', seconds: limits.requestTimeout / 1000 };
  return { reason: 'told', told: (reason ?? message).toLowerCase() };
};

/** Responds to malformed or incomplete requests with a sentence and closes the connection. */
export function refuseClientError(error: ClientError, socket: Duplex, limits: HttpLimits): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { refusal } = refuse('malformed-request', { facts: toReason(error, limits) });
  const text = toErrorText(refusal);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
