import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../../design/icon.tsx';
import { showDay } from '../../../reading/ago.ts';
import { AppSign } from '../../frame/app-sign.tsx';
import { Asked } from '../../frame/asked.tsx';
import { Nothing } from '../../frame/nothing.tsx';
import { goTo, toHash } from '../../frame/place.ts';
import { SecretDialog, type Told } from '../part/secret-dialog.tsx';
import { type App, showKind, useApps } from './apps.ts';
import { CreateApp } from './create-app.tsx';
import './app.css';

const AppCard = ({ app }: { app: App }) => (
  <li className="app-card card">
    <a className="app-card__link" href={toHash('developer', 'app', app.clientId)}>
      <AppSign name={app.name} />
      <span className="app-card__words">
        <span className="app-card__name">{app.name}</span>
        <span className="quiet small">{showKind(app)}</span>
        <span className="quiet small">Made {showDay(app.createdAt)}</span>
      </span>
      <Icon name="forward" />
    </a>
  </li>
);

const NoApp = ({ onMake }: { onMake: () => void }) => (
  <Nothing icon="code" title="No app yet" look="idle">
    <p className="quiet">
      An app has a client id, with which it asks owners for access to their houses, and endpoints that hear of
      every change in them.
    </p>
    <Button className="button button--main" onPress={onMake}>
      Create an app
    </Button>
  </Nothing>
);

/** The apps of a developer, and the way to another. */
export const AppsPage = () => {
  const apps = useApps();
  const [isMaking, setMaking] = useState(false);
  const [told, setTold] = useState<Told & { readonly clientId: string }>();
  return (
    <div className="page">
      <title>Developer · Plenum</title>
      <header className="page__head">
        <div>
          <h1 className="page__title">Developer</h1>
          <p className="page__lead">Your apps, what they hear and ask, and the interface to try by hand.</p>
        </div>
        <div className="acts">
          <a className="button" href={toHash('developer', 'explorer')}>
            <Icon name="flask" /> API explorer
          </a>
          {apps.data !== undefined && apps.data.length > 0 && (
            <Button className="button button--main" onPress={() => setMaking(true)}>
              Create an app
            </Button>
          )}
        </div>
      </header>
      <Asked of={apps} what="your apps">
        {(all) =>
          all.length === 0 ? (
            <NoApp onMake={() => setMaking(true)} />
          ) : (
            <ul className="app-cards cards">
              {all.map((app) => (
                <AppCard key={app.clientId} app={app} />
              ))}
            </ul>
          )
        }
      </Asked>
      <CreateApp
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={({ app: { clientId, name }, secret }) => {
          setMaking(false);
          if (secret === undefined) return goTo('developer', 'app', clientId);
          setTold({ clientId, title: `${name} is made`, what: 'the client secret', secret, notes: [] });
        }}
      />
      <SecretDialog told={told} onClose={() => told && goTo('developer', 'app', told.clientId)} />
    </div>
  );
};
