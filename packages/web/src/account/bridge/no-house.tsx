import { EmptyState } from '../frame/empty-state.tsx';
import { toHash } from '../frame/routes.ts';

/** Shown in an account without a house: how to pair one. */
export const NoHouse = () => (
  <EmptyState icon="home" title="No house yet">
    <p className="quiet">
      A bridge joins this account with a code. Start one with this command and it shows its code:
    </p>
    <pre className="empty-state__command">
      <code>{`npx plenum bridge --cloud ${window.location.origin}`}</code>
    </pre>
    <a className="button button--main" href={toHash('houses', 'pair')}>
      Enter the code
    </a>
  </EmptyState>
);
