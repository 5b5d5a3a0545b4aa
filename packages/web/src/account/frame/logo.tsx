import { streams } from '@plenum/design/mark';

/** The mark of the product. It says nothing that the name beside it does not. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    {streams.map(({ name, path }) => (
      <path key={name} className={`mark__${name}`} d={path} />
    ))}
  </svg>
);
