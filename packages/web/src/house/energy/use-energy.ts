import type { EnergyAnswer, EnergyPeriod } from '@plenum/insight/energy';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHouseContext, useTimeZone } from '../context/house-context.tsx';

const refreshInterval = 60_000;
/** Milliseconds until a failed read is repeated. */
const retryInterval = 10_000;

/** What to add up: the periods that contain the range. */
export interface EnergyRange {
  readonly by: EnergyPeriod;
  readonly from: number;
  readonly to: number;
}

/** The energy of a range and its cost; read again each minute, and soon after a failed read. */
export const useEnergy = ({ by, from, to }: EnergyRange): UseQueryResult<EnergyAnswer> => {
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
};
