import type { ReactNode } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { useSession } from '../context/account-context.tsx';
import { navigate, toHash } from '../frame/routes.ts';
import { SpeedChoice } from './speed-choice.tsx';
import type { Demo } from './use-demo.ts';
import type { Welcome } from './welcome.ts';

const Try = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="try card">
    <h3>{title}</h3>
    {children}
  </li>
);

/** A link to another server on this machine. */
const Away = ({ href, className, children }: { href: string; className: string; children: ReactNode }) => (
  <a className={className} href={href} target="_blank" rel="noopener">
    {children}
    <span className="hidden">, opens in a new tab</span>
  </a>
);

/** Three things to try, in order: each shows the effect of the one before. */
export const TryList = ({ welcome: { places, pace }, demo }: { welcome: Welcome; demo: Demo }) => {
  const isIn = 'account' in useSession();
  const { house, app } = places!;
  const room = house?.room;
  // Before signing in, that is the main action.
  const button = isIn ? 'button button--main' : 'button';
  const log: Parameters<typeof toHash> =
    app === undefined ? ['developer'] : ['developer', 'app', app.clientId, 'endpoint', app.endpointId];
  const toConsole = async () => {
    if (await demo.signIn()) navigate(...log);
  };
  return (
    <section aria-labelledby="tries">
      <h2 id="tries">Three things to try</h2>
      <ol className="tries">
        {app !== undefined && (
          <Try title="Connect an app">
            <p className="quiet">
              Homely asks for access, you allow it as the demo user, and it shows the rooms. From then on it
              receives every change.
            </p>
            <Away className={button} href={app.url}>
              Connect Homely
            </Away>
          </Try>
        )}
        {house !== undefined && (
          <Try title="Cool a room">
            <p className="quiet">
              Lower the setpoint of {room === undefined ? 'a room' : `the ${room.name}`} by a degree or two
              and watch its graph.
              {app !== undefined && ' Homely shows the change at once.'}
            </p>
            {pace !== undefined && <SpeedChoice pace={pace} />}
            <Away className={button} href={room?.url ?? house.url}>
              {room === undefined ? 'Open the house' : `Open the ${room.name}`}
            </Away>
          </Try>
        )}
        <Try title="See what was sent">
          <p className="quiet">
            The developer console logs each message with its response, resends messages, and builds requests
            to try.
          </p>
          {isIn ? (
            <a className={button} href={toHash(...log)}>
              Open the console
            </a>
          ) : (
            <ActionButton variant="secondary" isBusy={demo.isBusy} onPress={() => void toConsole()}>
              Open the console
            </ActionButton>
          )}
        </Try>
      </ol>
    </section>
  );
};
