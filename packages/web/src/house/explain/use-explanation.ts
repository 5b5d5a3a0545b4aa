import { type Explanation, explain } from '@plenum/insight/explain';
import type { ComponentKind } from '@plenum/protocol/component';
import { useQuery } from '@tanstack/react-query';
import { useDatagrams, useHouseContext } from '../context/house-context.tsx';

/** Milliseconds until an explanation is asked for again. */
const refreshInterval = 10_000;

/** The codes of what only a bridge knows: heat, trend and the next favourite. */
const furtherStep = /^(heat|trend|next)-/;

/** An explanation, and whether the bridge added what it alone knows; undefined until that is decided. */
export interface ShownExplanation {
  readonly explanation: Explanation;
  readonly isWhole: boolean | undefined;
}

/**
 * Why a component is as it is. It follows from the state that the page has, so it is there at once and changes with it; the
 * bridge adds heat, trend and the next favourite.
 */
export const useExplanation = (kind: ComponentKind, index: number): ShownExplanation | undefined => {
  const { client } = useHouseContext();
  const datagrams = useDatagrams();
  const { data, isError } = useQuery({
    queryKey: ['explain', kind, index],
    queryFn: async () =>
      ((await client.get(`/explain?component=${kind}.${index}`)) as Explanation | undefined) ?? null,
    refetchInterval: ({ state }) => (state.data === null ? false : refreshInterval),
    retry: false,
  });
  const own = explain({ kind, index }, datagrams);
  if (own === undefined) return undefined;
  const further = data?.steps.filter(({ code }) => furtherStep.test(code)) ?? [];
  return {
    explanation: { ...own, steps: [...own.steps, ...further] },
    isWhole: isError ? false : data === undefined ? undefined : data !== null,
  };
};
