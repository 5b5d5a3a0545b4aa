import { cloudLimits } from '@plenum/protocol/cloud';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Breakable } from '../../../design/breakable.tsx';
import { Icon } from '../../../design/icon.tsx';
import { countOf, showNumber } from '../../../reading/count.ts';
import { Asked } from '../../frame/asked.tsx';
import { goTo, toHash } from '../../frame/place.ts';
import { SecretDialog, type Told } from '../part/secret-dialog.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { type Endpoint, useEndpoints } from './endpoints.ts';
import { toHealth } from './health.ts';
import { HealthMark } from './health-mark.tsx';

const Row = ({ endpoint }: { endpoint: Endpoint }) => {
  const { id, clientId, url, ledger } = endpoint;
  const rest = [
    `${showNumber(ledger.delivered)} delivered`,
    ledger.pending > 0 && `${ledger.pending} waiting`,
    ledger.dead > 0 && `${ledger.dead} given up`,
  ];
  return (
    <li>
      <a className="row-link" href={toHash('developer', 'app', clientId, 'endpoint', id)}>
        <span className="row-link__words">
          <code className="row-link__name">
            <Breakable text={url} />
          </code>
          <span className="quiet small num">{rest.filter(Boolean).join(', ')}</span>
        </span>
        <HealthMark health={toHealth(endpoint, Date.now())} />
        <Icon name="forward" />
      </a>
    </li>
  );
};

/** Where an app hears of changes. */
export const EndpointList = ({ clientId }: { clientId: string }) => {
  const endpoints = useEndpoints(clientId);
  const [isAdding, setAdding] = useState(false);
  const [told, setTold] = useState<Told & { readonly id: string }>();
  return (
    <section className="panel card" aria-labelledby="endpoints">
      <div className="panel__head">
        <div>
          <h2 id="endpoints">Event endpoints</h2>
          <p className="quiet small">
            {endpoints.data === undefined
              ? 'Where the app hears of changes'
              : `${countOf(endpoints.data.length, 'endpoint')} of at most ${cloudLimits.maxEndpoints}`}
          </p>
        </div>
        <Button className="button button--small" onPress={() => setAdding(true)}>
          <Icon name="plus" /> Add an endpoint
        </Button>
      </div>
      <Asked of={endpoints} what="the endpoints">
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">
              None yet. An endpoint is an address of yours to which every change in the houses that allowed
              the app is posted, signed, and tried again where it is not taken.
            </p>
          ) : (
            <ul className="rows">
              {all.map((endpoint) => (
                <Row key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </Asked>
      <AddEndpoint
        clientId={clientId}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onMade={({ endpoint, secret }) => {
          setAdding(false);
          setTold({
            id: endpoint.id,
            title: 'The endpoint is added',
            what: 'the signing secret',
            secret,
            notes: [
              'Every message is signed with it as Standard Webhooks says; verifyWebhook of @plenum/client checks it.',
            ],
          });
        }}
      />
      <SecretDialog
        told={told}
        onClose={() => told && goTo('developer', 'app', clientId, 'endpoint', told.id)}
      />
    </section>
  );
};
