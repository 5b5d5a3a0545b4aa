import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function that reads again every query whose key begins with `queryKey`, for a reader who asks for it, even
 * if an earlier read is still waiting for its answer.
 */
export const useReread = (queryKey: QueryKey): (() => void) => {
  const queries = useQueryClient();
  return () =>
    void queries.cancelQueries({ queryKey }).then(() => queries.refetchQueries({ queryKey, type: 'active' }));
};
