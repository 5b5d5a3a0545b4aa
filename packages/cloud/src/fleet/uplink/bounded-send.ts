import type { WebSocket } from 'ws';

/**
 * Sends texts to whoever reads them: a peer that leaves so many bytes unread is cut off, since what it does not read
 * would be kept for it without end.
 */
export const createBoundedSend =
  (socket: WebSocket, maxUnread: number) =>
  (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) socket.terminate();
    else socket.send(text);
  };
