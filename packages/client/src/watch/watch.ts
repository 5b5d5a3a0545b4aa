import { type Backoff, equalJitter } from '@plenum/machine/backoff';
import type { Bridge } from '../bridge/connect.ts';
import { pause, systemClock } from '../clock/clock.ts';
import type { BridgeError } from '../error/bridge-error.ts';
import { createChannel } from './channel.ts';
import { createKnown, type SeenComponent } from './known.ts';
import { readStream } from './open-stream.ts';
import { poll } from './poll.ts';
import type { WatchState } from './state.ts';
import { readStreamMessage } from './stream-message.ts';

/** How to follow a bridge; times in milliseconds. */
export interface WatchOptions {
  /** Whether everything the bridge has comes first; otherwise only what changes from now on. Yes unless told. */
  readonly snapshot?: boolean;
  /** How often a bridge without a live stream is read; 30 000 unless told. */
  readonly interval?: number;
  /** The UDP port of change notifications; 7005 unless told. */
  readonly notifyPort?: number;
  readonly signal?: AbortSignal;
  /** Told whenever the way of following changes, with the error where it was lost. */
  readonly onState?: (state: WatchState, error?: BridgeError) => void;
}

const silence = 60_000;
const lostWaits: Backoff = { first: 500, max: 30_000 };

/**
 * Follows a bridge: yields each component that stands differently than it did, first of all everything. Uses the
 * live stream where the bridge has one, else notifications and polling; comes back by itself after any break and
 * then yields what changed meanwhile. Ends when the signal is aborted or the reader stops.
 */
export const watch = (bridge: Bridge, options: WatchOptions = {}): AsyncIterable<SeenComponent> => {
  const { snapshot = true, interval = 30_000, onState = () => {} } = options;
  const { accessKey, clock = systemClock, timeout = 8000 } = bridge.options;
  const end = new AbortController();
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([end.signal, options.signal]);
  const known = createKnown();
  const channel = createChannel<SeenComponent>(() => end.abort());
  let first = true;
  let offered = false;

  const onComponents = (components: readonly SeenComponent[]) => {
    const changed = known.take(components);
    if (snapshot || !first) channel.push(...changed);
    first = false;
  };

  /** Follows the stream for as long as it lasts; returns the error that ended it. */
  const stream = (onAlive: () => void) =>
    readStream({
      host: bridge.host,
      port: bridge.port,
      accessKey,
      clock,
      timeout,
      silence,
      signal,
      onOpen: () => {
        offered = true;
        onState('streaming');
      },
      onMessage: (message) => {
        const components = readStreamMessage(message);
        if (components === undefined) return;
        onAlive();
        onComponents(components);
      },
    }).catch((error: BridgeError) => error);

  const follow = async () => {
    let failures = 0;
    while (!signal.aborted) {
      const error = await stream(() => {
        failures = 0;
      });
      if (signal.aborted) return;
      if (error.code === 'unsupported' || (!offered && error.code !== 'unreachable'))
        return poll({
          bridge,
          clock,
          interval,
          notifyPort: options.notifyPort,
          signal,
          known,
          onComponents,
          onState,
        });
      onState('lost', error);
      await pause(clock, equalJitter(lostWaits, failures++, clock.random), signal);
    }
  };

  signal.addEventListener('abort', () => channel.end());
  follow().then(
    () => channel.end(),
    (error) => channel.end(error),
  );
  return channel;
};
