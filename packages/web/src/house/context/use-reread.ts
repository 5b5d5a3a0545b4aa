import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Reads again, when the reader asks, what begins with a key: also where an earlier read still waits for its answer. */
export const useReread = (queryKey: QueryKey): (() => void) => {
  const queries = useQueryClient();
  return () =>
    void queries.cancelQueries({ queryKey }).then(() => queries.refetchQueries({ queryKey, type: 'active' }));
};
