import { toHash } from '../../frame/routes.ts';

/** Stands where something was asked for that is not there, or not the reader's. */
export const NotFound = ({ what }: { what: string }) => (
  <section className="empty-state card" role="alert">
    <h1>{what}</h1>
    <p className="quiet">It may have been removed, or belongs to another account.</p>
    <a className="button" href={toHash('developer')}>
      Your apps
    </a>
  </section>
);
