import type { HistoryAnswer } from '@plenum/protocol/extension';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Range } from '../../reading/range.ts';
import { noSamples, readHistory, type Samples } from '../../reading/samples.ts';
import { useHouse, useHouseTime } from '../context/house-context.tsx';

/** What to read: a stretch of time of the house, and in how many steps. */
export interface Span extends Range {
  readonly points: number;
}

/** What is known of what was recorded. */
export interface HistoryResult {
  /** Undefined until it is known; what was read stays where it cannot be read again. */
  readonly samples: Samples | undefined;
  /** Why it could not be read the last time. */
  readonly error: string | undefined;
  readonly retry: () => void;
}

const maxSeries = 64;
const refreshInterval = 60_000;
/** Milliseconds after which what could not be read is asked for again. */
const retryInterval = 10_000;

/** The names of what is recorded: a real house has no weather, and a server may keep no history at all. */
const useNames = (): UseQueryResult<readonly string[]> => {
  const { client } = useHouse();
  return useQuery({
    queryKey: ['history', 'series'],
    staleTime: 600_000,
    refetchInterval: ({ state }) => state.status === 'error' && retryInterval,
    queryFn: async () =>
      ((await client.get('/history/series')) as { series: string[] } | undefined)?.series ?? [],
  });
};

/** The latest that was read under a name, whatever came after. */
const useLatest = <Value>(name: string, { data, isPlaceholderData }: UseQueryResult<Value>) => {
  const latest = useRef<{ name: string; value: Value }>(undefined);
  if (data !== undefined && !isPlaceholderData) latest.current = { name, value: data };
  return data ?? (latest.current?.name === name ? latest.current.value : undefined);
};

/** Why something could not be read the last time; while it is read again that is still so. */
const useLastError = ({
  failureReason,
  isSuccess,
  isPlaceholderData,
}: UseQueryResult): string | undefined => {
  const why = useRef<string>(undefined);
  if (failureReason !== null) why.current = failureReason.message;
  else if (isSuccess && !isPlaceholderData) why.current = undefined;
  return why.current;
};

/**
 * What was recorded of some series. Read again each minute while the page is seen, when the clock of the house has gone
 * a step on, and soon where it could not be read.
 */
export const useHistory = (series: readonly string[], { from, to, points }: Span): HistoryResult => {
  const { client } = useHouse();
  const recorded = useNames();
  const { now } = useHouseTime(5_000);
  const step = (to - from) / points;
  const until = Math.min(to, Math.ceil(now / step) * step);
  const names = series
    .filter((name) => recorded.data?.includes(name))
    .slice(0, maxSeries)
    .join(',');
  const read = useQuery({
    queryKey: ['history', names, from, to, points, until],
    enabled: names !== '' && from > 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryInterval : refreshInterval),
    placeholderData: (before) => before,
    queryFn: async () =>
      readHistory(
        (await client.get(
          `/history?series=${names}&from=${from}&to=${to}&points=${points}`,
        )) as HistoryAnswer,
      ),
  });
  const latest = useLatest(names, read);
  const problems = [useLastError(recorded), useLastError(read)];
  return {
    samples: recorded.data !== undefined && names === '' ? noSamples : latest,
    error: problems.find((one) => one !== undefined),
    retry: () => void (recorded.data === undefined ? recorded : read).refetch(),
  };
};
