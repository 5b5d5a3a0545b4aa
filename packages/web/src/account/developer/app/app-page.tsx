import { Icon } from '../../../design/icon.tsx';
import { t } from '../../../text/text.ts';
import { QueryResult } from '../../frame/query-result.tsx';
import { toHash } from '../../frame/routes.ts';
import { useApps } from '../apps.ts';
import { EndpointList } from '../endpoint/endpoint-list.tsx';
import { ListenerList } from '../endpoint/listener-list.tsx';
import { useEndpoints } from '../endpoints.ts';
import { TestUsers, useOfferedTestUsers } from '../sandbox/test-users.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { UsagePanel, useUsage } from '../usage/usage-panel.tsx';
import { AppFacts } from './app-facts.tsx';
import { RedirectUris } from './redirect-uris.tsx';

/** Shown if an app does not exist or belongs to another account. */
const NoSuchApp = () => (
  <section className="empty-state card" role="alert">
    <h1>{t('console.noSuchApp')}</h1>
    <p className="quiet">{t('console.noSuchAppHelp')}</p>
    <a className="button" href={toHash('developer')}>
      {t('console.yourApps')}
    </a>
  </section>
);

export function AppPage({ clientId }: { clientId: string }) {
  const apps = useApps();
  const testUsers = useOfferedTestUsers();
  const waitFor = [useEndpoints(clientId), useUsage(clientId), ...testUsers.waitFor];
  return (
    <div className="page">
      <Breadcrumbs way={[{ title: t('account.developer'), rest: [] }]} />
      <QueryResult query={apps} what={t('console.whatApp')} waitFor={waitFor}>
        {(all) => {
          const app = all.find((each) => each.clientId === clientId);
          if (app === undefined) return <NoSuchApp />;
          return (
            <>
              <title>{`${app.name} · Plenum`}</title>
              <header className="page__head">
                <h1 className="page__title">{app.name}</h1>
                <a className="button" href={toHash('developer', 'explorer', clientId)}>
                  <Icon name="flask" /> {t('console.tryExplorer')}
                </a>
              </header>
              <div className="app-page">
                <div className="app-page__side">
                  <EndpointList app={app} clientId={clientId} />
                  <ListenerList app={app} clientId={clientId} />
                  {testUsers.isOffered && <TestUsers app={app} />}
                  {app.testClientId !== undefined && (
                    <>
                      <EndpointList app={app} clientId={app.testClientId} />
                      <ListenerList app={app} clientId={app.testClientId} />
                    </>
                  )}
                  <UsagePanel app={app} />
                </div>
                <div className="app-page__side">
                  <AppFacts app={app} />
                  <RedirectUris app={app} />
                </div>
              </div>
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
