import type { HistoryAnswer } from '@plenum/protocol';
import { useQuery } from '@tanstack/react-query';
import { readHistory, type Samples } from '../../reading/samples.ts';
import { useHouse } from '../context.tsx';

/** What to read: from and to in ms UTC of the house, and in how many steps. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

const mostSeries = 64;

/** What was recorded of some series, read again each minute while the page is seen. */
export const useHistory = (series: readonly string[], { from, to, points }: Span): Samples | undefined => {
  const { ask } = useHouse();
  const names = series.slice(0, mostSeries).join(',');
  const { data } = useQuery({
    queryKey: ['history', names, from, to, points],
    enabled: names !== '' && from > 0,
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    queryFn: async () =>
      readHistory(
        (await ask.get(`/history?series=${names}&from=${from}&to=${to}&points=${points}`)) as HistoryAnswer,
      ),
  });
  return data;
};
