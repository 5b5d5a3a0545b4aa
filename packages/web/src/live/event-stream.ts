import { createMessageReader, type StreamMessage } from '@plenum/client/event-stream';

/**
 * The state of the connection to the bridge: `locked` without a valid key or session, `gone` if the house does not
 * exist.
 */
export type ConnectionState = 'connecting' | 'live' | 'lost' | 'locked' | 'gone';

interface EventStreamDeps {
  readonly path: string;
  readonly fetch: typeof fetch;
  readonly headers: () => Record<string, string>;
  readonly onMessage: (message: StreamMessage) => void;
  readonly onState: (state: ConnectionState) => void;
}

/** A stream sends something every 15 s. If it was silent for this long (ms), it counts as broken. */
const idleTimeout = 35_000;
const retryDelays = [400, 1_000, 2_000, 4_000] as const;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * The live stream of a bridge, open until it is stopped. `checkConnection` reconnects immediately if the stream may be
 * broken.
 */
interface EventStream {
  checkConnection(): void;
  stop(): void;
}

/**
 * Reads a live stream (`GET /events`) and reconnects after any interruption. It uses `fetch`, because an EventSource
 * can neither send the access key nor detect a stream that is silent because the machine slept.
 */
export function openEventStream({ path, fetch, headers, onMessage, onState }: EventStreamDeps): EventStream {
  const stopped = new AbortController();
  let attempt = new AbortController();
  let retryPause = new AbortController();
  let receivedAt = 0;
  let failures = 0;

  const listenOnce = async (signal: AbortSignal) => {
    const response = await fetch(path, { headers: headers(), signal, cache: 'no-store' });
    if (response.status === 401) return 'locked';
    if (response.status === 404) return 'gone';
    if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
    const read = createMessageReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'lost';
      receivedAt = Date.now();
      failures = 0;
      for (const message of read(decoder.decode(value, { stream: true }))) {
        onMessage(message);
        onState('live');
      }
    }
  };

  const listen = async () => {
    while (!stopped.signal.aborted) {
      attempt = new AbortController();
      receivedAt = Date.now();
      let why: ConnectionState = 'lost';
      const watch = setInterval(() => Date.now() - receivedAt > idleTimeout && attempt.abort(), 5_000);
      try {
        why = await listenOnce(attempt.signal);
      } catch {
        // Every kind of failure is handled by reconnecting.
      }
      clearInterval(watch);
      if (stopped.signal.aborted) return;
      onState(why);
      retryPause = new AbortController();
      await pause(retryDelays[Math.min(failures++, retryDelays.length - 1)]!, retryPause.signal);
    }
  };
  void listen();

  return {
    checkConnection: () => {
      retryPause.abort();
      if (Date.now() - receivedAt > 20_000) attempt.abort();
    },
    stop: () => {
      stopped.abort();
      attempt.abort();
      retryPause.abort();
    },
  };
}
