import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { limits } from '@plenum/protocol/cloud';
import { bridgeLimits, type Limit, limitGroups } from '@plenum/protocol/limit';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Returns the sources of some packages without their tests, as one text. */
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
    it(`the limit "${name}" of a cloud is used by its code`, () => {
      assert.match(cloud, new RegExp(`\\blimits\\.${name}\\b`));
    });

  for (const name of Object.keys(guesses))
    it(`the counter of guesses "${name}" of a cloud is used by its code`, () => {
      assert.match(cloud, new RegExp(`counterOf\\('${name}'`));
    });

  for (const name of Object.keys(bridgeLimits))
    it(`the limit "${name}" of a bridge is used by its code`, () => {
      assert.match(bridge, new RegExp(`\\blimits\\.${name}\\b`));
    });

  it('every limit is in docs/security.md or interface 8', () => {
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
