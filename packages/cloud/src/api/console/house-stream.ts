import { type Clock, every } from '@plenum/machine';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import { type HouseUpdate, readHouse } from '../../fleet/component/read-house.ts';
import { type AccountChange, accountSubject, presenceSubject } from '../../fleet/uplink/messages.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createSignal } from '../../kernel/bus/signal.ts';
import type { Store } from '../../kernel/database/store.ts';

export interface HouseStreamDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly uplinks: Pick<Uplinks, 'isPresent'>;
  readonly clock: Clock;
}

/** One who listens to a house. */
export interface HouseListener {
  readonly accountId: string;
  readonly systemId: string;
  /** Whether who listens is signed in still. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Aborted when nobody listens any more, or the node stops. */
  readonly signal: AbortSignal;
}

/** Milliseconds between looks at the session and the connection of the bridge unasked, at the store unasked, and signs of life. */
export const houseTimes = { presence: 5_000, store: 15_000, life: 15_000 } as const;

const toText = (event: string, json: string) => `event: ${event}\ndata: ${json}\n\n`;

/** Datagrams go on to the letter, as they were stored. */
const toNewsText = ({ event, at, components }: HouseUpdate): string => {
  const all = components.map(
    ({ kind, index, datagram }) => `{"kind":"${kind}","index":${index},"datagram":${datagram}}`,
  );
  return toText(event, `{"at":${at},"components":[${all.join(',')}]}`);
};

/**
 * The text of a house's event stream: first what its owner calls it and whether its bridge is connected (`house`), then
 * `snapshot` and `change` as `GET /events` of a bridge has them, then what changes of either. The next is read when the last
 * was taken, so a slow reader costs no memory. Ends when the session has ended or the bridge is no longer the account's.
 */
export async function* streamHouse(parts: HouseStreamDeps, listener: HouseListener): AsyncGenerator<string> {
  const { store, bus, uplinks, clock } = parts;
  const { accountId, systemId, signal } = listener;
  const alarm = createSignal();
  const due = { store: true, presence: true };
  let place: BridgeCursor | undefined;
  let said = '';
  let presence: boolean | undefined;
  let toldAt = clock.now();
  const look = (at: keyof typeof due) => () => {
    due[at] = true;
    alarm.notify();
  };
  const hear = (message: unknown) => {
    const { systemId: changed = systemId } = message as AccountChange;
    if (changed === systemId) look('store')();
  };

  await using stack = new AsyncDisposableStack();
  stack.defer(await bus.subscribe(accountSubject(accountId), hear));
  stack.defer(await bus.subscribe(presenceSubject(systemId), look('presence')));
  stack.defer(every(clock, houseTimes.store, look('store')));
  stack.defer(every(clock, houseTimes.presence, look('presence')));
  signal.addEventListener('abort', alarm.notify);
  stack.defer(() => signal.removeEventListener('abort', alarm.notify));

  while (!signal.aborted) {
    const isDue = due.store || due.presence;
    const isPresenceDue = due.presence;
    // Before anything is asked: what is said meanwhile is due again.
    due.store = false;
    due.presence = false;
    if (isPresenceDue) {
      if (!(await listener.isSignedIn())) return;
      presence = await uplinks.isPresent(systemId);
    }
    const house = isDue ? await readHouse(store.db, listener, place) : undefined;
    if (isDue && house === undefined) return;
    if (house !== undefined) {
      place = house.cursor;
      const { name, lastSeen, timeZone } = house;
      const about = toText('house', JSON.stringify({ name, isPresent: presence, lastSeen, timeZone }));
      const news = house.update === undefined ? '' : toNewsText(house.update);
      const text = (about === said ? '' : about) + news;
      said = about;
      if (text !== '') toldAt = clock.now();
      if (text !== '') yield text;
    }
    if (clock.now() - toldAt >= houseTimes.life) {
      toldAt = clock.now();
      yield ': alive\n\n';
    }
    await alarm.wait();
  }
}
