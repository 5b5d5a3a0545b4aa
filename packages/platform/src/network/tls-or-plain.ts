import type { Socket } from 'node:net';

const sentence = 'This port uses TLS; use https:// instead of http://.\n';

const answer = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(sentence)}`,
  'Connection: close',
  '',
  sentence,
].join('\r\n');

/** True if a connection begins with an HTTP method; TLS begins with a record of type 22 (RFC 8446, 5.1). */
const isPlainHttp = ([first = 0]: Uint8Array): boolean => first >= 0x41 && first <= 0x5a;

/**
 * Waits for the first byte of a connection to a port with TLS and passes the connection to `begin`. Plain HTTP gets
 * status 400 and a sentence; a connection without a byte within `timeout` ms is closed.
 */
export function tlsOrPlain(socket: Socket, timeout: number, begin: (socket: Socket) => void): void {
  const readHead = () => {
    const head: Buffer | null = socket.read();
    if (head === null) return;
    socket.off('readable', readHead);
    socket.setTimeout(0);
    socket.off('timeout', close);
    if (isPlainHttp(head)) {
      // Time for which the rest is read, in ms, so that a reset does not lose the response.
      socket.resume().setTimeout(timeout, close);
      return void socket.end(answer);
    }
    // This has to follow `off`, because `unshift` emits `readable` again.
    socket.unshift(head);
    begin(socket);
  };
  const close = () => void socket.destroy();
  socket.on('error', () => {});
  socket.setTimeout(timeout, close);
  socket.on('readable', readHead);
}
