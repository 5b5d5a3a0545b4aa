import type { WebSocket } from 'ws';

/**
 * Sends a text over a socket. Terminates the socket if its peer leaves more than `maxUnread` bytes unread, because they
 * would otherwise stay in memory.
 */
export function sendBounded(socket: WebSocket, maxUnread: number, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxUnread) socket.terminate();
  else socket.send(text);
}
