import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { table, toAnchor } from './markdown/markdown.ts';
import { toReference } from './to-reference.ts';

const reference = toReference(catalogue);
const chapter = (title: string) =>
  reference.split(/\n(?=#{2,4} )/).find((part) => part.startsWith(title)) ?? '';

test('every command has a section with a body and a refusal', () => {
  for (const name of catalogue.keys()) {
    const section = chapter(`#### ${name}\n`);
    assert.match(section, new RegExp(`\`\`\`json\n{"${name}":`), name);
    assert.match(section, /\nRefused with 400: /, name);
  }
});

test('every link within the reference leads to a heading', () => {
  const headings = new Set(
    Array.from(reference.matchAll(/^#{1,4} (.+)$/gm), ([, title]) => toAnchor(title!)),
  );
  for (const [, anchor] of reference.matchAll(/\]\(#([^)]+)\)/g))
    assert.ok(headings.has(anchor!), String(anchor));
});

test('a table has no empty columns, and a bar in a cell is escaped', () => {
  assert.equal(
    table(
      ['A', 'B', 'C'],
      [
        ['1', '', 'x|y'],
        ['2', '', 'z'],
      ],
    ),
    '| A | C |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z |',
  );
});
