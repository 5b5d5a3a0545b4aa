import { useConnection, useHouseContext } from '../context/house-context.tsx';
import { KeyForm } from './key-form.tsx';

/** Shown in place of the house: the bridge requires a key, the session has ended, or there is no such house. */
export const AccessDenied = () => {
  const isGone = useConnection() === 'gone';
  const { transport } = useHouseContext().source;
  if (!isGone && transport === 'local') return <KeyForm />;
  const [title, sentence, action] = isGone
    ? [
        'This house is not in your account',
        'It was released, or belongs to another account. It keeps running; only this page cannot show it.',
        'Your houses',
      ]
    : ['Your session has ended', 'Sign in to see the house again.', 'Sign in'];
  return (
    <section className="key-form card" role="status">
      <h2>{title}</h2>
      <p className="quiet">{sentence}</p>
      <a className="button button--main" href="./#/houses">
        {action}
      </a>
    </section>
  );
};
