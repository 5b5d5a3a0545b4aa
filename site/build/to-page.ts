import { posix } from 'node:path';
import type { Page } from './pages.ts';

/** The title and the body of a page of the site, converted from a source file. */
export interface PageText {
  readonly title: string;
  readonly body: string;
}

/**
 * Returns the address of a linked file on the site, from its path in the repository; `undefined` if the site does not
 * have it.
 */
export type FindAddress = (file: string) => string | undefined;

/** Returns the addresses of pages and of unchanged files, below a base (`/docs/`). */
export function createAddresses(pages: readonly Page[], files: readonly string[], base: string): FindAddress {
  const addresses = new Map([
    ...pages.map(({ source, path }) => [source, `${base}${path}${path === '' ? '' : '/'}`] as const),
    ...files.map((file) => [file, `${base}files/${file}`] as const),
  ]);
  return (file) => addresses.get(file);
}

/**
 * Matches a code block, a link within the repository, or inline code, whichever comes first, because code contains no
 * links, but links may contain code.
 */
const codeOrLink =
  /^```.*?^```$|(?<mark>!?)\[(?<words>(?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)(?<target>[^)#\s]*)(?<anchor>#[^)\s]*)?\)|``[^`\n].*?``|`[^`\n]+`/gms;

/** Returns the anchor of a heading, in the form that the site and code hosts use. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * Converts a source file to a page. Its first heading becomes the title, whose anchor leads to the beginning, and its
 * links lead to pages of the site. A link to a file that the site does not have, such as source code, becomes its text,
 * which contains the path.
 */
export function toPageText(text: string, source: string, find: FindAddress): PageText {
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
}
