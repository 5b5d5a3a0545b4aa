import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { enumerations, factsOf } from '@plenum/protocol/field';
import { queries } from '@plenum/protocol/query';
import { placedFields } from './markdown/fields.ts';
import { blockNames, fillBlocks, toInterfaceBlocks } from './to-interface.ts';

const docs = new URL('../../../docs/', import.meta.url);
const names = readdirSync(new URL('interface/', docs)).map((name) => `interface/${name}`);
const chapters = [...names, 'security.md'].map((name) => ({
  name,
  text: readFileSync(new URL(name, docs), 'utf8'),
}));
const blocks = toInterfaceBlocks(catalogue);
const block = (name: string): string => blocks.get(name) ?? assert.fail(`There is no block ${name}.`);

for (const { name, text } of chapters)
  test(`docs/${name} matches the definitions (npm run contracts writes it)`, () => {
    assert.ok(text === fillBlocks(text, blocks), `docs/${name} is out of date: npm run contracts`);
  });

test('every generated block is used exactly once in the chapters', () => {
  assert.deepEqual(
    chapters.flatMap(({ text }) => blockNames(text)).toSorted(),
    [...blocks.keys()].toSorted(),
  );
});

test('refuses a block with an unknown name', () => {
  const chapter = 'Text.\n<!-- generated: nothing -->\n<!-- end of generated -->\n';
  assert.throws(() => fillBlocks(chapter, blocks), { message: 'There is no generated block "nothing".' });
});

test('replacing a generated block does not change the text around it', () => {
  const chapter = 'Before.\n\n<!-- generated: a -->\nold\n<!-- end of generated -->\n\nAfter.\n';
  const filled = 'Before.\n\n<!-- generated: a -->\n\n$1\n\n<!-- end of generated -->\n\nAfter.\n';
  assert.equal(fillBlocks(chapter, new Map([['a', '$1']])), filled);
  assert.equal(fillBlocks(filled, new Map([['a', '$1']])), filled);
});

test('every field of every datagram has a row', () => {
  for (const kind of componentKinds) {
    const rows = `${block(`datagram ${kind}`)}\n${kind === 'unit' ? block('fields Evap') : ''}`;
    for (const { path } of placedFields(kinds[kind].fields))
      assert.ok(rows.includes(`\n| \`${path}\` |`), `${kinds[kind].name}.${path}`);
  }
});

/** The commands of the interface, without additions. */
const original = [...catalogue.values()].filter(({ isAddition }) => !isAddition);

test('every command has a row in its section, with all its keys and the decisions about it', () => {
  for (const { name, section, body, gap } of original) {
    const row = block(`commands ${section}`)
      .split('\n')
      .find((line) => line.startsWith(`| [${name}](`));
    assert.ok(row !== undefined, name);
    const fields = placedFields(body).filter(({ path }) => !path.startsWith('DaysEnabled.'));
    for (const { path } of fields) assert.ok(path === '' || row.includes(`\`${path}\``), `${name}.${path}`);
    const decisions = [gap, ...fields.map(({ field }) => factsOf(field).gap)].filter(
      (decision) => decision !== undefined,
    );
    for (const decision of decisions) assert.ok(row.includes(decision), `${name}: ${decision}`);
    assert.equal(row.includes('◇'), decisions.length > 0, name);
  }
});

test('every query has a row', () => {
  for (const { subsystem, type } of queries)
    assert.ok(block('queries').includes(`\n| ${subsystem} | ${type} |`), `${subsystem} ${type}`);
});

test('every enumeration is listed, including those of interface 2.1', () => {
  const namesIn = (section: string) =>
    Array.from(block(`enumerations ${section}`).matchAll(/^\| `(.+)` \|/gm), ([, name]) => name);
  const shown = [
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
  assert.deepEqual(namesIn('2.1').sort(), shown.sort());
  for (const { name, section } of Object.values(enumerations))
    assert.ok(namesIn(section).includes(name), name);
});

test('every table of the interface has as many cells in each row as in its header', () => {
  for (const [name, text] of blocks)
    for (const table of text.split('\n\n').filter((each) => each.startsWith('| '))) {
      const cells = table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length);
      assert.equal(new Set(cells).size, 1, name);
    }
});
