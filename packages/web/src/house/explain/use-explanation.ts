import { type Explanation, explain } from '@plenum/insight/explain';
import type { ComponentKind } from '@plenum/protocol/component';
import { useQuery } from '@tanstack/react-query';
import { useDatagrams, useHouseContext } from '../house-context.tsx';

/** Interval between two requests for an explanation, in ms. */
const refreshInterval = 10_000;

/** The codes of steps that only a bridge can provide: heat, trend and the next favourite. */
const furtherStep = /^(heat|trend|next)-/;

/**
 * An explanation. `isWhole` is true if it contains the steps of the bridge, false if the bridge does not provide them,
 * and `undefined` until it has responded.
 */
interface ShownExplanation {
  readonly explanation: Explanation;
  readonly isWhole: boolean | undefined;
}

/**
 * Returns the explanation of a component's state. It is derived from the state of the page, so it is available
 * immediately and changes with the state. The bridge adds heat, trend and the next favourite.
 */
export function useExplanation(kind: ComponentKind, index: number): ShownExplanation | undefined {
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
}
