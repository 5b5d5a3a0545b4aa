import { type Explanation, explain } from '@plenum/insight/explain';
import type { ComponentKind } from '@plenum/protocol/component';
import { useQuery } from '@tanstack/react-query';
import { useDatagrams, useHouseContext } from '../context/house-context.tsx';

/** Time between two reads of an explanation, in ms. */
const refreshInterval = 10_000;

/** The codes of steps that only a bridge can provide: heat, trend and the next favourite. */
const furtherStep = /^(heat|trend|next)-/;

/**
 * An explanation. `isWhole` is true if the bridge added the steps that only it can add; `undefined` until that is
 * decided.
 */
export interface ShownExplanation {
  readonly explanation: Explanation;
  readonly isWhole: boolean | undefined;
}

/**
 * Returns the explanation of a component's state. It follows from the state that the page has, so it is available
 * immediately and changes with it. The bridge adds heat, trend and the next favourite.
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
