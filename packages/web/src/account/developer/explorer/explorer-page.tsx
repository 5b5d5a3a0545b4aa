import { type ComponentProps, useEffect, useState } from 'react';
import { ActionButton } from '../../../design/action-button.tsx';
import { t } from '../../../text/text.ts';
import { useCloudQuery } from '../../account-context.tsx';
import { EmptyState } from '../../frame/empty-state.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { navigate, toHash } from '../../frame/routes.ts';
import { useApps } from '../apps.ts';
import { useOfferedTestUsers } from '../sandbox/test-users.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ReferenceLink } from '../ui/reference-link.tsx';
import type { DiscoveredComponent } from './choices.ts';
import { CodePanel } from './code-panel.tsx';
import { useDraft } from './draft.ts';
import { toRequest } from './request.ts';
import { RequestForm } from './request-form.tsx';
import { ResponsePanel } from './response-panel.tsx';
import { type ApiResponse, sendRequest } from './send-request.ts';
import { TokenPanel } from './token-panel.tsx';
import { useToken } from './use-token.ts';
import './explorer.css';

/** Returns the components in the response to a Discover; undefined for any other response. */
const toComponents = (answer: ApiResponse): readonly DiscoveredComponent[] | undefined => {
  if (!('status' in answer) || answer.status !== 200) return undefined;
  const { response } = JSON.parse(answer.text) as { response?: { devices?: readonly DiscoveredComponent[] } };
  return response?.devices;
};

interface ExplorerProps extends Omit<ComponentProps<typeof TokenPanel>, 'of' | 'onApp'> {}

const Explorer = (props: ExplorerProps) => {
  const of = useToken(props.app.clientId, props.testUser?.testUserId ?? '');
  const [components, setComponents] = useState<readonly DiscoveredComponent[]>([]);
  const [answer, setAnswer] = useState<ApiResponse>();
  const [isBusy, setBusy] = useState(false);
  const draft = useDraft(components);
  const accessToken = of.token?.accessToken;

  // Loading the components requires a token.
  useEffect(() => {
    if (accessToken === undefined) return;
    const loadComponents = async () => {
      const discovery = toRequest({ requestType: 'Discover' }, crypto.randomUUID());
      const found = toComponents(await sendRequest(discovery, accessToken));
      if (found !== undefined) setComponents(found);
    };
    void loadComponents();
  }, [accessToken]);

  const send = async () => {
    if (accessToken === undefined || isBusy) return;
    setBusy(true);
    const came = await sendRequest(draft.nextRequest(), accessToken);
    setBusy(false);
    setAnswer(came);
    if ('status' in came && came.status === 401) of.forget();
    const found = toComponents(came);
    if (found !== undefined) setComponents(found);
  };

  return (
    <>
      <TokenPanel {...props} onApp={(clientId) => navigate('developer', 'explorer', clientId)} of={of} />
      <div className="explorer">
        <section className="panel card" aria-labelledby="build">
          <h2 id="build">{t('console.request')}</h2>
          <RequestForm draft={draft} components={components} />
          <div className="actions explorer__send">
            <ActionButton isDisabled={accessToken === undefined} isBusy={isBusy} onPress={() => void send()}>
              {' '}
              {t('console.send')}{' '}
            </ActionButton>
            {accessToken === undefined && <p className="quiet small">{t('console.tokenFirst')}</p>}
          </div>
        </section>
        <div className="explorer__side">
          <CodePanel operation={draft.operation} request={draft.request} />
          <ResponsePanel answer={answer} isBusy={isBusy} />
        </div>
      </div>
    </>
  );
};

const NoApp = () => (
  <EmptyState icon="code" title={t('console.appFirst')} activity="idle">
    <p className="quiet">{t('console.appFirstHelp')}</p>
    <a className="button button--main" href={toHash('developer')}>
      {t('console.yourApps')}
    </a>
  </EmptyState>
);

/** Builds API requests from their definitions, sends them, and shows them as code. */
export function ExplorerPage({ clientId }: { clientId: string | undefined }) {
  const apps = useApps();
  const bridges = useCloudQuery('bridges');
  const testUsers = useOfferedTestUsers();
  const [chosen, choose] = useState<string>();
  return (
    <div className="page">
      <title>{t('common.pageTitle', { title: t('console.explorer') })}</title>
      <Breadcrumbs way={[{ title: t('account.developer'), rest: [] }]} />
      <header>
        <h1 className="page__title">{t('console.explorer')}</h1>
        <p className="page__lead">
          {t('console.explorerLead')} <ReferenceLink />
        </p>
      </header>
      <QueryResult query={apps} what={t('console.whatApps')} waitFor={[bridges, ...testUsers.waitFor]}>
        {(all) => {
          const app = all.find((each) => each.clientId === clientId) ?? all[0];
          if (app === undefined) return <NoApp />;
          const users = app.testClientId === undefined ? [] : testUsers.users;
          // A developer without houses begins with those of a test user.
          const first = bridges.data?.length === 0 ? users[0]?.testUserId : '';
          const testUser = users.find(({ testUserId }) => testUserId === (chosen ?? first));
          return (
            <Explorer
              key={`${app.clientId} ${testUser?.testUserId}`}
              apps={all}
              app={app}
              testUsers={users}
              testUser={testUser}
              onTestUser={choose}
            />
          );
        }}
      </QueryResult>
    </div>
  );
}
