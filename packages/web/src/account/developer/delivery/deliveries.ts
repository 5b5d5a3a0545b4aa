import type { AnswerOf, QueryOf, RecordOf } from '@plenum/protocol/console';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { t } from '../../../text/text.ts';
import { queryKeyOf, useAccountContext, useCloudQuery } from '../../account-context.tsx';
import { type EndpointRef, refreshInterval } from '../endpoints.ts';

export type Delivery = RecordOf<'Delivery'>;

export type WholeDelivery = RecordOf<'WholeDelivery'>;

/** A message that was not delivered after the last attempt. */
export type DeadLetter = RecordOf<'DeadLetter'>;

/** Maximum number of attempts in one response. */
const pageSize = 50;

/** The log without a filter. */
const everything: DeliveriesFilter = {};

type DeliveriesFilter = Omit<QueryOf<'deliveries'>, 'before'>;
type Pages = UseInfiniteQueryResult<InfiniteData<readonly Delivery[]>>;

/** Loads the matching attempts in the log, latest first, one page after another. */
export function useDeliveries(ref: EndpointRef, filter = everything): Pages {
  const { session } = useAccountContext();
  return useInfiniteQuery({
    queryKey: queryKeyOf('deliveries', { parameters: ref, query: filter }),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before }) => {
      const query = { ...filter, before: before?.toString() };
      return (await session.get('deliveries', { parameters: ref, query })).deliveries;
    },
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.number),
    refetchInterval: refreshInterval,
  });
}

export const useDelivery = (ref: EndpointRef, number: number): UseQueryResult<WholeDelivery> =>
  useCloudQuery('delivery', { parameters: { ...ref, number: String(number) }, every: refreshInterval });

export const useDead = (ref: EndpointRef): UseQueryResult<AnswerOf<'dead'>> =>
  useCloudQuery('dead', { parameters: ref, every: refreshInterval });

/** Describes the subject of a message: the name and id of a single component, or the number of components. */
export function formatSubject({ kind, components, subjects, name }: Delivery): string {
  const first = [name, subjects[0]].filter((text) => text !== undefined).join(' · ');
  if (kind === 'test')
    return components === 1 && first ? `${t('console.testEvent')} · ${first}` : t('console.testEvent');
  if (kind === 'sync') return t('console.syncOfUser');
  return components === 1 && first !== '' ? first : t('console.components', { count: components });
}

/** Describes the result of an attempt. */
export const formatVerdict = ({ verdict, status }: Delivery): string =>
  verdict === 'delivered'
    ? t('console.delivered', { status: String(status) })
    : status === undefined
      ? t('console.noResponse')
      : t('console.failed', { status });
