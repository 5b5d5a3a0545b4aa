import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findImporting, findNearest } from './nearest.ts';

it('the nearest tests are those in a file’s folder, then the closest that import it', () => {
  const importers = new Map([
    ['p/src/a/a.ts', ['p/src/b/b.ts', 'p/src/c/near.test.ts', 'p/src/a/a.test.ts']],
    ['p/src/b/b.ts', ['p/src/b/far.test.ts', 'p/src/a/a.ts', 'p/src/a/beside.test.ts']],
    ['p/src/d/d.ts', ['p/src/d/d.test.ts']],
  ]);
  const expected = ['a/a', 'a/beside', 'c/near', 'b/far'].map((name) => `p/src/${name}.test.ts`);
  assert.deepEqual(findNearest('p/src/a/a.ts', importers, 9), expected);
  assert.deepEqual(findNearest('p/src/a/a.ts', importers, 3), expected.slice(0, 3));
  assert.deepEqual(findNearest('p/src/d/d.ts', importers, 9), ['p/src/d/d.test.ts']);
});

it('the test with a file’s name is nearest, for any number of tests in its folder', () => {
  const others = ['a', 'b', 'c'].map((name) => `p/src/${name}.test.ts`);
  const importers = new Map([['p/src/web.ts', [...others, 'p/src/server.ts']]]);
  importers.set('p/src/server.ts', ['p/src/web.test.ts']);
  assert.deepEqual(findNearest('p/src/web.ts', importers, 2), ['p/src/web.test.ts', 'p/src/a.test.ts']);
});

it('tests of other packages are near only to a file that no test of its package reaches', () => {
  const importers = new Map([
    ['packages/a/src/x/x.ts', ['packages/a/src/a.ts', 'packages/b/src/b.test.ts']],
    ['packages/a/src/a.ts', ['packages/a/src/a.test.ts']],
    ['packages/a/src/y.ts', ['packages/b/src/b.test.ts']],
  ]);
  assert.deepEqual(findNearest('packages/a/src/x/x.ts', importers, 2), ['packages/a/src/a.test.ts']);
  assert.deepEqual(findNearest('packages/a/src/y.ts', importers, 2), ['packages/b/src/b.test.ts']);
});

it('files of every package import a file, each through the fewest steps', () => {
  const importers = new Map([
    ['packages/a/src/a.ts', ['packages/a/src/a.test.ts', 'packages/b/src/b.fixture.ts']],
    ['packages/b/src/b.fixture.ts', ['packages/b/src/b.test.ts', 'packages/a/src/a.test.ts']],
  ]);
  assert.deepEqual([...findImporting('packages/a/src/a.ts', importers)].slice(1), [
    ['packages/a/src/a.test.ts', 1],
    ['packages/b/src/b.fixture.ts', 1],
    ['packages/b/src/b.test.ts', 2],
  ]);
});
