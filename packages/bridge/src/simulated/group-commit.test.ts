import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGroupCommit } from './group-commit.ts';

describe('a group commit', () => {
  it('runs the items of one turn of the event loop as one batch, in order', async () => {
    const batches: (readonly number[])[] = [];
    const commits = createGroupCommit<number, number>((items) => {
      batches.push(items);
      return items.map((item) => item * 2);
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(commits.add)), [2, 4, 6]);
    assert.equal(await commits.add(4), 8);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('rejects every item of a batch that throws, and none of the next', async () => {
    let isBroken = true;
    const commits = createGroupCommit<number, number>((items) => {
      if (isBroken) throw new Error('broken');
      return [...items];
    });
    const first = await Promise.allSettled([commits.add(1), commits.add(2)]);
    assert.deepEqual(
      first.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isBroken = false;
    assert.equal(await commits.add(3), 3);
  });

  it('runs the waiting batch when it is flushed', async () => {
    const done: number[] = [];
    const commits = createGroupCommit<number, number>((items) => {
      done.push(...items);
      return [...items];
    });
    const added = commits.add(1);
    commits.flush();
    assert.deepEqual(done, [1]);
    assert.equal(await added, 1);
  });
});
