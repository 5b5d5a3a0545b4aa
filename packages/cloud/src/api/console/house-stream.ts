import { type Clock, every, machineOf } from '@plenum/platform';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import { type HouseUpdate, readHouse } from '../../fleet/component/read-house.ts';
import {
  type AccountChange,
  accountSubject,
  presenceSubject,
  sessionsSubject,
} from '../../fleet/uplink/bus-subjects.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Store } from '../../kernel/database/store.ts';
import { createSignal } from '../signal.ts';

export interface HouseStreamDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly uplinks: Pick<Uplinks, 'isPresent'>;
  readonly clock: Clock;
}

/** A browser that receives the stream of a house. */
interface HouseListener {
  readonly accountId: string;
  readonly systemId: string;
  /** Resolves to true while the browser is signed in. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Aborted when the browser disconnects or the node stops. */
  readonly signal: AbortSignal;
}

/**
 * Intervals in ms: between checks of session and presence, between polls of the store, and from the last message to a
 * keep-alive.
 */
export const houseTimes = { presence: 5_000, store: 15_000, keepAlive: 15_000 } as const;

const toText = (event: string, json: string) => `event: ${event}\ndata: ${json}\n\n`;

/** Formats an update as an event. Datagrams are sent byte for byte as stored. */
const toUpdateText = ({ event, at, components }: HouseUpdate): string => {
  const all = components.map(
    ({ kind, index, datagram }) => `{"kind":"${kind}","index":${index},"datagram":${datagram}}`,
  );
  return toText(event, `{"at":${at},"components":[${all.join(',')}]}`);
};

/**
 * Streams a house as server-sent events: first its name and the connection state of its bridge (`house`), then its
 * components (`snapshot` and `change`, as in `GET /events` of a bridge). Further events of these kinds follow when
 * something changes. The next event is read when the previous one has been consumed, so a slow client costs no memory.
 * The stream ends when the session has ended, or when the account loses its access to the bridge.
 */
export async function* streamHouse(deps: HouseStreamDeps, listener: HouseListener): AsyncGenerator<string> {
  const { store, bus, uplinks, clock } = deps;
  const { accountId, systemId, signal } = listener;
  const wakeUp = createSignal();
  const due = { store: true, presence: true };
  let cursor: BridgeCursor | undefined;
  let lastHouseText = '';
  let presence: boolean | undefined;
  const machine = machineOf(clock);
  let lastSentAt = machine.now();
  const markDue = (at: keyof typeof due) => () => {
    due[at] = true;
    wakeUp.notify();
  };
  const receive = (message: unknown) => {
    const { systemId: changed = systemId } = message as AccountChange;
    if (changed === systemId) markDue('store')();
  };

  let cancelEnd = () => {};
  /** Schedules another read at the time when the account loses its access to the bridge. */
  const wakeAt = (end: number | undefined) => {
    cancelEnd();
    if (end !== undefined) cancelEnd = clock.after(Math.max(0, end - clock.now()), markDue('store'));
  };

  await using stack = new AsyncDisposableStack();
  stack.defer(await bus.subscribe(accountSubject(accountId), receive));
  stack.defer(await bus.subscribe(presenceSubject(systemId), markDue('presence')));
  stack.defer(await bus.subscribe(sessionsSubject(accountId), markDue('presence')));
  stack.defer(every(machine, houseTimes.store, markDue('store')));
  stack.defer(every(machine, houseTimes.presence, markDue('presence')));
  stack.defer(() => cancelEnd());
  signal.addEventListener('abort', wakeUp.notify);
  stack.defer(() => signal.removeEventListener('abort', wakeUp.notify));

  while (!signal.aborted) {
    const isDue = due.store || due.presence;
    const isPresenceDue = due.presence;
    // Reset before the read, so that a change during the read triggers another read.
    due.store = false;
    due.presence = false;
    if (isPresenceDue) {
      if (!(await listener.isSignedIn())) return;
      presence = await uplinks.isPresent(systemId);
    }
    const house = isDue
      ? await readHouse(store.db, { accountId, systemId, now: clock.now() }, cursor)
      : undefined;
    if (isDue && house === undefined) return;
    if (house !== undefined) {
      cursor = house.cursor;
      wakeAt(house.until);
      const { name, access, lastSeen, timeZone } = house;
      const about = { name, access, isPresent: presence, lastSeen, timeZone };
      const houseText = toText('house', JSON.stringify(about));
      const updateText = house.update === undefined ? '' : toUpdateText(house.update);
      const text = (houseText === lastHouseText ? '' : houseText) + updateText;
      lastHouseText = houseText;
      if (text !== '') lastSentAt = machine.now();
      if (text !== '') yield text;
    }
    if (machine.now() - lastSentAt >= houseTimes.keepAlive) {
      lastSentAt = machine.now();
      yield ': alive\n\n';
    }
    await wakeUp.wait();
  }
}
