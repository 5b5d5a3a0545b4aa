import { useConnection, useHouse } from '../context.tsx';
import { KeyForm } from './key-form.tsx';

/** In place of a house the page may not see: a key is wanted, a session has ended, or there is no such house. */
export const Barred = () => {
  const isGone = useConnection() === 'gone';
  const { door } = useHouse().source;
  if (!isGone && door === 'local') return <KeyForm />;
  const [title, sentence, action] = isGone
    ? [
        'This house is not in your account',
        'It was released, or belongs to somebody else. It goes on as it is; only this page cannot see it.',
        'To your houses',
      ]
    : ['Your session has ended', 'Sign in, and this page goes on with the house as it is then.', 'Sign in'];
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
