import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { isSessionEnded, isUnreachable } from '../../session/session.ts';
import './query-result.css';

/** How something the cloud was asked for stands: a query of one page, or of many as one. */
interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface QueryResultProps<T> {
  readonly of: QueryState<T>;
  /** What is being fetched, for those who hear the page: `your houses`. */
  readonly what: string;
  /** What else the page asks for: nothing shows before each of these came too, or failed, so that nothing jumps. */
  readonly beside?: readonly Pick<UseQueryResult, 'isFetched'>[];
  readonly children: (value: T) => ReactNode;
}

const Blocks = ({ what }: { what: string }) => (
  <div className="query-result__wait cards" role="status">
    <span className="hidden">{`Loading ${what}`}</span>
    {[1, 2, 3].map((each) => (
      <div key={each} className="waiting__block" />
    ))}
  </div>
);

/** What the cloud was asked for: blocks in its place until it comes, why it did not, or itself. */
export const QueryResult = <T,>({ of, what, beside = [], children }: QueryResultProps<T>) => {
  const { data, error, isFetching, refetch } = of;
  const isComing = error === null && (data === undefined || beside.some(({ isFetched }) => !isFetched));
  if (isComing) return <Blocks what={what} />;
  return (
    <>
      {error !== null && !isSessionEnded(error) && (
        <div className="query-result__trouble card" role="alert" data-activity="alert">
          <Icon name="warning" />
          <p>
            {error.message}
            {data !== undefined && ' Showing the last known data.'}
            {isUnreachable(error) && ' Retrying automatically.'}
          </p>
          <Button className="button button--small" isDisabled={isFetching} onPress={() => void refetch()}>
            {' '}
            Retry{' '}
          </Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
};
