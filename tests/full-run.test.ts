import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

/** Returns the output of a program with these environment variables. */
const runWith = (program: string, env: Readonly<Record<string, string>>): string => {
  const { PLENUM_FULL: _, PLENUM_SEED: __, ...rest } = process.env;
  const options = { cwd: root, env: { ...rest, ...env }, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], options).trim();
};

/** Returns the number of repetitions of a test with these environment variables. */
const timesWith = (env: Readonly<Record<string, string>>): string =>
  runWith(
    "const { times } = await import('@plenum/testbed/full-run'); console.log(times({ usual: 6, full: 100 }))",
    env,
  );

describe('the full run', () => {
  it('the full run is a script that sets one variable, which makes every test do more', () => {
    const [, name, value] = /^(\w+)=(\w+) npm test && \1=\2 npm run test:slow$/.exec(scripts['test:full']!)!;
    assert.equal(timesWith({}), '6');
    assert.equal(timesWith({ [name!]: value! }), '100');
  });

  it('increases the kills only by the variable of the full run; no test reads another', () => {
    const sources = globSync(['packages/*/src/**/*.ts', 'tests/**/*.ts', 'examples/**/*.ts'], { cwd: root });
    const readers = sources.filter((path) => /env\.PLENUM_(FULL|KILLS|CUTS|RUNS|TIMES)\b/.test(read(path)));
    assert.deepEqual(readers, ['packages/testbed/src/full-run.ts']);
  });

  it('the full run and all scripts in CONTRIBUTING.md exist', () => {
    const guide = read('CONTRIBUTING.md');
    const named = [...guide.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script]) => script!);
    assert.ok(named.includes('test:full'));
    assert.deepEqual(
      named.filter((script) => scripts[script] === undefined),
      [],
    );
  });
});

describe('the random choices of tests', () => {
  it('random choices of tests come from a seed that can be repeated, not from Math.random', () => {
    const tests = globSync(
      ['packages/*/src/**/*.{test,fixture}.{ts,tsx}', 'packages/testbed/src/*.ts', 'tests/**/*.ts'],
      { cwd: root },
    );
    const readers = tests.filter((path) => /\bMath\.random\b|\brandomInt\b/.test(read(path)));
    // The first file chooses a new seed and prints it; the second is this file.
    const allowed = ['packages/testbed/src/seeded-random.ts', 'tests/full-run.test.ts'];
    assert.deepEqual(readers.sort(), allowed);
  });

  it('property tests use the same values in every run, except the full run or a given seed', () => {
    const tests = globSync(['packages/*/src/**/*.{ts,tsx}', 'tests/**/*.ts', 'fuzz/**/*.ts'], { cwd: root });
    const importers = tests.filter((path) => /^(im|ex)port .* from 'fast-check'/m.test(read(path)));
    assert.deepEqual(importers, ['packages/testbed/src/fast-check.ts']);

    const draw = (env: Readonly<Record<string, string>>) =>
      runWith(
        "const { default: fc } = await import('@plenum/testbed/fast-check');" +
          'fc.assert(fc.property(fc.nat(), (n) => void console.log(n)), { numRuns: 20 })',
        env,
      );
    assert.equal(draw({}), draw({}));
    assert.notEqual(draw({ PLENUM_FULL: '1' }), draw({ PLENUM_FULL: '1' }));
    assert.equal(draw({ PLENUM_FULL: '1', PLENUM_SEED: '7' }), draw({ PLENUM_SEED: '7' }));
    assert.notEqual(draw({ PLENUM_SEED: '7' }), draw({}));
  });
});
