import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers';
import type { WebSocket } from 'ws';

/** A bridge in this process, as the receiver of what its cloud sends. */
export interface MemoryPeer {
  receive(text: string): void;
  /** Called once, when either side has closed the connection. */
  closed(): void;
}

/** The bridge's end of a connection in memory. */
export interface MemoryEnd {
  send(text: string): void;
  close(): void;
}

const [open, closed] = [1, 3];

/**
 * Creates a connection in memory. `socket` has the members of a WebSocket that serving a bridge needs. Like those of a
 * network, messages arrive after the turn in which they were sent, in order, and wait while the socket is paused.
 */
export function createMemorySocket(peer: MemoryPeer): {
  readonly socket: WebSocket;
  readonly end: MemoryEnd;
} {
  const events = new EventEmitter();
  const unread: string[] = [];
  let isPaused = false;
  let isClosed = false;
  const deliver = () => {
    while (!isPaused && !isClosed && unread.length > 0)
      events.emit('message', Buffer.from(unread.shift()!), false);
  };
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    setImmediate(() => {
      peer.closed();
      events.emit('close');
    });
  };
  const socket = {
    OPEN: open,
    get readyState() {
      return isClosed ? closed : open;
    },
    bufferedAmount: 0,
    get isPaused() {
      return isPaused;
    },
    on: (name: string, listener: (...values: unknown[]) => void) => events.on(name, listener),
    send: (text: string) => void setImmediate(() => peer.receive(text)),
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      setImmediate(deliver);
    },
    close,
    terminate: close,
  };
  return {
    socket: socket as WebSocket,
    end: {
      send: (text) => {
        if (isClosed) return;
        unread.push(text);
        setImmediate(deliver);
      },
      close,
    },
  };
}
