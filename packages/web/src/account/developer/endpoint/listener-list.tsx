import type { RecordOf } from '@plenum/protocol/console';
import { formatAgo } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';
import type { App } from '../apps.ts';
import { refreshInterval } from '../endpoints.ts';
import { RemoveButton } from '../sandbox/remove-button.tsx';
import { ModeMark } from '../ui/mode-mark.tsx';

type Listener = RecordOf<'Listener'>;

const Row = ({ clientId, listener }: { clientId: string; listener: Listener }) => {
  const { id, name, connected, seenAt, allowedBy } = listener;
  const remove = useCloudMutation('removeListener', { parameters: { clientId, endpointId: id } });
  const state = connected
    ? t('console.listenerConnected')
    : t('console.listenerSeen', { ago: formatAgo(seenAt, Date.now()) });
  const why = allowedBy === 'keys' ? t('console.listenerByKeys') : t('console.listenerByConsent');
  return (
    <li className="test-house">
      <div className="test-house__words">
        <span>{name}</span>
        <span className="quiet small">
          {state}, {why}
        </span>
      </div>
      <RemoveButton name={name} consequence={t('console.removeListenerHelp')} remove={remove} />
    </li>
  );
};

/** The connections of `plenum listen` to an app, or to its test keys; nothing if there are none. */
export function ListenerList({ app, clientId }: { readonly app: App; readonly clientId: string }) {
  const listeners = useCloudQuery('listeners', { parameters: { clientId }, every: refreshInterval });
  if (listeners.data === undefined || listeners.data.length === 0) return null;
  const id = clientId === app.testClientId ? 'test-listeners' : 'listeners';
  return (
    <section className="panel card" aria-labelledby={id}>
      <div className="panel__head">
        <div>
          <h2 id={id}>
            {t('console.listeners')} <ModeMark app={app} clientId={clientId} />
          </h2>
          <p className="quiet small">{t('console.listenersLead')}</p>
        </div>
      </div>
      <ul className="rows">
        {listeners.data.map((listener) => (
          <Row key={listener.id} clientId={clientId} listener={listener} />
        ))}
      </ul>
    </section>
  );
}
