import { type EventsAnswer, type HistoryEvent, maxEvents } from '@plenum/protocol/extension';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type EventGroup, groupEvents } from '../../reading/house/event-marks.ts';
import { useHouseContext } from '../house-context.tsx';
import type { Span } from './use-history.ts';

const refreshInterval = 60_000;
/** Delay before a failed request is repeated, in ms. */
const retryInterval = 10_000;
const none: readonly HistoryEvent[] = [];

/** The events in a range. */
export interface RecordedEvents {
  readonly groups: readonly EventGroup[];
  /** Number of events in the response if older events in the range were left out. */
  readonly cutTo: number | undefined;
  readonly error: string | undefined;
  readonly isKnown: boolean;
}

/** Returns the events in a range, reloaded every minute, and soon after a failed request. */
export function useEvents({ from, to }: Span): RecordedEvents {
  const { client } = useHouseContext();
  const { data, error } = useQuery({
    queryKey: ['history', 'events', from, to],
    enabled: from > 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryInterval : refreshInterval),
    placeholderData: (before) => before,
    queryFn: async () =>
      ((await client.get(`/history/events?from=${from}&to=${to}`)) as EventsAnswer | undefined) ?? null,
  });
  const events = data?.events ?? none;
  const groups = useMemo(
    () => groupEvents(events.filter(({ at }) => at >= from && at < to)),
    [events, from, to],
  );
  return {
    groups,
    cutTo: data?.isCut ? maxEvents : undefined,
    error: error?.message,
    isKnown: data !== undefined && data !== null,
  };
}
