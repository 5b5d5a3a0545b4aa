import type { AnswerOf, RecordOf } from '@plenum/protocol/console';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { countOf } from '../../../reading/count.ts';
import { useAsked, useContextOfAccount } from '../../context.tsx';
import { type EndpointRef, often, pathOf } from '../endpoint/endpoints.ts';

/** An attempt as the console tells it. */
export type Delivery = RecordOf<'Delivery'>;

/** An attempt with what was sent. */
export type WholeDelivery = RecordOf<'WholeDelivery'>;

/** Something an endpoint was not told of, after the last try. */
export type DeadLetter = RecordOf<'DeadLetter'>;

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
      return (await session.get<AnswerOf<'deliveries'>>(path + query)).deliveries;
    },
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.number),
    refetchInterval: often,
  });
};

export const useDelivery = (ref: EndpointRef, number: number): UseQueryResult<WholeDelivery> =>
  useAsked(`${pathOf(ref)}/deliveries/${number}`);

export const useDead = (ref: EndpointRef): UseQueryResult<AnswerOf<'dead'>> =>
  useAsked(`${pathOf(ref)}/dead`, { every: often });

/** What a message told of: one component by its name, several by their number. */
export const showSubject = ({ kind, components, subjects }: Delivery): string => {
  if (kind === 'test') return 'Test event';
  if (kind === 'sync') return 'Sync of a user';
  const [first] = subjects;
  return components === 1 && first !== undefined ? first : countOf(components, 'component');
};

/** What became of an attempt, in a word. */
export const showVerdict = ({ verdict, status }: Delivery): string =>
  verdict === 'delivered' ? `Taken, ${status}` : status === undefined ? 'No answer' : `Refused, ${status}`;
