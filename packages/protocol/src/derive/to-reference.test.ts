import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../command/catalogue.ts';
import { componentKinds, kinds } from '../component/kinds.ts';
import * as enumerations from '../field/enumeration.ts';
import type { Field } from '../field/field.ts';
import { placedFields } from './reference/fields.ts';
import { table } from './reference/markdown.ts';
import { toReference } from './to-reference.ts';

const manual = toReference(catalogue);
const chapter = (title: string) => manual.split(/\n(?=#{2,4} )/).find((part) => part.startsWith(title)) ?? '';

test('every field of every datagram has its row', () => {
  for (const kind of componentKinds) {
    const { name, fields } = kinds[kind].of;
    const rows = chapter(`### ${name}\n`);
    for (const { path } of placedFields(fields as unknown as Field))
      assert.ok(rows.includes(`\n| \`${path}\` |`), `${name}.${path}`);
  }
});

test('every command has its section with a body and a refusal', () => {
  for (const name of catalogue.keys()) {
    const section = chapter(`#### ${name}\n`);
    assert.match(section, new RegExp(`\`\`\`json\n{"${name}":`), name);
    assert.match(section, /\nRefused with 400: /, name);
  }
});

test('every enumeration is listed, those of document 2.1 among them', () => {
  const list = chapter('## Enumerations');
  const shown = Array.from(list.matchAll(/^\| `(.+)` \| .+ \| 2\.1 \|$/gm), ([, name]) => name);
  const documented = [
    'SysOn_e',
    'SysMode_e',
    'SysMode_e (split, VRF)',
    'SysFan_e',
    'SysFan_e (split)',
    'SysFan_e (VRF)',
    'ZoneMode_e',
    'ZoneType_e',
    'SplitSystemSwingType_e',
    'SplitSystemSleepTimer_e',
    'RetEn_e',
    'StnMode_e',
    'CpmBatt_e',
  ];
  assert.deepEqual(shown.sort(), documented.sort());
  for (const { name } of Object.values(enumerations)) assert.ok(list.includes(`| \`${name}\` |`), name);
});

test('every link leads to a heading', () => {
  const headings = new Set(
    Array.from(manual.matchAll(/^#{1,4} (.+)$/gm), ([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  for (const [, anchor] of manual.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(headings.has(anchor!), anchor);
});

test('every table has as many cells in each row as in its head', () => {
  for (const block of manual
    .trimEnd()
    .split('\n\n')
    .filter((each) => each.startsWith('| '))) {
    const cells = block.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length);
    assert.equal(new Set(cells).size, 1, block.slice(0, 80));
  }
});

test('a column that is empty in every row is left out, a bar in a cell is kept', () => {
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
