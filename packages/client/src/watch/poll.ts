import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import { type ComponentKind, componentKinds, type Datagrams } from '@plenum/protocol/component';
import type { Bridge } from '../bridge/connect.ts';
import type { Clock, Random } from '../clock.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import { listenForNotifications } from './notifications.ts';
import { type ReceivedComponent, type ReceivedState, toComponents } from './received-state.ts';

/**
 * The current method of following a bridge: its live stream, polling, or none until the bridge (and any real bridge
 * behind it) responds again.
 */
export type WatchState = 'streaming' | 'polling' | 'lost';

/** Options for following a bridge that has no live stream; times are in ms. */
interface PollOptions {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly random: Random;
  readonly interval: number;
  readonly notifyPort: number | false | undefined;
  /** All components if they were just read; the first poll is then one interval later. */
  readonly known: Datagrams | undefined;
  readonly signal: AbortSignal;
  readonly received: ReceivedState;
  readonly onComponents: (components: readonly ReceivedComponent[]) => void;
  /** Returns true once an answer has shown that the bridge has a live stream; polling then ends. */
  readonly hasStream: () => boolean;
  readonly onState: (state: WatchState, error?: BridgeError) => void;
}

/** Kinds that change at any time. The others are settings, which only some of the polls read. */
const dynamicKinds: readonly ComponentKind[] = [
  'unit',
  'zone',
  'split',
  'vrf',
  'irrigation',
  'station',
  'powerStatus',
];
const roundsPerSettings = 10;
const reconnectBackoff: Backoff = { first: 1000, max: 60_000 };

/**
 * Polls a bridge at every interval, and reads the kinds in a change notice immediately, until the signal is aborted or
 * the bridge turns out to have a live stream. Change notices get lost (wire facts 10) and do not replace polling.
 */
export async function poll(options: PollOptions): Promise<void> {
  const { bridge, clock, random, interval, signal, received, onComponents, onState } = options;
  const notified = new Set<ComponentKind>();
  let wake = new AbortController();
  const stop = () => wake.abort();
  signal.addEventListener('abort', stop);
  const listen = (port: number | undefined) =>
    listenForNotifications({
      host: bridge.host,
      port,
      onChange: (kinds) => {
        for (const kind of kinds) notified.add(kind);
        wake.abort();
      },
    });

  const unlisten = options.notifyPort === false ? () => {} : await listen(options.notifyPort);
  const wait = async (milliseconds: number) => {
    if (notified.size === 0) await delay(clock, milliseconds, wake.signal);
    if (!signal.aborted) wake = new AbortController();
  };
  const isThere = (kind: ComponentKind) => received.kinds().includes(kind);
  const kindsOf = (round: number) =>
    round % roundsPerSettings === 0 ? componentKinds : dynamicKinds.filter(isThere);

  let failures = 0;
  let round = 0;
  let dueAt = clock.now();
  while (!signal.aborted) {
    // Polls even if the bridge sends many change notices, because many changes cause none.
    const isRound = notified.size === 0 || clock.now() >= dueAt;
    const kinds = new Set([...notified, ...(isRound ? kindsOf(round) : [])]);
    notified.clear();
    try {
      const known = round === 0 ? options.known : undefined;
      const wanted = kinds.size === componentKinds.length ? {} : { kinds: [...kinds] };
      onComponents(toComponents(known ?? (await bridge.datagrams(wanted))));
      if (options.hasStream()) break;
      if (failures > 0 || round === 0) onState('polling');
      failures = 0;
      if (isRound) {
        round++;
        dueAt = clock.now() + interval;
      }
      await wait(Math.max(0, dueAt - clock.now()));
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof BridgeError) || error.code === 'closed') throw error;
      onState('lost', error);
      await wait(equalJitter(reconnectBackoff, failures++, random));
    }
  }
  unlisten();
  signal.removeEventListener('abort', stop);
}
