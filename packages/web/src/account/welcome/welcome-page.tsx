import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import type { Credentials } from '../../session/session.ts';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useSession } from '../account-context.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { navigate, toHash } from '../frame/routes.ts';
import { ServiceList } from './service-list.tsx';
import { TryList } from './try-list.tsx';
import { useDemo } from './use-demo.ts';
import { useWelcome, type Welcome } from './welcome.ts';
import './welcome.css';

const SignInLinks = () => {
  const isIn = 'account' in useSession();
  return (
    <div className="sign-in-links">
      {isIn ? (
        <a className="button button--main" href={toHash('houses')}>
          {t('house.yourHouses')}
        </a>
      ) : (
        <>
          <a className="button button--main" href={toHash('sign-in')}>
            {t('common.signIn')}
          </a>
          <a className="button" href={toHash('sign-up')}>
            {t('signIn.createTitle')}
          </a>
        </>
      )}
    </div>
  );
};

/** The welcome section in development mode: the demo user, things to try, and the services on this machine. */
const Onboarding = ({ welcome, credentials }: { welcome: Welcome; credentials: Credentials }) => {
  const state = useSession();
  const demo = useDemo(credentials);
  const enterHere = () => {
    navigate('welcome');
    void demo.signIn();
  };
  return (
    <>
      <div className="sign-in-links">
        {'account' in state ? (
          <p className="sign-in-links__who">
            <Rich
              text={t('welcome.youAre', { email: state.account.email })}
              parts={{ strong: (content) => <strong>{content}</strong> }}
            />
          </p>
        ) : (
          <ActionButton isBusy={demo.isBusy} onPress={enterHere}>
            {t('welcome.signInDemo')}
          </ActionButton>
        )}
        <p className="small quiet">{t('welcome.development')}</p>
        <FormError sentence={demo.refusal?.sentence} />
      </div>
      <TryList welcome={welcome} demo={demo} />
      <ServiceList places={welcome.places!} />
    </>
  );
};

/** The first page for a visitor: an introduction, ways to sign in and, in development mode, things to try. */
export function WelcomePage() {
  const welcome = useWelcome();
  return (
    <div className="page welcome">
      <title>Plenum</title>
      <header className="welcome__head">
        <h1>{t('welcome.tagline')}</h1>
        <p className="welcome__lead">{t('welcome.about')}</p>
      </header>
      <QueryResult query={welcome} what={t('welcome.what')}>
        {(value) =>
          value.demo === undefined ? <SignInLinks /> : <Onboarding welcome={value} credentials={value.demo} />
        }
      </QueryResult>
    </div>
  );
}
