import type { EventOrigin, HistoryEvent } from '@plenum/protocol/extension';

/** Events of the same minute, cause and kind, so that the effects of a favourite on six rooms are one line. */
export interface EventGroup {
  /** Time of the first event, in ms UTC. */
  readonly at: number;
  readonly what: HistoryEvent['what'];
  /** True if the group is about the end of a fault. */
  readonly isOver: boolean;
  readonly by: EventOrigin | undefined;
  readonly events: readonly HistoryEvent[];
}

const minute = 60_000;

const keyOf = (event: HistoryEvent): string =>
  JSON.stringify([
    Math.floor(event.at / minute),
    event.what,
    event.what === 'fault' ? event.isOver : event.by,
  ]);

/**
 * Groups events, oldest first. If a command was repeated within the minute, as with a stepper, only the last one
 * counts.
 */
export function groupEvents(events: readonly HistoryEvent[]): readonly EventGroup[] {
  const groups = new Map<string, HistoryEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    const group = groups.get(key) ?? [];
    const isSame = (other: HistoryEvent) =>
      event.what === 'command' &&
      other.what === 'command' &&
      other.command === event.command &&
      other.kind === event.kind &&
      other.index === event.index;
    groups.set(key, [...group.filter((other) => !isSame(other)), event]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [HistoryEvent];
    return {
      at: first.at,
      what: first.what,
      isOver: first.what === 'fault' && first.isOver,
      by: first.what === 'fault' ? undefined : first.by,
      events: group,
    };
  });
}

/** Returns the groups in the chart step that begins at a given time. */
export const groupsIn = (groups: readonly EventGroup[], from: number, step: number): readonly EventGroup[] =>
  groups.filter(({ at }) => at >= from && at < from + step);
