import type { DatabaseSync } from 'node:sqlite';
import type { EventKind, HistoryEvent } from '@plenum/protocol/extension';

/** The range of a request for events: from a start (inclusive) to an end (exclusive), in ms UTC. */
export interface EventsRequest {
  readonly from: number;
  readonly to: number;
  /** Only events of this kind. */
  readonly what?: EventKind | undefined;
}

/** The stored events in a house, in the order in which they were recorded. */
export interface EventRows {
  /** Call within a transaction. */
  add(event: HistoryEvent): void;
  /** Returns the newest events of a range, oldest first. */
  read(range: EventsRequest & { readonly max: number }): HistoryEvent[];
  /** Returns the time of the latest event that the bridge saw, rather than caused; undefined if there is none. */
  newestSeen(): number | undefined;
}

/**
 * Maximum number of stored events of each kind. Each kind has its own limit, so a client that sends many commands cannot displace
 * faults.
 */
export const maxKept = 10_000;
/** Number of new events after which old ones are deleted. */
const trimEvery = 100;

export function createEventRows(db: DatabaseSync): EventRows {
  const insert = db.prepare('INSERT INTO history_event (at, what, body) VALUES (?, ?, ?)');
  const select = db.prepare(
    `SELECT body FROM history_event WHERE at >= ? AND at < ? AND what = coalesce(?, what)
       ORDER BY at DESC, seq DESC LIMIT ?`,
  );
  const trim = db.prepare(
    `DELETE FROM history_event WHERE what = ?1 AND seq <=
       (SELECT seq FROM history_event WHERE what = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)`,
  );
  const newest = db.prepare("SELECT max(at) AS at FROM history_event WHERE what IN ('change', 'fault')");
  const added = new Map<string, number>();
  return {
    add: (event) => {
      insert.run(event.at, event.what, JSON.stringify(event));
      const count = (added.get(event.what) ?? 0) + 1;
      added.set(event.what, count % trimEvery);
      if (count === trimEvery) trim.run(event.what, maxKept);
    },
    read: ({ from, to, what, max }) =>
      (select.all(from, to, what ?? null, max) as { body: string }[])
        .map(({ body }) => JSON.parse(body) as HistoryEvent)
        .reverse(),
    newestSeen: () => (newest.get() as { at: number | null }).at ?? undefined,
  };
}
