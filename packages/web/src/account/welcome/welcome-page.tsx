import { ActButton } from '../../design/act-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { useSession } from '../context.tsx';
import { Asked } from '../frame/asked.tsx';
import { goTo, toHash } from '../frame/place.ts';
import type { Credentials } from '../session/session.ts';
import { PlaceList } from './place-list.tsx';
import { TryList } from './try-list.tsx';
import { useDemo } from './use-demo.ts';
import { useWelcome, type Welcome } from './welcome.ts';
import './welcome.css';

/** The ways in of a cloud in earnest. */
const Doors = () => {
  const isIn = 'account' in useSession();
  return (
    <div className="doors">
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
            Make an account
          </a>
        </>
      )}
    </div>
  );
};

/** A cloud in development mode: what is here, and one click to be somebody. */
const Tour = ({ welcome, credentials }: { welcome: Welcome; credentials: Credentials }) => {
  const state = useSession();
  const demo = useDemo(credentials);
  const enterHere = () => {
    goTo('welcome');
    void demo.enter();
  };
  return (
    <>
      <div className="doors">
        {'account' in state ? (
          <p className="doors__who">
            You are <strong>{state.account.email}</strong>.
          </p>
        ) : (
          <ActButton isBusy={demo.isBusy} onPress={enterHere}>
            Sign in as the demo user
          </ActButton>
        )}
        <p className="small quiet">
          Development mode: this machine alone can reach it, and everybody on it knows the demo user’s
          password.
        </p>
        <Problem sentence={demo.refusal?.sentence} />
      </div>
      <TryList welcome={welcome} demo={demo} />
      <PlaceList places={welcome.places!} />
    </>
  );
};

/** The first page of a visitor: what this is, how to enter, and, where it is a demonstration, what to try. */
export const WelcomePage = () => {
  const welcome = useWelcome();
  return (
    <div className="page welcome">
      <title>Plenum</title>
      <header className="welcome__head">
        <h1>Climate control, open from the room to the app</h1>
        <p className="welcome__lead">
          Plenum is a bridge that speaks for a house on its own network, and a cloud that lets the apps its
          owner allows see and steer it from anywhere.
        </p>
      </header>
      <Asked of={welcome} what="what runs here">
        {(value) =>
          value.demo === undefined ? <Doors /> : <Tour welcome={value} credentials={value.demo} />
        }
      </Asked>
    </div>
  );
};
