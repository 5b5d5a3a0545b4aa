import type { WebSocket } from 'ws';

/**
 * Sends texts over a socket, and terminates it when its peer leaves more than `maxUnread` bytes unread, which would otherwise stay
 * in memory.
 */
export const createBoundedSend =
  (socket: WebSocket, maxUnread: number) =>
  (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) socket.terminate();
    else socket.send(text);
  };
