import type { HistoryAnswer } from '@plenum/protocol/extension';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Range } from '../../reading/number/range.ts';
import { noSamples, readHistory, type Samples } from '../../reading/number/samples.ts';
import { useReread } from '../../state/use-reread.ts';
import { useHouseContext, useHouseTime } from '../house-context.tsx';

/** The range to load, and its step in ms; the bridge uses a longer step if its samples are farther apart. */
export interface Span extends Range {
  readonly step: number;
}

/** The result of loading the history. */
export interface HistoryResult {
  /** `undefined` until loaded. Older samples stay if reloading fails. */
  readonly samples: Samples | undefined;
  /** Error of the last request, if it failed. */
  readonly error: string | undefined;
  readonly retry: () => void;
}

const maxSeries = 64;
const refreshInterval = 60_000;
/** Delay before a failed request is repeated, in ms. */
const retryInterval = 10_000;

/** The recorded series, and the start of the record; `null` while the record is empty. */
interface Recorded {
  readonly series: readonly string[];
  readonly from: number | null;
}

/** Returns the names of the recorded series. A real house has no weather, and a server may record nothing. */
const useRecorded = (): UseQueryResult<Recorded> => {
  const { client } = useHouseContext();
  return useQuery({
    queryKey: ['history', 'series'],
    staleTime: 600_000,
    refetchInterval: ({ state }) => state.status === 'error' && retryInterval,
    queryFn: async () =>
      ((await client.get('/history/series')) as Recorded | undefined) ?? { series: [], from: null },
  });
};

/** Returns the time at which the record of the house begins (ms UTC); `undefined` if it is unknown. */
export const useKeptFrom = (): number | undefined => useRecorded().data?.from ?? undefined;

/** Returns the latest loaded value of a series. */
const useLatest = <Value>(name: string, { data, isPlaceholderData }: UseQueryResult<Value>) => {
  const latest = useRef<{ name: string; value: Value }>(undefined);
  if (data !== undefined && !isPlaceholderData) latest.current = { name, value: data };
  return data ?? (latest.current?.name === name ? latest.current.value : undefined);
};

/** Returns the error of the last request; it stays while the request is repeated. */
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
 * Returns the recorded samples of some series. They are reloaded every minute while the page is visible, when the
 * house's clock has advanced by a step, and soon after a failed request.
 */
export function useHistory(series: readonly string[], { from, to, step }: Span): HistoryResult {
  const { client } = useHouseContext();
  const recorded = useRecorded();
  const { now } = useHouseTime(5_000);
  const until = Math.min(to, Math.ceil(now / step) * step);
  const names = series
    .filter((name) => recorded.data?.series.includes(name))
    .slice(0, maxSeries)
    .join(',');
  const read = useQuery({
    queryKey: ['history', names, from, to, step, until],
    enabled: names !== '' && from > 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryInterval : refreshInterval),
    placeholderData: (before) => before,
    queryFn: async () =>
      readHistory(
        (await client.get(`/history?series=${names}&from=${from}&to=${to}&step=${step}`)) as HistoryAnswer,
      ),
  });
  const latest = useLatest(names, read);
  const problems = [useLastError(recorded), useLastError(read)];
  return {
    samples: recorded.data !== undefined && names === '' ? noSamples : latest,
    error: problems.find((one) => one !== undefined),
    retry: useReread(['history']),
  };
}
