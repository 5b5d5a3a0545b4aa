import { QueryResult } from '../frame/query-result.tsx';
import { toHash } from '../frame/routes.ts';
import { HouseCard } from './house-card.tsx';
import { NoHouse } from './no-house.tsx';
import { Pair } from './pair.tsx';
import { useBridges } from './use-bridges.ts';
import './bridge.css';

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
      <QueryResult of={bridges} what="your houses">
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
