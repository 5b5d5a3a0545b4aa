import { cloudLimits } from '@plenum/protocol/cloud';
import { useDeferredValue, useState } from 'react';
import { ActionButton } from '../../../design/action-button.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import { t } from '../../../text/text.ts';
import { QueryResult } from '../../frame/query-result.tsx';
import { toHash } from '../../frame/routes.ts';
import type { EndpointRef } from '../endpoints.ts';
import { formatDays, formatDuration, formatSecond, formatTimeUntil } from '../ui/format.ts';
import { type Delivery, formatSubject, formatVerdict, useDeliveries } from './deliveries.ts';
import { isFiltered, noFilter, toFilterQuery } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import './delivery.css';

/** Describes the next step after an attempt, such as a retry. */
const formatNext = ({ verdict, nextAt, attempt }: Delivery): string => {
  if (verdict === 'delivered') return attempt > 1 ? t('console.onAttempt', { attempt }) : '';
  if (verdict === 'dead') return t('console.noMoreAttempts');
  if (verdict === 'gone') return t('console.disabledAfterwards');
  const now = Date.now();
  return nextAt === undefined || nextAt <= now
    ? ''
    : t('console.nextAttempt', { when: formatTimeUntil(nextAt, now) });
};

const Row = ({ of, delivery }: { of: EndpointRef; delivery: Delivery }) => {
  const { number, at, verdict, latency } = delivery;
  const href = toHash('developer', 'app', of.clientId, 'endpoint', of.endpointId, 'attempt', String(number));
  return (
    <li>
      <a className="attempt" href={href} data-verdict={verdict}>
        <span className="attempt__verdict">{formatVerdict(delivery)}</span>
        <span className="attempt__what">
          <Wrappable text={formatSubject(delivery)} />
        </span>
        <span className="attempt__next num">{formatNext(delivery)}</span>
        <time className="attempt__at num" dateTime={new Date(at).toISOString()}>
          {formatSecond(at)}
        </time>
        <span className="attempt__took num">{formatDuration(latency)}</span>
      </a>
    </li>
  );
};

const { age, rows } = cloudLimits.deliveryLog;
const kept = () => t('console.logHelp', { age: formatDays(age), rows });

/** Lists all delivery attempts, latest first. */
export function DeliveryLog({ of, isOn }: { of: EndpointRef; isOn: boolean }) {
  const [filter, setFilter] = useState(noFilter);
  const log = useDeliveries(of, toFilterQuery(useDeferredValue(filter)));
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...rest } = log;
  return (
    <section className="panel card" aria-labelledby="deliveries">
      <div>
        <h2 id="deliveries">{t('console.deliveries')}</h2>
        <p className="quiet small">{kept()}</p>
      </div>
      <FilterForm of={of} isOn={isOn} filter={filter} onChange={setFilter} />
      <QueryResult query={{ ...rest, data: data?.pages.flat() }} what={t('console.theDeliveries')}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">{t(isFiltered(filter) ? 'console.noMatch' : 'console.nothingSent')}</p>
          ) : (
            <>
              <ol className="attempts rows">
                {all.map((delivery) => (
                  <Row key={delivery.number} of={of} delivery={delivery} />
                ))}
              </ol>
              {hasNextPage && (
                <ActionButton
                  variant="small"
                  isBusy={isFetchingNextPage}
                  onPress={() => void fetchNextPage()}
                >
                  {t('console.olderAttempts')}
                </ActionButton>
              )}
            </>
          )
        }
      </QueryResult>
    </section>
  );
}
