import type { Socket } from 'node:net';
import { refuse } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';
import type { HttpLimits } from './limits.ts';

type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

const toReason = ({ code, reason, message }: ClientError, limits: HttpLimits): string => {
  if (code === 'HPE_HEADER_OVERFLOW') return `its headers are larger than ${limits.headerBytes} bytes`;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return `it did not arrive within ${limits.requestTimeout / 1000} s`;
  return (reason ?? message).toLowerCase();
};

/** Answers bytes that are not a request, or never become a whole one, with a sentence, and closes the connection. */
export const refuseClientError = (error: ClientError, socket: Socket, limits: HttpLimits): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { refusal } = refuse('malformed-request', { facts: { why: toReason(error, limits) } });
  const text = toErrorText(refusal);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
};
