import { streams } from '@plenum/design/mark';

/** The logo, hidden from screen readers, since the name is beside it. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    {streams.map(({ name, path }) => (
      <path key={name} className={`mark__${name}`} d={path} />
    ))}
  </svg>
);
