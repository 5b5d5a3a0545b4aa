import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { isSessionEnded, isUnreachable } from '../../session/session.ts';
import { t } from '../../text/text.ts';
import './query-result.css';

interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface QueryResultProps<T> {
  readonly query: QueryState<T>;
  /** Describes the content that is loading, for screen readers: `your houses`. */
  readonly what: string;
  /**
   * Other queries of the page. The content is shown after all of them have finished, so that the layout does not jump.
   */
  readonly waitFor?: readonly Pick<UseQueryResult, 'isFetched'>[];
  readonly children: (value: T) => ReactNode;
}

const Blocks = ({ what }: { what: string }) => (
  <div className="query-result__wait cards" role="status">
    <span className="hidden">{t('account.loadingWhat', { what })}</span>
    {[1, 2, 3].map((each) => (
      <div key={each} className="waiting__block" />
    ))}
  </div>
);

/** Shows placeholders while a query loads, then its content or its error. */
export function QueryResult<T>({ query, what, waitFor = [], children }: QueryResultProps<T>) {
  const { data, error, isFetching, refetch } = query;
  const isComing = error === null && (data === undefined || waitFor.some(({ isFetched }) => !isFetched));
  if (isComing) return <Blocks what={what} />;
  return (
    <>
      {error !== null && !isSessionEnded(error) && (
        <div className="query-result__trouble card" role="alert" data-activity="alert">
          <Icon name="warning" />
          <p>
            {error.message}
            {data !== undefined && ` ${t('account.lastData')}`}
            {isUnreachable(error) && ` ${t('account.retries')}`}
          </p>
          <Button className="button button--small" isDisabled={isFetching} onPress={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
