import { streams } from '@plenum/platform/mark';

/** The logo. It is hidden from screen readers because the name is next to it. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    {streams.map(({ name, path }) => (
      <path key={name} className={`mark__${name}`} d={path} />
    ))}
  </svg>
);
