import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { limits } from '@plenum/protocol/cloud';
import { bridgeLimits, type Limit, limitGroups } from '@plenum/protocol/limit';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The sources of some packages without their tests, as one text. */
const sourcesOf = (...packages: readonly string[]): string =>
  packages
    .flatMap((name) => globSync(`packages/${name}/src/**/*.ts`, { cwd: root }))
    .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
    .map(read)
    .join('\n');

const documents = read('docs/security.md') + read('docs/interface/8-limits.md');

const isDocumented = ({ of, per, beyond }: Limit): boolean =>
  documents
    .split('\n')
    .some((line) => line.startsWith(`| ${of} | ${per} |`) && line.endsWith(`| ${beyond} |`));

describe('the table of limits', () => {
  const { guesses, ...others } = limits;
  const cloud = sourcesOf('cloud', 'cli');
  const bridge = sourcesOf('bridge');

  for (const name of Object.keys(others))
    it(`of a cloud has "${name}", which a call site names`, () => {
      assert.match(cloud, new RegExp(`\\blimits\\.${name}\\b`));
    });

  for (const name of Object.keys(guesses))
    it(`of a cloud has the counter "${name}", which a call site names`, () => {
      assert.match(cloud, new RegExp(`counterOf\\('${name}'`));
    });

  for (const name of Object.keys(bridgeLimits))
    it(`of a bridge has "${name}", which a call site names`, () => {
      assert.match(bridge, new RegExp(`\\blimits\\.${name}\\b`));
    });

  it('is written down as a whole in the documents', () => {
    const rows = [...Object.values(limitGroups), bridgeLimits].flatMap((group) => Object.values(group));
    assert.equal(
      rows.length,
      Object.keys({ ...others, ...guesses }).length + Object.keys(bridgeLimits).length,
    );
    assert.deepEqual(
      rows.filter((row) => !isDocumented(row)).map(({ of }) => of),
      [],
    );
  });
});
