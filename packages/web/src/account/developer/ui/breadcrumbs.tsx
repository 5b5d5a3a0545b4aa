import { t } from '../../../text/text.ts';
import { toHash } from '../../frame/routes.ts';
import './breadcrumbs.css';

/** Links to the parent pages, outermost first. */
export const Breadcrumbs = ({
  way,
}: {
  way: readonly { readonly title: string; readonly rest: readonly string[] }[];
}) => (
  <nav className="breadcrumbs" aria-label={t('console.breadcrumbs')}>
    <ol>
      {way.map(({ title, rest }) => (
        <li key={title}>
          <a href={toHash('developer', ...rest)}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);
