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

/**
 * A block of code, a link within the repository, or code in a line, whichever begins first: code has no links, links may
 * have code.
 */
const codeOrLink =
  /^```.*?^```$|(?<mark>!?)\[(?<words>(?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)(?<target>[^)#\s]*)(?<anchor>#[^)\s]*)?\)|``[^`\n].*?``|`[^`\n]+`/gms;

/** The anchor of a heading, as the site and the hosts of Markdown make it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * The page of a source: its first heading is the title, whose anchor still leads to its beginning, and its links lead to
 * pages of the site. A link to what the site does not have, such as a file of code, keeps its text and leads nowhere: its
 * reader has the path from the text.
 */
export const toPageText = (text: string, source: string, find: FindAddress): PageText => {
  const [heading, title] = /^# (.+)\n/m.exec(text) ?? [];
  if (heading === undefined || title === undefined) throw new Error(`${source} has no title.`);
  const body = text.replace(heading, '').replace(codeOrLink, (whole: string, ...rest: unknown[]) => {
    const { mark, words, target, anchor = '' } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (target === undefined || target === '') return whole;
    const file = posix.join(posix.dirname(source), target).replace(/\/$/, '');
    const address = find(file) ?? find(`${file}/README.md`);
    return address === undefined ? words! : `${mark}[${words}](${address}${anchor})`;
  });
  const words = title.replaceAll('`', '');
  return { title: words, body: `<span id="${toAnchor(words)}"></span>\n${body}` };
};
