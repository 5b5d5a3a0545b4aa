import { posix } from 'node:path';

/** Where a file of the site finds its first page: the site is also served below the path of a proxy. */
const toRoot = (path: string): string => `${posix.relative(posix.dirname(path), '.') || '.'}/`;

const tag = /<[a-z][^<>]*>/g;

/** A page whose links are relative to it. The page for what is missing is shown at any address, so its links stay absolute. */
export const toRelativePage = (html: string, path: string): string =>
  path === '404.html'
    ? html
    : html.replace(tag, (each) =>
        each.replace(/( (?:href|src)=")\/docs\//g, (_, before: string) => `${before}${toRoot(path)}`),
      );

/** A style sheet whose files are relative to it. */
export const toRelativeStyles = (css: string, path: string): string =>
  css.replace(/url\((["']?)\/docs\//g, (_, quote: string) => `url(${quote}${toRoot(path)}`);

/** A module that finds the site by its own address. */
export const toRelativeModule = (script: string, path: string): string =>
  script.replace(/([`"'])\/docs\/\1/g, () => `(new URL('${toRoot(path)}',import.meta.url).pathname)`);
