import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import type { Datagrams } from '@plenum/protocol/component';
import type { UnconfirmedMessage } from '@plenum/protocol/extension';
import type { Bridge } from '../bridge/connect.ts';
import { systemClock } from '../clock.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import { toAddress } from '../exchange/secure-socket.ts';
import { createChannel } from './channel.ts';
import { followStream } from './follow-stream.ts';
import { poll, type WatchState } from './poll.ts';
import { type ChangedComponent, createReceivedState } from './received-state.ts';
import { readDeviceMessage, readStreamMessage, readUnconfirmed } from './stream-message.ts';

/** Options for following a bridge; times are in ms. */
export interface WatchOptions {
  /** True (default) to yield all components first; false to yield only later changes. */
  readonly snapshot?: boolean;
  /** Interval between two reads of a bridge without a live stream; default 30 000. */
  readonly interval?: number;
  /** All components if they were just read; a bridge without a live stream is then read again after one interval. */
  readonly known?: Datagrams;
  /** The UDP port for change notices, shared with other listeners; default 7005, none if false. */
  readonly notifyPort?: number | false;
  readonly signal?: AbortSignal;
  /** Called for each command that the real bridge behind a Plenum bridge accepted but then did not show. */
  readonly onUnconfirmed?: (message: UnconfirmedMessage) => void;
  /** Called when the state changes; with the error if the connection was lost. */
  readonly onState?: (state: WatchState, error?: BridgeError) => void;
}

const idleTimeout = 60_000;
const reconnectBackoff: Backoff = { first: 500, max: 30_000 };

/**
 * Follows a bridge: yields all components, then each one that changes. Uses the live stream if the bridge has one,
 * otherwise change notices and polling. After an interruption, reconnects and yields the changes made in the meantime.
 * Ends when the signal is aborted or the caller stops iterating.
 */
export function watch(bridge: Bridge, options: WatchOptions = {}): AsyncIterable<ChangedComponent> {
  const { snapshot = true, interval = 30_000 } = options;
  const { accessKey, clock = systemClock, timeout = 8000 } = bridge.options;
  const { random = Math.random } = bridge.options;
  const end = new AbortController();
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([end.signal, options.signal]);
  const received = createReceivedState();
  const channel = createChannel<ChangedComponent>(() => end.abort());
  let first = true;
  let hasStream = false;
  let isLost = false;
  /** The time in the stream message that is being received. */
  let at: number | undefined;
  const onState = (state: WatchState, error?: BridgeError) => {
    isLost = state === 'lost';
    options.onState?.(state, error);
  };

  /**
   * Returns the known values of components; these values may be newer than the answer that contained the components.
   */
  const toKnown = (components: readonly ChangedComponent[]) =>
    components.map((each) => {
      const datagram = bridge.knowledge.find(each.kind, each.index)?.datagram;
      return datagram === undefined ? each : ({ ...each, datagram } as ChangedComponent);
    });
  const onComponents = (components: readonly ChangedComponent[]) => {
    const changed = received.update(toKnown(components));
    if (snapshot || !first) channel.push(...changed);
    first = false;
  };
  // Reports values read by other callers and written values immediately, but not while the bridge is lost.
  const unsubscribe = bridge.knowledge.subscribe((changed) => {
    const followed = changed.filter(received.has) as readonly unknown[] as readonly ChangedComponent[];
    if (!first && !isLost && followed.length > 0)
      onComponents(
        followed.map(
          ({ kind, index }) =>
            ({ kind, index, datagram: {}, ...(at !== undefined && { at }) }) as ChangedComponent,
        ),
      );
  });

  /** If the real bridge is silent, the house counts as lost even though Plenum answers. */
  const followDevice = ({ isSilent, why }: { readonly isSilent: boolean; readonly why: string }) => {
    const where = toAddress(bridge.host, bridge.port);
    if (isSilent)
      onState(
        'lost',
        new BridgeError('unreachable', `The real bridge behind ${where} does not answer.${why}`),
      );
    else if (isLost) onState('streaming');
  };

  /** Follows the stream until it ends; returns the error that ended it. */
  const stream = (onAlive: () => void) =>
    followStream({
      host: bridge.host,
      port: bridge.port,
      trust: bridge.trust,
      connect: bridge.options.connect,
      accessKey,
      clock,
      timeout,
      idleTimeout,
      signal,
      onOpen: () => {
        hasStream = true;
        onState('streaming');
      },
      onMessage: (message) => {
        const unconfirmed = readUnconfirmed(message);
        if (unconfirmed !== undefined) options.onUnconfirmed?.(unconfirmed);
        const device = readDeviceMessage(message);
        if (device !== undefined) followDevice(device);
        const components = readStreamMessage(message);
        if (components === undefined) return;
        onAlive();
        at = components[0]?.at;
        bridge.knowledge.receive(components, bridge.knowledge.mark());
        at = undefined;
        onComponents(components);
      },
    }).catch((error: BridgeError) => error);

  const pollOptions = {
    bridge,
    clock,
    random,
    interval,
    notifyPort: options.notifyPort,
    known: undefined,
    signal,
    received,
    onComponents,
    onState,
  };

  const follow = async () => {
    let failures = 0;
    // A stream is requested only from Plenum, since other devices serve one request at a time.
    if (bridge.isPlenum() === false)
      return poll({ ...pollOptions, known: options.known, hasStream: () => false });
    while (!signal.aborted) {
      const error = await stream(() => {
        failures = 0;
      });
      if (signal.aborted) return;
      if (error.code === 'unsupported') return poll({ ...pollOptions, hasStream: () => false });
      // Only a real bridge lacks the stream; a Plenum bridge that was just busy has it.
      const isPlenum = () => bridge.isPlenum() === true;
      if (!hasStream && error.code !== 'unreachable' && !isPlenum()) {
        await poll({ ...pollOptions, hasStream: isPlenum });
        continue;
      }
      onState('lost', error);
      await delay(clock, equalJitter(reconnectBackoff, failures++, random), signal);
    }
  };

  signal.addEventListener('abort', () => {
    unsubscribe();
    channel.end();
  });
  follow().then(
    () => channel.end(),
    (error) => channel.end(error),
  );
  return channel;
}
