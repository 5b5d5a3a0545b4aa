import type { Socket } from 'node:net';
import type { HttpLimits } from './limits.ts';

type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

const toAnswer = (
  { code, reason, message }: ClientError,
  { headerBytes, requestTimeout }: HttpLimits,
): [status: string, sentence: string] => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', `The headers are larger than ${headerBytes} bytes.`];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['408 Request Timeout', `The request did not arrive within ${requestTimeout / 1000} s.`];
  return ['400 Bad Request', `This is not an HTTP request: ${(reason ?? message).toLowerCase()}.`];
};

/**
 * Responds with a sentence to bytes that are not a request, or to an incomplete request that timed out, and closes the
 * connection.
 */
export function refuseClientError(error: ClientError, socket: Socket, limits: HttpLimits): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] = toAnswer(error, limits);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(sentence)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${sentence}`);
}
