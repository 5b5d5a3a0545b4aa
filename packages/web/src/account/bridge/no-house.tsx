import { Nothing } from '../frame/nothing.tsx';
import { toHash } from '../frame/place.ts';

/** An account without a bridge: how it comes by one. */
export const NoHouse = () => (
  <Nothing icon="home" title="No house yet">
    <p className="quiet">
      A bridge in your house joins this account by a code. Start one with this cloud and it shows its code:
    </p>
    <pre className="nothing__command">
      <code>{`npx plenum bridge --cloud ${window.location.origin}`}</code>
    </pre>
    <a className="button button--main" href={toHash('houses', 'pair')}>
      Enter the code
    </a>
  </Nothing>
);
