import type { Catalogue } from '@plenum/protocol/command';
import { join, toAnchor } from './markdown/markdown.ts';
import { toCommandChapter } from './reference/commands.ts';
import { toOwnChapter } from './reference/own.ts';
import { toRefusalChapter } from './reference/refusals.ts';

const introduction = `# Reference: commands, refusals, additions

For looking up a command by its name. The interface itself, in order and with the fields of every datagram, is in
[docs/interface](../docs/interface/README.md); "interface 4.4" below is a section there.
\`npm run contracts\` writes this file from the definitions in \`packages/protocol\`; change those instead.

- ◇ marks a decision of ours where the interface is silent.
- Temperatures and setpoints are whole numbers in hundredths of a degree Celsius: 2150 is 21.50 °C.
- Flags are 0 (off, disabled) or 1 (on, enabled). The length of a name is measured in bytes of UTF-8.`;

const chapters = ['Commands', 'Refusals', 'What this bridge adds'];

/** The reference of commands and refusals, as Markdown. */
export const toReference = (catalogue: Catalogue): string =>
  `${join([
    introduction,
    chapters.map((title) => `- [${title}](#${toAnchor(title)})`).join('\n'),
    toCommandChapter(catalogue),
    toRefusalChapter(),
    toOwnChapter(),
  ])}\n`;
