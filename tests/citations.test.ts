import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { queries } from '@plenum/protocol/query';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const self = 'tests/citations.test.ts';

const sources = globSync(
  [
    '*.{md,yaml,json}',
    '{.ci,.github,bench,contracts,decisions,docs,examples,fuzz,observability,packages,sdk,site,tests}/**/*',
  ],
  { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|gen|package-lock\.json)$/.test(path) },
)
  .filter((path) => /\.(tsx?|m?js|css|html|md|ya?ml|json|proto)$/.test(path) && path !== self)
  .map((path) => ({ path, text: read(path) }));
const isCode = (path: string) => /\.(tsx?|css|html|ya?ml|proto)$/.test(path);

/** The path of every file and folder, with a slash at the end of a folder. */
const places = globSync('{bench,docs,examples,fuzz,observability,packages,packaging,site,tests}/**/*', {
  cwd: root,
  exclude: ({ name }) => /^(node_modules|dist)$/.test(name),
  withFileTypes: true,
}).map((entry) => `${relative(root, join(entry.parentPath, entry.name))}${entry.isDirectory() ? '/' : ''}`);

const headingsOf = (path: string): readonly string[] =>
  Array.from(read(path).matchAll(/^#{1,4} (.+)$/gm), ([, heading]) => heading!);

const chapters = globSync('docs/interface/*.md', { cwd: root });
/** Chapters with their own section numbers, by the words that introduce a citation of them. */
const ownChapters = {
  'wire facts': 'docs/interface/wire-facts.md',
  lighting: 'docs/interface/lighting.md',
  installer: 'docs/interface/installer.md',
};
const interfaceHeadings = chapters
  .filter((path) => !Object.values(ownChapters).includes(path))
  .flatMap(headingsOf);
const wireHeadings = headingsOf(ownChapters['wire facts']);
const numbersOf = (headings: readonly string[]) =>
  new Set(headings.flatMap((heading) => /^\d+(\.\d+)*(?= )/.exec(heading)?.[0] ?? []));
const interfaceNumbers = numbersOf(interfaceHeadings);
const wireNumbers = numbersOf(wireHeadings);
const lightingNumbers = numbersOf(headingsOf(ownChapters.lighting));
const installerNumbers = numbersOf(headingsOf(ownChapters.installer));

/** Matches the numbers in one citation: "2.4, 4.4 and 5.1", "2.2 to 2.9", "2.5-2.7". */
const list = /\d+(?:\.\d+)*(?:(?:, | and | to | or |-)\d+(?:\.\d+)*)*/.source;
const numbersIn = (text: string) => text.match(/\d+(\.\d+)*/g) ?? [];

/** Returns the anchor of a heading, in the form that code hosts use. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/`/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Names with which the interface and its decisions were cited before they were part of the tree. */
const oldNames =
  /\b[Dd]ocument,? (?:section )?\d|\b[Ii]nterface document\b|\b[Tt]he document\b(?! that )|\bDESIGN\b|(?<![\w/.-])shared\//g;

/** For each kind of citation, a function that finds broken citations in a text. */
const citations: Readonly<Record<string, (text: string, path: string) => readonly string[]>> = {
  'a section of the interface': (text) =>
    [...text.matchAll(new RegExp(`\\binterface (${list})`, 'gi'))]
      .flatMap(([, numbers]) => numbersIn(numbers!))
      .filter((number) => !interfaceNumbers.has(number)),
  'a section of the wire facts': (text) =>
    [...text.matchAll(new RegExp(`\\bwire facts (${list})`, 'gi'))]
      .flatMap(([, numbers]) => numbersIn(numbers!))
      .filter((number) => !wireNumbers.has(number)),
  'a section of the lighting': (text) =>
    [...text.matchAll(new RegExp(`\\(lighting (${list})\\)`, 'gi'))]
      .flatMap(([, numbers]) => numbersIn(numbers!))
      .filter((number) => !lightingNumbers.has(number)),
  "a section of the installer's commands": (text) =>
    [...text.matchAll(new RegExp(`\\(installer (${list})\\)`, 'gi'))]
      .flatMap(([, numbers]) => numbersIn(numbers!))
      .filter((number) => !installerNumbers.has(number)),
  'a decision': (text) =>
    [...text.matchAll(/\bdecisions?[ /](\d{3})\b/gi)]
      .map(([, number]) => number!)
      .filter((number) => globSync(`decisions/${number}-*.md`, { cwd: root }).length !== 1),
  'a heading of a document': (text) =>
    [...text.matchAll(/\b(docs\/[\w/-]+\.md), "([^"]+)"/g)]
      .filter(([, path, heading]) => !existsSync(join(root, path!)) || !headingsOf(path!).includes(heading!))
      .map(([cited]) => cited),
  'a file': (text) =>
    [...text.matchAll(/(?<![\w/.(-])(?:docs|decisions|contracts)\/[\w/.-]+\.(?:md|json|proto)\b/g)]
      .map(([path]) => path)
      .filter((path) => !existsSync(join(root, path))),
  'a place in the source': (text, path) =>
    path.endsWith('.md')
      ? [...text.matchAll(/(?<![\w/.<-])(?:packages\/)?([a-z]+\/(?:src|houses|bin)\/[\w/.-]+)(?![\w/.-]*<)/g)]
          .map(([, place]) => place!)
          .filter((place) => !existsSync(join(root, 'packages', place)))
      : [],
  'a module or folder by the end of its path': (text, path) =>
    path.endsWith('.md')
      ? [...text.matchAll(/`((?:[a-z][\w-]*\/)+(?:[a-z][\w-]*\/|[\w-]+\.tsx?))`/g)]
          .map(([, end]) => end!)
          .filter((end) => !places.some((place) => `/${place}`.endsWith(`/${end}`)))
      : [],
  'what a link leads to': (text, path) =>
    path.endsWith('.md')
      ? [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
          .filter(([, target, anchor]) => {
            const file = target === '' ? path : join(dirname(path), target!);
            if (!existsSync(join(root, file))) return true;
            return anchor !== undefined && !headingsOf(file).map(toAnchor).includes(anchor);
          })
          .map(([link]) => link)
      : [],
  'an RFC by its number': (text, path) =>
    isCode(path) ? [...text.matchAll(/\bRFC(?! \d{1,5}(?:bis)?\b).{0,20}/g)].map(([cited]) => cited) : [],
  'wire facts by their number': (text, path) =>
    isCode(path) ? [...text.matchAll(/\bwire facts(?! \d).{0,20}/gi)].map(([cited]) => cited) : [],
  'nothing by a name that it had': (text) =>
    [...text.matchAll(oldNames)].map(({ index }) => text.slice(Math.max(0, index - 20), index + 40)),
};

describe('citations in the tree', () => {
  for (const [what, faultsOf] of Object.entries(citations))
    it(`every citation of ${what} in the tree leads somewhere`, () => {
      const faults = sources.flatMap(({ path, text }) =>
        faultsOf(text, path).map((fault) => `${path}: ${fault}`),
      );
      assert.deepEqual(faults, []);
    });

  it('the section of every definition is a heading of the interface', () => {
    const sections = [
      ...Array.from(catalogue.values(), ({ name, section }) => ({ name, section })),
      ...queries.map(({ subsystem, type, section }) => ({ name: `${subsystem} Type ${type}`, section })),
      ...componentKinds.map((kind) => ({ name: kind, section: kinds[kind].section })),
      ...Object.values(enumerations).map(({ name, section }) => ({ name, section })),
    ];
    const isThere = (section: string) =>
      section.startsWith('wire facts ')
        ? wireNumbers.has(section.slice('wire facts '.length))
        : section.startsWith('lighting ')
          ? lightingNumbers.has(section.slice('lighting '.length))
          : section.startsWith('installer ')
            ? installerNumbers.has(section.slice('installer '.length))
            : /^[\d.]+$/.test(section)
              ? interfaceNumbers.has(section)
              : interfaceHeadings.includes(section);
    assert.deepEqual(
      sections.filter(({ section }) => !isThere(section)),
      [],
    );
  });
});

describe('the check of citations', () => {
  const faultsIn = (what: string, text: string, path = 'a.ts') => citations[what]!(text, path);

  it('the check of citations reads every number of a citation', () => {
    const text = '(interface 2.4, 99.1 and 98; interface 2.2 to 97.2) interface 96-2.7';
    assert.deepEqual(faultsIn('a section of the interface', text), ['99.1', '98', '97.2', '96']);
    assert.deepEqual(faultsIn('a section of the wire facts', 'wire facts 4, 11'), ['11']);
  });

  it('the check of citations finds missing targets and accepts existing ones', () => {
    assert.deepEqual(faultsIn('a decision', 'decision 999, decisions/001 and decision 002'), ['999']);
    assert.deepEqual(faultsIn('a file', 'see docs/none.md and docs/operating.md'), ['docs/none.md']);
    assert.deepEqual(faultsIn('a heading of a document', 'docs/operating.md, "Sizing"'), []);
    assert.deepEqual(faultsIn('a heading of a document', 'docs/operating.md, "None"').length, 1);
    const links =
      '[a](docs/none.md) [b](docs/operating.md#sizing) [c](docs/operating.md#none) [d](https://e.f)';
    assert.deepEqual(faultsIn('what a link leads to', links, 'README.md'), [
      '](docs/none.md)',
      '](docs/operating.md#none)',
    ]);
    const places =
      '`cloud/src/kernel/` and packages/bridge/src/none.ts, not `protocol/src/<zone>/commands.ts`';
    assert.deepEqual(faultsIn('a place in the source', places, 'a.md'), ['bridge/src/none.ts']);
    assert.deepEqual(faultsIn('an RFC by its number', 'RFC 6749, 4.1 and the RFC'), ['RFC']);
  });

  it('the check of citations finds outdated names', () => {
    const old = [
      'document 2.2',
      'the interface document',
      'DESIGN, "events"',
      'shared/spec',
      'the document says',
    ];
    for (const text of old) assert.equal(faultsIn('nothing by a name that it had', text).length, 1, text);
    assert.deepEqual(faultsIn('nothing by a name that it had', 'an OpenAPI document, @plenum/design'), []);
  });
});
