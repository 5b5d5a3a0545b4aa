import { Wrappable } from '../../../design/wrappable.tsx';
import { formatCount } from '../../../reading/number/count.ts';
import { type PlainKey, t } from '../../../text/text.ts';
import { QueryResult } from '../../frame/query-result.tsx';
import { useApps } from '../apps.ts';
import { useDead, useDeliveries } from '../delivery/deliveries.ts';
import { DeliveryLog } from '../delivery/delivery-log.tsx';
import { DeliverySheet } from '../delivery/delivery-sheet.tsx';
import { FailedMessages } from '../delivery/failed-messages.tsx';
import { type EndpointRef, type Ledger, useEndpoint } from '../endpoints.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ModeMark } from '../ui/mode-mark.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EventTypes } from './event-types.tsx';
import { toHealth } from './health.ts';
import { HealthMark } from './health-mark.tsx';

/** The page of an endpoint: its health, its deliveries, and the attempt that is open, if any. */
export function EndpointPage({ of, attempt }: { of: EndpointRef; attempt: number | undefined }) {
  const endpoint = useEndpoint(of);
  const waitFor = [useDeliveries(of), useDead(of)];
  const app = useApps().data?.find(({ clientId, testClientId }) =>
    [clientId, testClientId].includes(of.clientId),
  );
  return (
    <div className="page">
      <title>{t('common.pageTitle', { title: t('console.endpoint') })}</title>
      <Breadcrumbs
        way={[
          { title: t('account.developer'), rest: [] },
          { title: app?.name ?? t('console.app'), rest: ['app', app?.clientId ?? of.clientId] },
        ]}
      />
      <QueryResult query={endpoint} what={t('console.whatEndpoint')} waitFor={waitFor}>
        {(found) => {
          const health = toHealth(found, Date.now());
          return (
            <>
              <header className="page__head">
                <h1 className="page__title page__title--url">
                  <Wrappable text={found.url} /> <ModeMark app={app} clientId={of.clientId} />
                </h1>
                <HealthMark health={health} />
              </header>
              {health.why !== undefined && (
                <p className="health-why" data-health={health.is}>
                  {health.why}
                </p>
              )}
              <DeliveryCounts ledger={found.ledger} />
              <div className="endpoint-page">
                <DeliveryLog of={of} isOn={found.disabled === undefined} />
                <div className="endpoint-page__side">
                  <EndpointActions endpoint={found} />
                  <FailedMessages of={of} isOn={found.disabled === undefined} />
                  <EventTypes endpoint={found} />
                </div>
              </div>
              <DeliverySheet of={of} number={attempt} isOn={found.disabled === undefined} />
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}

const figures: readonly (readonly [Exclude<keyof Ledger, 'changes'>, PlainKey, PlainKey])[] = [
  ['delivered', 'console.countDelivered', 'console.countDeliveredHelp'],
  ['superseded', 'console.countSuperseded', 'console.countSupersededHelp'],
  ['pending', 'console.countPending', 'console.countPendingHelp'],
  ['dead', 'console.countFailed', 'console.countFailedHelp'],
];

/** Shows the number of an endpoint's changes by result. */
const DeliveryCounts = ({ ledger }: { ledger: Ledger }) => (
  <dl className="figures">
    {figures.map(([key, name, means]) => (
      <div key={key} className="figures__one" data-is={key === 'dead' && ledger.dead > 0 ? 'bad' : undefined}>
        <dt>{t(name)}</dt>
        <dd className="figures__count num">{formatCount(ledger[key])}</dd>
        <dd className="quiet small">{t(means)}</dd>
      </div>
    ))}
  </dl>
);
