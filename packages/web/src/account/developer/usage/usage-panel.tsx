import { cloudLimits } from '@plenum/protocol/cloud';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Segmented } from '../../../design/field/segmented.tsx';
import { RequestList } from '../../../design/request-list.tsx';
import { formatCount } from '../../../reading/number/count.ts';
import { t } from '../../../text/text.ts';
import { useCloudQuery } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import type { App } from '../apps.ts';
import { type AppUsage, formatStatus, toDays, toTable, type UsageResult, usageResults } from './usage.ts';
import { UsageChart } from './usage-chart.tsx';
import './usage.css';

const words = {
  done: 'console.usageDone',
  refused: 'console.usageRefused',
  failed: 'console.usageFailed',
} as const;

const meanings = {
  done: 'console.usageDoneHelp',
  refused: 'console.usageRefusedHelp',
  failed: 'console.usageFailedHelp',
} as const;

const Table = ({ usage }: AppUsage) => {
  const { statuses, rows } = toTable(usage);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className="table" tabIndex={0} aria-label={t('console.usageTable')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('console.operation')}</th>
            {statuses.map((status) => (
              <th key={status} scope="col" className="table__number">
                {formatStatus(status)} <span className="table__code quiet num">{status}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ operation, counts }) => (
            <tr key={operation}>
              <th scope="row">{operation}</th>
              {counts.map((count, place) => (
                <td key={statuses[place]} className="table__number num">
                  {count === 0 ? <span className="quiet">0</span> : formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** Requests that are shown; the cloud lists more. */
const maxShown = 20;

const Latest = ({ latest }: AppUsage) => {
  const requests = latest.slice(0, maxShown).map(({ over, operation, ...request }) => ({
    ...request,
    subject: operation === 'Unknown' ? t('console.otherRequest') : operation,
    about: [over === 'grpc' ? 'gRPC' : 'HTTP'],
  }));
  return (
    <details className="disclosure">
      <summary>{t('console.latestRequests')}</summary>
      <p className="quiet small">{t('console.latestRequestsHelp')}</p>
      <RequestList requests={requests} />
    </details>
  );
};

/** The option for the total of all operations. */
const every = '';

const Counts = ({ isTest, ...appUsage }: AppUsage & { readonly isTest: boolean }) => {
  const [chosen, choose] = useState(every);
  if (appUsage.usage.length === 0)
    return <p className="quiet">{isTest ? t('sandbox.noRequests') : t('console.noRequests')}</p>;
  const operations = [every, ...toTable(appUsage.usage).rows.map(({ operation }) => operation)];
  const days = toDays({
    ...appUsage,
    usage: appUsage.usage.filter(({ operation }) => chosen === every || operation === chosen),
  });
  const sum = (result: UsageResult) => days.reduce((all, one) => all + one[result], 0);
  const total = usageResults.reduce((all, result) => all + sum(result), 0);
  return (
    <>
      <div className="panel__head">
        <p className="usage__total">
          <span className="usage__number num">{formatCount(total)}</span>{' '}
          {t('console.requestWord', { count: total })}
        </p>
        {operations.length > 2 && (
          <Segmented
            label={t('console.operation')}
            options={operations.map((name, value) => ({ value, label: name || t('console.all') }))}
            value={operations.indexOf(chosen)}
            onChange={(place) => choose(operations[place]!)}
          />
        )}
      </div>
      <UsageChart days={days} />
      <ul className="usage__keys">
        {usageResults.map((result) => (
          <li key={result}>
            <span className="usage__key" data-result={result} />
            <span>
              {t(words[result])} <span className="num">{formatCount(sum(result))}</span>
              <span className="quiet small"> {t(meanings[result])}</span>
            </span>
          </li>
        ))}
      </ul>
      <Table {...appUsage} />
      {appUsage.latest.length > 0 && <Latest {...appUsage} />}
    </>
  );
};

const often = 5_000;

/** Loads the usage of an app, refreshed every few seconds. */
export const useUsage = (clientId: string): UseQueryResult<AppUsage> =>
  useCloudQuery('appUsage', { parameters: { clientId }, every: often });

/** Shows the number of an app's requests by result, with its live or its test keys. */
export function UsagePanel({ app: { clientId, testClientId } }: { app: App }) {
  const [isTest, setTest] = useState(false);
  const usage = useUsage(isTest && testClientId !== undefined ? testClientId : clientId);
  return (
    <section className="panel card" aria-labelledby="usage">
      <div className="panel__head">
        <div>
          <h2 id="usage">{t('console.requests')}</h2>
          <p className="quiet small">{t('console.usageLead', { count: cloudLimits.usageDays })}</p>
        </div>
        {testClientId !== undefined && (
          <Segmented
            label={t('sandbox.mode')}
            options={[
              { value: 0, label: t('sandbox.live') },
              { value: 1, label: t('sandbox.test') },
            ]}
            value={isTest ? 1 : 0}
            onChange={(chosen) => setTest(chosen === 1)}
          />
        )}
      </div>
      <QueryResult query={usage} what={t('console.theCounts')}>
        {(appUsage) => <Counts isTest={isTest} {...appUsage} />}
      </QueryResult>
    </section>
  );
}
