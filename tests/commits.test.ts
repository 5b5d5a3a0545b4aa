import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..');

/** The last commit before the rule; subjects before it may be anything. */
const start = '5bf633e75048a0216148d25b575400e3a6a554a2';

/** Maximum number of characters in a subject. */
const maxLength = 72;

const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });

/** Returns the subjects of the commits after `start`, or the reason why they cannot be read. */
function readSubjects(): { readonly subjects: readonly string[] } | { readonly missing: string } {
  if (git('rev-parse', '--git-dir').status !== 0) return { missing: 'this folder has no git history' };
  if (git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false')
    return { missing: 'the clone is shallow' };
  if (git('merge-base', '--is-ancestor', start, 'HEAD').status !== 0)
    return { missing: `the history does not contain the commit ${start.slice(0, 8)}` };
  const { status, stdout, stderr } = git('log', '--no-merges', '--format=%s', `${start}..HEAD`);
  assert.equal(status, 0, stderr);
  return { subjects: stdout.split('\n').filter((line) => line !== '') };
}

/** Returns the subjects that are not `area: what changed`, or are too long. */
const findBad = (subjects: readonly string[]): readonly string[] =>
  subjects.filter(
    (subject) => subject.length > maxLength || !/^[a-z0-9]+([ ,/_-]+[a-z0-9]+)*: \S.*[^.]$/.test(subject),
  );

it('the subject of each new commit is "area: what changed", in at most 72 characters', (t) => {
  const read = readSubjects();
  if ('missing' in read) return t.skip(read.missing);
  assert.deepEqual(findBad(read.subjects), []);
});

it('finds a commit subject without an area, with a final period, or that is too long', () => {
  const good = ['cloud: batch ingest', 'web, cli: move', `docs: ${'x'.repeat(66)}`, 'tests/life: kill'];
  assert.deepEqual(findBad(good), []);
  const bad = [
    'Batch ingest',
    'cloud:batch',
    'cloud: Batch ingest.',
    `docs: ${'x'.repeat(67)}`,
    ': x',
    'a:  x',
  ];
  assert.deepEqual(findBad(bad), bad);
});
