import { paces } from '@plenum/protocol/console';
import type { ReactNode } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { Segmented } from '../../design/field/segmented.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation, useSession } from '../account-context.tsx';
import { navigate, toHash } from '../frame/routes.ts';
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
    <span className="hidden">{t('welcome.newTab')}</span>
  </a>
);

/** Three things to try in order. Each one shows the effect of the previous one. */
export function TryList({ welcome: { places, pace }, demo }: { welcome: Welcome; demo: Demo }) {
  const isIn = 'account' in useSession();
  const { house, app } = places!;
  const room = house?.room;
  // Until the visitor has signed in, the sign-in button is the main button.
  const button = isIn ? 'button button--main' : 'button';
  const log: Parameters<typeof toHash> =
    app === undefined ? ['developer'] : ['developer', 'app', app.clientId, 'endpoint', app.endpointId];
  const toConsole = async () => {
    if (await demo.signIn()) navigate(...log);
  };
  return (
    <section aria-labelledby="tries">
      <h2 id="tries">{t('welcome.threeThings')}</h2>
      <ol className="tries">
        {app !== undefined && (
          <Try title={t('welcome.connect')}>
            <p className="quiet">{t('welcome.connectHelp')}</p>
            <Away className={button} href={app.url}>
              {t('welcome.connectHomely')}
            </Away>
          </Try>
        )}
        {house !== undefined && (
          <Try title={t('welcome.cool')}>
            <p className="quiet">
              {room === undefined ? t('welcome.lowerAny') : t('welcome.lower', { room: room.name })}
              {app !== undefined && ` ${t('welcome.homelyShows')}`}
            </p>
            {pace !== undefined && <SpeedChoice pace={pace} />}
            <Away className={button} href={room?.url ?? house.url}>
              {room === undefined ? t('welcome.openHouse') : t('welcome.openRoom', { room: room.name })}
            </Away>
          </Try>
        )}
        <Try title={t('welcome.seeSent')}>
          <p className="quiet">{t('welcome.seeSentHelp')}</p>
          {isIn ? (
            <a className={button} href={toHash(...log)}>
              {t('welcome.openConsole')}
            </a>
          ) : (
            <ActionButton variant="secondary" isBusy={demo.isBusy} onPress={() => void toConsole()}>
              {t('welcome.openConsole')}
            </ActionButton>
          )}
        </Try>
      </ol>
    </section>
  );
}

const options = paces.map((value) => ({ value, label: `${value}×` }));

/** Sets the speed of the simulated house, since rooms take hours to cool but a visitor stays for a minute. */
function SpeedChoice({ pace }: { pace: number }) {
  const change = useCloudMutation('setPace');
  return (
    <div className="speed-choice">
      <p className="small quiet">{t('welcome.speedHelp')}</p>
      <Segmented
        label={t('welcome.speed')}
        options={options}
        value={pace}
        onChange={(next) => void change.run({ pace: next })}
      />
      {change.refusal !== undefined && (
        <p className="small" role="alert" data-activity="alert">
          {change.refusal.sentence}
        </p>
      )}
    </div>
  );
}
