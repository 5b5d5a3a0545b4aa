import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useAsked, useContextOfAccount } from '../../context.tsx';
import { type EndpointRef, often, pathOf } from '../endpoint/endpoints.ts';
import { showCount } from '../part/sized.ts';

export type MessageKind = 'component' | 'sync' | 'test';

/** An attempt as the console tells it; instants in ms UTC, `latency` in ms. */
export interface Delivery {
  readonly number: number;
  readonly at: number;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly components: number;
  readonly attempt: number;
  readonly verdict: 'delivered' | 'retry' | 'dead' | 'gone';
  readonly status?: number;
  readonly latency: number;
  readonly bytes: number;
  readonly nextAt?: number;
  readonly answer?: string;
  readonly subjects: readonly string[];
  /** Why it was not delivered. */
  readonly sentence?: string;
}

/** An attempt with what was sent. */
export interface WholeDelivery extends Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
  readonly isPayloadWhole: boolean;
}

/** Something an endpoint was not told of, after the last try. */
export interface DeadLetter {
  readonly kind: MessageKind;
  readonly subject: string;
  readonly queuedAt: number;
  readonly attempts: number;
}

/** Attempts the console tells at once. */
const pageSize = 50;

type Pages = UseInfiniteQueryResult<InfiniteData<readonly Delivery[]>>;

/** The log of attempts, latest first, as far back as was asked for. */
export const useDeliveries = (ref: EndpointRef): Pages => {
  const { session } = useContextOfAccount();
  const path = `${pathOf(ref)}/deliveries`;
  return useInfiniteQuery({
    queryKey: ['asked', path],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before }) => {
      const query = before === undefined ? '' : `?before=${before}`;
      return (await session.get<{ deliveries: readonly Delivery[] }>(path + query)).deliveries;
    },
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.number),
    refetchInterval: often,
  });
};

export const useDelivery = (ref: EndpointRef, number: number): UseQueryResult<WholeDelivery> =>
  useAsked(`${pathOf(ref)}/deliveries/${number}`);

export const useDead = (ref: EndpointRef): UseQueryResult<{ readonly dead: readonly DeadLetter[] }> =>
  useAsked(`${pathOf(ref)}/dead`, { every: often });

/** What a message told of: one component by its name, several by their number. */
export const showSubject = ({ kind, components, subjects }: Delivery): string => {
  if (kind === 'test') return 'Test event';
  if (kind === 'sync') return 'Sync of a user';
  const [first] = subjects;
  return components === 1 && first !== undefined ? first : showCount(components, 'component');
};

/** What became of an attempt, in a word. */
export const showVerdict = ({ verdict, status }: Delivery): string =>
  verdict === 'delivered' ? `Taken, ${status}` : status === undefined ? 'No answer' : `Refused, ${status}`;
