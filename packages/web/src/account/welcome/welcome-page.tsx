import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import type { Credentials } from '../../session/session.ts';
import { useSession } from '../context/account-context.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import { navigate, toHash } from '../frame/routes.ts';
import { ServiceList } from './service-list.tsx';
import { TryList } from './try-list.tsx';
import { useDemo } from './use-demo.ts';
import { useWelcome, type Welcome } from './welcome.ts';
import './welcome.css';

/** The links to sign in and to sign up. */
const SignInLinks = () => {
  const isIn = 'account' in useSession();
  return (
    <div className="sign-in-links">
      {isIn ? (
        <a className="button button--main" href={toHash('houses')}>
          Your houses
        </a>
      ) : (
        <>
          <a className="button button--main" href={toHash('sign-in')}>
            Sign in
          </a>
          <a className="button" href={toHash('sign-up')}>
            Create an account
          </a>
        </>
      )}
    </div>
  );
};

/** The welcome in development mode: the demo user, what to try, and what runs here. */
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
            You are <strong>{state.account.email}</strong>.
          </p>
        ) : (
          <ActionButton isBusy={demo.isBusy} onPress={enterHere}>
            Sign in as the demo user
          </ActionButton>
        )}
        <p className="small quiet">
          Development mode: only this machine can reach it, and everybody on it knows the demo user’s
          password.
        </p>
        <FormError sentence={demo.refusal?.sentence} />
      </div>
      <TryList welcome={welcome} demo={demo} />
      <ServiceList places={welcome.places!} />
    </>
  );
};

/** The first page of a visitor: what this is, how to sign in, and, in development mode, what to try. */
export const WelcomePage = () => {
  const welcome = useWelcome();
  return (
    <div className="page welcome">
      <title>Plenum</title>
      <header className="welcome__head">
        <h1>Climate control, open from the room to the app</h1>
        <p className="welcome__lead">
          Plenum is a bridge that controls a house on its own network, and a cloud through which the apps its
          owner allows can see and control it from anywhere.
        </p>
      </header>
      <QueryResult query={welcome} what="what runs here">
        {(value) =>
          value.demo === undefined ? <SignInLinks /> : <Onboarding welcome={value} credentials={value.demo} />
        }
      </QueryResult>
    </div>
  );
};
