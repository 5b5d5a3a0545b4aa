import type { Catalogue } from '../command/catalogue.ts';
import { toCommandChapter } from './reference/commands.ts';
import { join } from './reference/markdown.ts';
import { toOriginalChapter } from './reference/original.ts';
import { toOwnChapter } from './reference/own.ts';
import { toResourceChapter } from './reference/resources.ts';
import { toEnumerationChapter, toGapChapter, toRefusalChapter } from './reference/rules.ts';
import { toWireChapters } from './reference/wire.ts';

const introduction = `# The local interface of a bridge

Everything a bridge can be asked and told on the local network, in the neutral words of the interface document.
Written from the definitions in \`packages/protocol\` by \`npm run contracts\`; change those, not this file.

How to read it:

- Sections are those of the interface document; \`wire facts\` are the page that fills what it leaves out.
- ◇ marks what the document leaves open, with what we decided.
- *A record* is kept and shown, and nothing else in a simulated house follows from it.
- Temperatures and setpoints are whole numbers in hundredths of a degree Celsius: 2150 is 21.50 °C.
- Flags are 0 (off, disabled) or 1 (on, enabled). Names are measured in bytes of UTF-8.`;

const chapters = [
  'Discovery',
  'Notifications',
  'Paths and queries',
  'Dialects',
  'What is commanded',
  'What is read',
  'Enumerations',
  'Refusals',
  'The original interface (v1)',
  'What this bridge adds',
  'What the document leaves open, and what we decided',
];

const toAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** The manual of the local interface, as Markdown. */
export const toReference = (catalogue: Catalogue): string =>
  `${join([
    introduction,
    chapters.map((title) => `- [${title}](#${toAnchor(title)})`).join('\n'),
    toWireChapters(),
    toCommandChapter(catalogue),
    toResourceChapter(),
    toEnumerationChapter(),
    toRefusalChapter(),
    toOriginalChapter(),
    toOwnChapter(),
    toGapChapter(catalogue),
  ])}\n`;
