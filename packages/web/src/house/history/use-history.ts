import type { HistoryAnswer } from '@plenum/protocol';
import { useQuery } from '@tanstack/react-query';
import type { Range } from '../../reading/range.ts';
import { noSamples, readHistory, type Samples } from '../../reading/samples.ts';
import { useHouse, useHouseTime } from '../context.tsx';

/** What to read: a stretch of time of the house, and in how many steps. */
export interface Span extends Range {
  readonly points: number;
}

const mostSeries = 64;

/** The names of what is recorded: a real house has no weather, and a server may keep no history at all. */
const useRecorded = (): readonly string[] | undefined => {
  const { ask } = useHouse();
  const { data } = useQuery({
    queryKey: ['history', 'series'],
    staleTime: 600_000,
    queryFn: async () =>
      ((await ask.get('/history/series')) as { series: string[] } | undefined)?.series ?? [],
  });
  return data;
};

/**
 * What was recorded of some series; undefined until it is known. Read again each minute while the page is seen, and
 * when the clock of the house has gone a step on.
 */
export const useHistory = (series: readonly string[], { from, to, points }: Span): Samples | undefined => {
  const { ask } = useHouse();
  const recorded = useRecorded();
  const { now } = useHouseTime(5_000);
  const step = (to - from) / points;
  const until = Math.min(to, Math.ceil(now / step) * step);
  const names = series
    .filter((name) => recorded?.includes(name))
    .slice(0, mostSeries)
    .join(',');
  const { data } = useQuery({
    queryKey: ['history', names, from, to, points, until],
    enabled: names !== '' && from > 0,
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    queryFn: async () =>
      readHistory(
        (await ask.get(`/history?series=${names}&from=${from}&to=${to}&points=${points}`)) as HistoryAnswer,
      ),
  });
  return recorded !== undefined && names === '' ? noSamples : data;
};
