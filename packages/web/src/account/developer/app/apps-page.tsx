import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../../design/icon.tsx';
import { formatDate } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { AppAvatar } from '../../frame/app-avatar.tsx';
import { EmptyState } from '../../frame/empty-state.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { navigate, toHash } from '../../frame/routes.ts';
import { type App, formatKind, type MadeApp, useApps } from '../apps.ts';
import { useSecretDialog } from '../ui/secret-dialog.tsx';
import { CreateApp, CreateAppForm } from './create-app.tsx';
import './app.css';

const AppCard = ({ app }: { app: App }) => (
  <li className="app-card card">
    <a className="app-card__link" href={toHash('developer', 'app', app.clientId)}>
      <AppAvatar name={app.name} />
      <span className="app-card__words">
        <span className="app-card__name">{app.name}</span>
        <span className="quiet small">{formatKind(app)}</span>
        <span className="quiet small">{t('console.created', { day: formatDate(app.createdAt) })}</span>
      </span>
      <Icon name="forward" />
    </a>
  </li>
);

const NoApp = ({ onMade }: { onMade: (made: MadeApp) => void }) => (
  <EmptyState icon="code" title={t('console.noApp')} activity="idle">
    <p className="quiet">{t('console.noAppHelp')}</p>
    <div className="first-app">
      <CreateAppForm onMade={onMade} />
    </div>
  </EmptyState>
);

export function AppsPage() {
  const apps = useApps();
  const [isMaking, setMaking] = useState(false);
  const [secretDialog, showSecret] = useSecretDialog();
  const showMade = ({ app: { clientId, name }, secret }: MadeApp) => {
    setMaking(false);
    const afterwards = () => navigate('developer', 'app', clientId);
    if (secret === undefined) return afterwards();
    showSecret({
      title: t('console.wasCreated', { name }),
      what: t('console.theClientSecret'),
      secret,
      afterwards,
    });
  };
  return (
    <div className="page">
      <title>{t('common.pageTitle', { title: t('account.developer') })}</title>
      <header className="page__head">
        <div>
          <h1 className="page__title">{t('account.developer')}</h1>
          <p className="page__lead">{t('console.lead')}</p>
        </div>
        <div className="actions">
          <a className="button" href={toHash('developer', 'explorer')}>
            <Icon name="flask" /> {t('console.explorer')}
          </a>
          {apps.data !== undefined && apps.data.length > 0 && (
            <Button className="button button--main" onPress={() => setMaking(true)}>
              {t('console.createApp')}
            </Button>
          )}
        </div>
      </header>
      <QueryResult query={apps} what={t('console.whatApps')}>
        {(all) =>
          all.length === 0 ? (
            <NoApp onMade={showMade} />
          ) : (
            <ul className="app-cards cards">
              {all.map((app) => (
                <AppCard key={app.clientId} app={app} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <CreateApp isOpen={isMaking} onClose={() => setMaking(false)} onMade={showMade} />
      {secretDialog}
    </div>
  );
}
