import { posix } from 'node:path';
import type { Page } from './pages.ts';

/** A source as the site shows it. */
export interface PageText {
  readonly title: string;
  readonly body: string;
}

/** Where the site has what a source leads to, from the root of the repository; undefined where it does not have it. */
export type FindAddress = (file: string) => string | undefined;

/** The addresses of pages and of files that the site has as they are, below a base (`/docs/`). */
export const createAddresses = (
  pages: readonly Page[],
  files: readonly string[],
  base: string,
): FindAddress => {
  const addresses = new Map([
    ...pages.map(({ source, path }) => [source, `${base}${path}${path === '' ? '' : '/'}`] as const),
    ...files.map((file) => [file, `${base}files/${file}`] as const),
  ]);
  return (file) => addresses.get(file);
};

/** Code, which no link is in, in blocks or in a line; what is between is the rest. */
const code = /(^```.*?^```$|``[^`\n].*?``|`[^`\n]+`)/gms;
const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g;

/**
 * The page of a source: its first heading is the title, and its links lead to pages of the site. A link to what the site does
 * not have, such as a file of code, keeps its text and leads nowhere: its reader has the path from the text.
 */
export const toPageText = (text: string, source: string, find: FindAddress): PageText => {
  const [heading, title] = /^# (.+)\n/m.exec(text) ?? [];
  if (heading === undefined || title === undefined) throw new Error(`${source} has no title.`);
  const toAddress = (whole: string, [mark, words, target, anchor = '']: readonly string[]): string => {
    if (target === '') return whole;
    const file = posix.join(posix.dirname(source), target!).replace(/\/$/, '');
    const address = find(file) ?? find(`${file}/README.md`);
    if (address !== undefined) return `${mark}[${words}](${address}${anchor})`;
    return words!;
  };
  const body = text
    .replace(heading, '')
    .split(code)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(link, (whole, ...groups) => toAddress(whole, groups.slice(0, 4))),
    )
    .join('');
  return { title: title.replaceAll('`', ''), body };
};
