import { cloudLimits } from '@plenum/protocol/cloud';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../../design/icon.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import { formatCount } from '../../../reading/number/count.ts';
import { t } from '../../../text/text.ts';
import { QueryResult } from '../../frame/query-result.tsx';
import { navigate, toHash } from '../../frame/routes.ts';
import type { App } from '../apps.ts';
import { useEndpoints, type WebhookEndpoint } from '../endpoints.ts';
import { ModeMark } from '../ui/mode-mark.tsx';
import { useSecretDialog } from '../ui/secret-dialog.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { toHealth } from './health.ts';
import { HealthMark } from './health-mark.tsx';

const Row = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { id, clientId, url, ledger } = endpoint;
  const rest = [
    t('console.deliveredCount', { count: formatCount(ledger.delivered) }),
    ledger.pending > 0 && t('console.pendingCount', { count: ledger.pending }),
    ledger.dead > 0 && t('console.failedCount', { count: ledger.dead }),
  ];
  return (
    <li>
      <a className="row-link" href={toHash('developer', 'app', clientId, 'endpoint', id)}>
        <span className="row-link__words">
          <code className="row-link__name">
            <Wrappable text={url} />
          </code>
          <span className="quiet small num">{rest.filter(Boolean).join(', ')}</span>
        </span>
        <HealthMark health={toHealth(endpoint, Date.now())} />
        <Icon name="forward" />
      </a>
    </li>
  );
};

interface EndpointListProps {
  readonly app: App;
  /** The live client id of the app, or that of its test keys. */
  readonly clientId: string;
}

/** The endpoints of an app, or of its test keys. */
export function EndpointList({ app, clientId }: EndpointListProps) {
  const isTest = clientId === app.testClientId;
  const id = isTest ? 'test-endpoints' : 'endpoints';
  const endpoints = useEndpoints(clientId);
  const [isAdding, setAdding] = useState(false);
  const [secretDialog, showSecret] = useSecretDialog();
  return (
    <section className="panel card" aria-labelledby={id}>
      <div className="panel__head">
        <div>
          <h2 id={id}>
            {t('console.endpoints')} <ModeMark app={app} clientId={clientId} />
          </h2>
          <p className="quiet small">
            {endpoints.data === undefined
              ? t('console.endpointsLead')
              : t('console.endpointCount', { count: endpoints.data.length, most: cloudLimits.maxEndpoints })}
          </p>
        </div>
        <Button className="button button--small" onPress={() => setAdding(true)}>
          <Icon name="plus" /> {isTest ? t('sandbox.addEndpoint') : t('console.addEndpoint')}
        </Button>
      </div>
      <QueryResult query={endpoints} what={t('console.theEndpoints')}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">{t('console.noEndpoints')}</p>
          ) : (
            <ul className="rows">
              {all.map((endpoint) => (
                <Row key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <AddEndpoint
        clientId={clientId}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onMade={({ endpoint, secret }) => {
          setAdding(false);
          showSecret({
            title: t('console.endpointAdded'),
            what: t('console.theSigningSecret'),
            secret,
            notes: [t('console.signingHelp')],
            afterwards: () => navigate('developer', 'app', clientId, 'endpoint', endpoint.id),
          });
        }}
      />
      {secretDialog}
    </section>
  );
}
