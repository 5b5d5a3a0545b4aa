import type { RequestHeaders, SendResult } from '@plenum/outbound';
import { type Clock, every } from '@plenum/platform';
import { cloudLimits, type ListenEnd, type ListenedMessage, listenEnds } from '@plenum/protocol/cloud';
import type { WebSocket } from 'ws';
import { readListenResult } from './read-result.ts';

/** The connection of a listener to this node. */
export interface ListenerSession {
  /** Sends a message and waits for the result of posting it. Resolves to `stopped` if the connection ends before that. */
  post(message: Pick<ListenedMessage, 'headers' | 'body'>, stop?: AbortSignal): Promise<SendResult>;
  /** False once the connection is being closed. */
  isOpen(): boolean;
  /** Closes the connection, for a reason after which the client does not connect again, or else because the node stops. */
  close(why?: ListenEnd): void;
}

interface SessionDeps {
  readonly socket: WebSocket;
  /** The clock of the machine. */
  readonly clock: Clock;
  /** Called once, when the connection has ended. */
  readonly onClosed: () => void;
}

/** Time for a message to be posted locally, and for its result to arrive, ms. The client itself waits 15 s. */
const resultTimeout = 17_000;

/** Interval of pings, ms. A client that does not respond before the next one is gone. */
const pingInterval = 10_000;

/** Status of a closing handshake if the node stops (RFC 6455, 7.4.1: going away). */
const goingAway = 1001;

/** Serves a WebSocket as the connection of a listener. */
export function createSession({ socket, clock, onClosed }: SessionDeps): ListenerSession {
  let sent = 0;
  let answered = 0;
  let isAlive = true;
  let isClosing = false;
  const pending = new Map<number, (result: SendResult) => void>();

  const close = (why?: ListenEnd) => {
    isClosing = true;
    if (why === undefined) socket.close(goingAway, 'stopping');
    else socket.close(why, listenEnds[why].reason);
    clock.after(1_000, () => socket.terminate());
  };

  const receive = (text: string) => {
    const result = readListenResult(text);
    // Each message has one result, in order. A result that came too late is ignored.
    if (result === undefined || result.number <= answered || result.number > sent) return close(4004);
    answered = result.number;
    const settle = pending.get(result.number);
    if (settle === undefined) return;
    const { latency } = result;
    if ('problem' in result) settle({ problem: result.problem, detail: result.detail, latency });
    else {
      const { status, answer } = result;
      const shown = answer.slice(0, cloudLimits.storedAnswerLength).toWellFormed().replaceAll('\0', '');
      settle({ status, answer: shown, latency, retryAfter: undefined });
    }
  };

  const cancelPings = every(clock, pingInterval, () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => (isBinary ? close(4004) : receive(String(data))));
  socket.on('close', () => {
    cancelPings();
    for (const settle of pending.values()) settle({ problem: 'stopped', detail: 'closed', latency: 0 });
    onClosed();
  });

  return {
    close,
    isOpen: () => !isClosing && socket.readyState === socket.OPEN,
    post: (message, stop) =>
      new Promise((resolve) => {
        const number = ++sent;
        const settle = (result: SendResult) => {
          cancel();
          stop?.removeEventListener('abort', onStop);
          pending.delete(number);
          resolve(result);
        };
        const onStop = () => settle({ problem: 'stopped', detail: 'stopped', latency: 0 });
        const cancel = clock.after(resultTimeout, () =>
          settle({ problem: 'too-slow', detail: '15000 ms', latency: 15_000 }),
        );
        pending.set(number, settle);
        stop?.addEventListener('abort', onStop);
        if (socket.readyState !== socket.OPEN) return onStop();
        const text: ListenedMessage = {
          number,
          headers: message.headers as RequestHeaders,
          body: message.body,
        };
        socket.send(JSON.stringify(text));
      }),
  };
}
