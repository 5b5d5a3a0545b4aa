import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function for a retry button. It repeats all queries whose key begins with `queryKey`, even if an earlier
 * request is still pending.
 */
export function useReread(queryKey: QueryKey): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.cancelQueries({ queryKey }).then(() => queries.refetchQueries({ queryKey, type: 'active' }));
}
