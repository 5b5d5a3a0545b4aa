import { toHash } from '../../frame/routes.ts';

/** The page for something that does not exist, or belongs to another account. */
export const NotFound = ({ what }: { what: string }) => (
  <section className="empty-state card" role="alert">
    <h1>{what}</h1>
    <p className="quiet">It may have been removed, or belongs to another account.</p>
    <a className="button" href={toHash('developer')}>
      Your apps
    </a>
  </section>
);
