import { type Backoff, equalJitter } from '@plenum/machine/backoff';
import { type ComponentKind, componentKinds } from '@plenum/protocol/component';
import type { Bridge } from '../bridge/connect.ts';
import { type Clock, pause } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { type Known, type SeenComponent, toComponents } from './known.ts';
import { listenForNotifications } from './notifications.ts';
import type { WatchState } from './state.ts';

/** How to follow a bridge that has no live stream; milliseconds. */
export interface PollOptions {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly interval: number;
  readonly notifyPort: number | undefined;
  readonly signal: AbortSignal;
  readonly known: Known;
  readonly onComponents: (components: readonly SeenComponent[]) => void;
  readonly onState: (state: WatchState, error?: BridgeError) => void;
}

/** Kinds that change by themselves or by hand at any time; the rest is settings, read every tenth time. */
const lively: readonly ComponentKind[] = [
  'unit',
  'zone',
  'split',
  'vrf',
  'irrigation',
  'station',
  'powerStatus',
];
const settingsEvery = 10;
const lostWaits: Backoff = { first: 1000, max: 60_000 };

/**
 * Reads a bridge again and again until the signal is aborted: at every interval, and at once what a notification
 * names. Notifications get lost (wire facts 10), so they only make it sooner.
 */
export const poll = async (options: PollOptions): Promise<void> => {
  const { bridge, clock, interval, signal, known, onComponents, onState } = options;
  const notified = new Set<ComponentKind>();
  let wake = new AbortController();
  const stop = () => wake.abort();
  signal.addEventListener('abort', stop);
  const unlisten = await listenForNotifications({
    host: bridge.host,
    port: options.notifyPort,
    onChange: (kinds) => {
      for (const kind of kinds) notified.add(kind);
      wake.abort();
    },
  });

  const wait = async (milliseconds: number) => {
    if (notified.size === 0) await pause(clock, milliseconds, wake.signal);
    if (!signal.aborted) wake = new AbortController();
  };
  const isThere = (kind: ComponentKind) => known.kinds().includes(kind);
  const kindsOf = (round: number) => {
    if (notified.size > 0) return [...notified];
    return round % settingsEvery === 0 ? componentKinds : lively.filter(isThere);
  };

  let failures = 0;
  for (let round = 0; !signal.aborted; ) {
    const kinds = kindsOf(round);
    const isRound = notified.size === 0;
    notified.clear();
    try {
      onComponents(toComponents(await bridge.datagrams({ kinds })));
      if (failures > 0 || round === 0) onState('polling');
      failures = 0;
      if (isRound) round++;
      await wait(interval);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof BridgeError) || error.code === 'closed') throw error;
      onState('lost', error);
      await wait(equalJitter(lostWaits, failures++, clock.random));
    }
  }
  unlisten();
  signal.removeEventListener('abort', stop);
};
