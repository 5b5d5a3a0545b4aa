import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../text/text.ts';
import { useCloudQuery } from '../account-context.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { toHash } from '../frame/routes.ts';
import type { AccountBridge } from './bridge.ts';
import { HouseCard } from './house-card.tsx';
import { Invitations } from './invitations.tsx';
import { Pair } from './pair.tsx';
import './bridge.css';

/** Refresh interval in ms. */
const often = 4_000;

/**
 * Interval between two reads of one bridge, in ms. An account with many houses reads each of them less often, so that
 * it stays far below the limit for reads (`houseReads`).
 */
const readInterval = (houses: number) => Math.max(60_000, houses * 2_000);

/** Returns the bridges of the account with their connections, refreshed every few seconds. */
const useBridges = (): UseQueryResult<readonly AccountBridge[]> => useCloudQuery('bridges', { every: often });

/** Explains how to pair a house to an account that has none. */
const NoHouse = () => (
  <EmptyState icon="home" title={t('bridge.noHouse')}>
    <p className="quiet">{t('bridge.noHouseHelp')}</p>
    <pre className="empty-state__command">
      <code>{`npx plenum bridge --house flat --http-port 0 --cloud ${window.location.origin}`}</code>
    </pre>
    <a className="button button--main" href={toHash('houses', 'pair')}>
      {t('bridge.enterTheCode')}
    </a>
  </EmptyState>
);

export function HousesPage({ rest: [what, code] }: { rest: readonly string[] }) {
  const bridges = useBridges();
  const isPairing = what === 'pair';
  return (
    <div className="page">
      <title>{t('common.pageTitle', { title: t('account.houses') })}</title>
      <header className="page__head">
        <div>
          <h1 className="page__title">{t('account.houses')}</h1>
          <p className="page__lead">{t('bridge.lead')}</p>
        </div>
        {bridges.data !== undefined && bridges.data.length > 0 && (
          <a className="button button--main" href={toHash('houses', 'pair')}>
            {t('bridge.pair')}
          </a>
        )}
      </header>
      <Invitations />
      <QueryResult query={bridges} what={t('bridge.yourHouses')}>
        {(all) =>
          all.length === 0 ? (
            <NoHouse />
          ) : (
            <ul className="houses cards">
              {all.map((bridge) => (
                <HouseCard key={bridge.systemId} bridge={bridge} every={readInterval(all.length)} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Pair isOpen={isPairing} code={code} bridges={bridges.data ?? []} />
    </div>
  );
}
