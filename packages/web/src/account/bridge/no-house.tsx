import { Icon } from '../../design/icon.tsx';
import { toHash } from '../frame/place.ts';

/** An account without a bridge: how it comes by one. */
export const NoHouse = () => (
  <section className="no-house card">
    <span className="no-house__sign">
      <Icon name="home" />
    </span>
    <h2>No house yet</h2>
    <p className="quiet">
      A bridge in your house joins this account by a code. Start one with this cloud and it shows its code:
    </p>
    <pre className="no-house__command">
      <code>{`npx plenum bridge --cloud ${window.location.origin}`}</code>
    </pre>
    <a className="button button--main" href={toHash('houses', 'pair')}>
      Enter the code
    </a>
  </section>
);
