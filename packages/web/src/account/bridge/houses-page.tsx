import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../context/account-context.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { toHash } from '../frame/routes.ts';
import type { Bridge } from './bridge.ts';
import { HouseCard } from './house-card.tsx';
import { Invitations } from './invitations.tsx';
import { Pair } from './pair.tsx';
import './bridge.css';

/** Milliseconds between two refreshes. */
const often = 4_000;

/** The bridges of the account with their connections, refreshed every few seconds. */
const useBridges = (): UseQueryResult<readonly Bridge[]> => useCloudQuery('bridges', { every: often });

/** Shown in an account without a house: how to pair one. */
const NoHouse = () => (
  <EmptyState icon="home" title="No house yet">
    <p className="quiet">
      A bridge joins this account with a code. Start one with this command and it shows its code:
    </p>
    <pre className="empty-state__command">
      <code>{`npx plenum bridge --cloud ${window.location.origin}`}</code>
    </pre>
    <a className="button button--main" href={toHash('houses', 'pair')}>
      Enter the code
    </a>
  </EmptyState>
);

/** The houses of an account. */
export const HousesPage = ({ rest: [what, code] }: { rest: readonly string[] }) => {
  const bridges = useBridges();
  const isPairing = what === 'pair';
  return (
    <div className="page">
      <title>Houses · Plenum</title>
      <header className="page__head">
        <div>
          <h1 className="page__title">Houses</h1>
          <p className="page__lead">Your homes, from anywhere.</p>
        </div>
        {bridges.data !== undefined && bridges.data.length > 0 && (
          <a className="button button--main" href={toHash('houses', 'pair')}>
            Pair a bridge
          </a>
        )}
      </header>
      <Invitations />
      <QueryResult query={bridges} what="your houses">
        {(all) =>
          all.length === 0 ? (
            <NoHouse />
          ) : (
            <ul className="houses cards">
              {all.map((bridge) => (
                <HouseCard key={bridge.systemId} bridge={bridge} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Pair isOpen={isPairing} code={code} bridges={bridges.data ?? []} />
    </div>
  );
};
