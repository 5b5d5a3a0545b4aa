import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeRows, cloudChecks, eventChecks, type RowResult } from '@plenum/conformance';
import { quirkNames, quirks } from '@plenum/protocol/quirks';

const root = join(import.meta.dirname, '../..');

/** Path of the generated document. */
export const documentPath = join(root, 'docs/conformance.md');

/** Results of checking Plenum itself. */
export interface PlenumResults {
  readonly simulated: readonly RowResult[];
  readonly attached: readonly RowResult[];
  readonly cloud: readonly RowResult[];
  readonly app: readonly RowResult[];
}

interface Chapter {
  readonly file: string;
  readonly heading: string;
  /** A section in the form that rows cite: `2.2`, `4.4 Zone`, `wire facts 7`. */
  readonly section: string;
}

const isCommands = (heading: string) => /^4\.4 [A-Z]/.test(heading);

const toSection = (file: string, heading: string): string => {
  if (isCommands(heading)) return heading === '4.4 Commands' ? '4.4' : heading;
  const [number = ''] = /^\d+(\.\d+)*/.exec(heading) ?? [];
  return /^\d/.test(file) ? number : `${file.replace('.md', '').replace('-', ' ')} ${number}`;
};

/** The numbered sections of docs/interface, in order. */
export const sections: readonly Chapter[] = globSync('docs/interface/*.md', { cwd: root })
  .sort()
  .flatMap((path) => {
    const file = path.replace('docs/interface/', '');
    const headings = readFileSync(join(root, path), 'utf8').matchAll(/^#{1,3} (\d.*)$/gm);
    return Array.from(headings, ([, heading]) => ({
      file,
      heading: heading!,
      section: toSection(file, heading!),
    }));
  });

/** Sections without their own row, and why. */
export const withoutRows: Readonly<Record<string, string>> = {
  '2.2.1': 'its fields are part of SystemV2 and are judged with those of 2.2',
  '4.4': 'each of its parts has rows',
  'lighting 4': 'its enumerations are judged in the datagrams that have them',
  'lighting 5': 'it tells how a simulated house behaves',
  'wire facts 9': 'it refers to the chapter about lighting',
};

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

const words = {
  passed: 'passed',
  failed: '**failed**',
  warned: 'warning',
  noted: 'note',
  untested: 'not tested',
};

type Columns = Readonly<Record<string, readonly RowResult[]>>;

interface Statement {
  readonly id: string;
  readonly section: string;
  readonly statement: string;
  readonly level: string;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const toTable = (statements: readonly Statement[], columns: Columns): string => {
  const titles = Object.keys(columns);
  const outcome = (id: string, results: readonly RowResult[]) =>
    words[results.find((each) => each.id === id)?.outcome ?? 'untested'];
  return [
    `| Statement | Level | Row | ${titles.join(' | ')} |`,
    `| --- | --- | --- |${titles.map(() => ' --- |').join('')}`,
    ...statements.map(
      ({ id, statement, level }) =>
        `| ${cell(statement)} | ${level} | \`${id}\` | ${Object.values(columns)
          .map((results) => outcome(id, results))
          .join(' | ')} |`,
    ),
  ].join('\n');
};

/** Returns one table per section with the statements of some rows. */
const toSections = (statements: readonly Statement[], columns: Columns): readonly string[] =>
  sections.flatMap(({ file, heading, section }) => {
    const own = statements.filter((each) => each.section === section);
    if (own.length === 0) return [];
    return [`### [${heading}](interface/${file}#${anchorOf(heading)})`, toTable(own, columns)];
  });

const introduction = `# Conformance

Every statement of [the interface](interface/README.md) that can be checked, the row of \`@plenum/conformance\` that checks it,
and the result for Plenum. \`plenum verify\`, \`plenum verify-cloud\` and \`plenum verify-events\` run the same checks on any
bridge, cloud and event endpoint ([packages/conformance](../packages/conformance/README.md)).

Breaking a \`must\` fails, and breaking a \`should\` is a warning; a \`note\` is permitted, but clients have to expect it. ◇ marks a
decision of Plenum on a point that the interface leaves open. The rows \`quirk.*\` are the quirks of real devices, each at the
level in its definition. "Not tested" means that the subject of a statement does not exist there: for example, a simulated
bridge is not in front of another, so it has no \`Age\`.

This file is generated: \`npm run conformance\` writes it from checks of the demo house, and a test repeats them.`;

const verdicts = { note: 'as a note', warn: 'as a warning', fail: 'as failed' };

const toCitedLink = (source: string): string => {
  const cited = source.replace(/^interface /, '');
  const { file, heading } = sections.find(({ section }) => section === cited)!;
  return `[${source}](interface/${file}#${anchorOf(heading)})`;
};

/** The quirks of real devices and how Plenum handles them. Tests cover every entry, so every result is a pass. */
const quirkChapter = [
  '## Quirks of real devices',
  `Behaviour of real devices that the interface does not cover, as \`plenum bridge --misbehave\` imitates it. Survived: a client of
\`@plenum/client\` and a bridge in front of such a device keep reading and writing it, show nothing untrue, and refuse nothing
that was executed ([survival.test.ts](../packages/bridge/src/quirks/survival.test.ts), with the worst values that leave the
device usable). Found: the check of a device with the quirk reports its row at this level, and the check of a device without
it passes ([quirks.test.ts](../tests/conformance/quirks.test.ts)).`,
  [
    '| Quirk | What the device does | Source | Client and attached bridge | Check |',
    '| --- | --- | --- | --- | --- |',
    ...quirkNames.map((name) => {
      const { summary, source, verdict } = quirks[name];
      return `| \`${name}\` | ${cell(summary)} | ${toCitedLink(source)} | survived | found ${verdicts[verdict]} |`;
    }),
  ].join('\n'),
];

/** Returns the generated document for these results. */
export const toDocument = ({ simulated, attached, cloud, app }: PlenumResults): string =>
  `${[
    introduction,
    '## A bridge',
    ...toSections(bridgeRows, { Simulated: simulated, Attached: attached }),
    ...quirkChapter,
    '## A cloud',
    ...toSections(cloudChecks, { Cloud: cloud }),
    '## An event endpoint',
    ...toSections(eventChecks, { 'Example app': app }),
  ].join('\n\n')}\n`;
