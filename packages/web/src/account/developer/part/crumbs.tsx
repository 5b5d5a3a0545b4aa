import { toHash } from '../../frame/place.ts';
import './crumbs.css';

/** The way back, from the outermost page to the one around this one. */
export const Crumbs = ({
  way,
}: {
  way: readonly { readonly title: string; readonly rest: readonly string[] }[];
}) => (
  <nav className="crumbs" aria-label="Way back">
    <ol>
      {way.map(({ title, rest }) => (
        <li key={title}>
          <a href={toHash('developer', ...rest)}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);
