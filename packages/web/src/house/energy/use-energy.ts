import type { EnergyAnswer, EnergyPeriod } from '@plenum/insight/energy';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHouseContext, useTimeZone } from '../house-context.tsx';

const refreshInterval = 60_000;
/** Delay before a failed request is repeated, in ms. */
const retryInterval = 10_000;

/** The range to sum, and the periods that it is divided into. */
interface EnergyRange {
  readonly by: EnergyPeriod;
  readonly from: number;
  readonly to: number;
}

/** Returns the energy of a range and its cost, reloaded every minute, and soon after a failed request. */
export function useEnergy({ by, from, to }: EnergyRange): UseQueryResult<EnergyAnswer> {
  const { client } = useHouseContext();
  const timeZone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useQuery({
    queryKey: ['energy', by, from, to, timeZone],
    enabled: from > 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryInterval : refreshInterval),
    placeholderData: (before) => before,
    queryFn: async () => {
      const query = new URLSearchParams({ by, from: String(from), to: String(to), timeZone });
      return (await client.get(`/energy?${query}`)) as EnergyAnswer;
    },
  });
}
