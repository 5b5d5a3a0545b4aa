import { useEffect, useState } from 'react';
import { ActButton } from '../../../design/act-button.tsx';
import { Asked } from '../../frame/asked.tsx';
import { Nothing } from '../../frame/nothing.tsx';
import { goTo, toHash } from '../../frame/place.ts';
import { type App, useApps } from '../app/apps.ts';
import { Crumbs } from '../part/crumbs.tsx';
import { type Answer, sendRequest } from './answer.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { CallPanel } from './call-panel.tsx';
import { useDraft } from './draft.ts';
import type { Device } from './offer.ts';
import { toRequest } from './request.ts';
import { RequestForm } from './request-form.tsx';
import { TokenPanel } from './token-panel.tsx';
import { useToken } from './use-token.ts';
import './explorer.css';

/** The components a Discover told, and nothing where it told none. */
const toDevices = (answer: Answer): readonly Device[] | undefined => {
  if (!('status' in answer) || answer.status !== 200) return undefined;
  const { response } = JSON.parse(answer.text) as { response?: { devices?: readonly Device[] } };
  return response?.devices;
};

const Explorer = ({ apps, app }: { apps: readonly App[]; app: App }) => {
  const of = useToken(app.clientId);
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const [answer, setAnswer] = useState<Answer>();
  const [isBusy, setBusy] = useState(false);
  const draft = useDraft(devices);
  const accessToken = of.token?.accessToken;

  // With a token it is known which components there are to choose from.
  useEffect(() => {
    if (accessToken === undefined) return;
    const look = async () => {
      const discovery = toRequest({ requestType: 'Discover' }, crypto.randomUUID());
      const found = toDevices(await sendRequest(discovery, accessToken));
      if (found !== undefined) setDevices(found);
    };
    void look();
  }, [accessToken]);

  const send = async () => {
    if (accessToken === undefined || isBusy) return;
    setBusy(true);
    const came = await sendRequest(draft.take(), accessToken);
    setBusy(false);
    setAnswer(came);
    if ('status' in came && came.status === 401) of.forget();
    const found = toDevices(came);
    if (found !== undefined) setDevices(found);
  };

  return (
    <>
      <TokenPanel
        apps={apps}
        app={app}
        onApp={(clientId) => goTo('developer', 'explorer', clientId)}
        of={of}
      />
      <div className="explorer">
        <section className="panel card" aria-labelledby="build">
          <h2 id="build">What to ask</h2>
          <RequestForm draft={draft} devices={devices} />
          <div className="acts explorer__send">
            <ActButton isDisabled={accessToken === undefined} isBusy={isBusy} onPress={() => void send()}>
              Send it
            </ActButton>
            {accessToken === undefined && <p className="quiet small">Make a token first.</p>}
          </div>
        </section>
        <div className="explorer__side">
          <CallPanel wish={draft.wish} request={draft.request} />
          <AnswerPanel answer={answer} isBusy={isBusy} />
        </div>
      </div>
    </>
  );
};

const NoApp = () => (
  <Nothing icon="code" title="An app first" look="idle">
    <p className="quiet">Requests are made by an app. Create one, then come back here.</p>
    <a className="button button--main" href={toHash('developer')}>
      To your apps
    </a>
  </Nothing>
);

/** The interface by hand: each request built from its definition, sent for real, and shown as code. */
export const ExplorerPage = ({ clientId }: { clientId: string | undefined }) => {
  const apps = useApps();
  return (
    <div className="page">
      <title>API explorer · Plenum</title>
      <Crumbs way={[{ title: 'Developer', rest: [] }]} />
      <header>
        <h1 className="page__title">API explorer</h1>
        <p className="page__lead">
          Discover, Query and Control as an app sends them, to your real houses: a command here does what it
          says.
        </p>
      </header>
      <Asked of={apps} what="your apps">
        {(all) => {
          const app = all.find((each) => each.clientId === clientId) ?? all[0];
          return app === undefined ? <NoApp /> : <Explorer key={app.clientId} apps={all} app={app} />;
        }}
      </Asked>
    </div>
  );
};
