import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, readChanged, smallHouse } from './small-house.fixture.ts';
import { maxCharacters } from './yaml.ts';

suite('malformed YAML', () => {
  test('refuses malformed YAML with the position of the error', () => {
    assert.match(read('name: "Small\nplace: {}\n'), /^small\.yaml:3:1: Missing closing "quote\.$/);
    assert.match(readChanged('rooms:', 'rooms: ]'), /^<\]>: Unexpected flow-seq-end token/);
    const tab = smallHouse.replace('    area: 20', '\tarea: 20');
    assert.match(read(tab), /^small\.yaml:6:1: Tabs are not allowed as indentation/);
  });

  test('refuses a repeated key', () => {
    assert.equal(
      readChanged('    area: 12', '    area: 12\n    area: 13'),
      '<area: 13>: Map keys must be unique.',
    );
  });

  test('refuses custom tags and a second document', () => {
    assert.equal(readChanged('name: Small', 'name: !house Small'), '<!house Small>: Unresolved tag: !house.');
    assert.match(
      read(`${smallHouse}---\n${smallHouse}`),
      /^small\.yaml:42:1: Source contains multiple documents/,
    );
  });

  test('refuses a key that is a list or a map, which takes very long to convert if it is nested', () => {
    assert.equal(read('a: 1\n? [b]\n: 2\n'), 'small.yaml:2:3: A key is a word, not a list or a map.');
    assert.match(read('? '.repeat(400)), /: A key is a word, not a list or a map\.$/);
  });

  test('refuses anchors that would expand without limit', () => {
    const layers = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}]`);
    assert.equal(
      read(`l0: &l0 [1]\n${layers.join('\n')}\n`),
      'small.yaml:1:1: The file uses anchors more than 100 times.',
    );
    for (const text of ['['.repeat(100_000), '- '.repeat(20_000), '? '.repeat(20_000)])
      assert.match(read(text), /^small\.yaml:1:\d+: The file is nested too deep\.$/, text.slice(0, 2));
    assert.equal(read('#'.repeat(maxCharacters)), 'small.yaml:1:1: null is not an object.');
    assert.equal(
      read('#'.repeat(maxCharacters + 1)),
      'small.yaml:1:1: The file is longer than 262144 characters.',
    );
  });
});

test('a problem in the value of an anchor is reported at its alias', () => {
  const text = smallHouse
    .replace('window: 4', 'window: &glass 4')
    .replace('    area: 12', '    area: 12\n    roof: *glass');
  assert.equal(read(text), 'right');
  assert.equal(
    read(text.replace('roof: *glass', 'height: *glass').replace('&glass 4', '&glass 1')),
    'small.yaml:11:13: rooms.1.height: 1 m is below the minimum of 1.5 m.',
  );
  const same = smallHouse
    .replace('neighbours: [', 'neighbours: &all [')
    .replace('    area: 12', '    area: 12\n    neighbours: *all');
  assert.equal(
    read(same),
    'small.yaml:11:17: rooms.1.neighbours.0.room: "Den" cannot be a neighbour: it is the room itself.',
  );
});
