import { posix } from 'node:path';

/** Returns the path from a file to the root of the site, because a proxy may serve the site below another path. */
const toRoot = (path: string): string => `${posix.relative(posix.dirname(path), '.') || '.'}/`;

const tag = /<[a-z][^<>]*>/g;

/** Makes the links of a page relative. The error page is shown at any address, so its links stay absolute. */
export const toRelativePage = (html: string, path: string): string =>
  path === '404.html'
    ? html
    : html.replace(tag, (each) =>
        each.replace(/( (?:href|src)=")\/docs\//g, (_, before: string) => `${before}${toRoot(path)}`),
      );

/** Makes the file references of a style sheet relative. */
export const toRelativeStyles = (css: string, path: string): string =>
  css.replace(/url\((["']?)\/docs\//g, (_, quote: string) => `url(${quote}${toRoot(path)}`);

/** Makes a module find the site by the module's own address. */
export const toRelativeModule = (script: string, path: string): string =>
  script.replace(/([`"'])\/docs\/\1/g, () => `(new URL('${toRoot(path)}',import.meta.url).pathname)`);
