import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createBatchQueue } from './batch-queue.ts';

/** A queue whose batches are recorded and last until `end` is called. */
const startSlow = (maxItems?: number) => {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const queue = createBatchQueue<number, number>({
    ...(maxItems !== undefined && { maxItems }),
    run: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    },
  });
  return { batches, queue, end: () => ends.shift()!() };
};

/** The next batch begins in the turn after all results of the previous one. */
const nextBatch = async () => {
  await turn();
  await turn();
};

describe('a batch queue', () => {
  it('a batch queue runs the items of one turn of the event loop as one batch, in order', async () => {
    const batches: (readonly number[])[] = [];
    const queue = createBatchQueue<number, number>({
      run: (items) => {
        batches.push(items);
        return items.map((item) => item * 2);
      },
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(queue.add)), [2, 4, 6]);
    assert.equal(await queue.add(4), 8);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('a batch queue rejects every item of a batch that throws, and no item of the next batch', async () => {
    let isBroken = true;
    const queue = createBatchQueue<number, number>({
      run: (items) => {
        if (isBroken) throw new Error('broken');
        return items;
      },
    });
    const first = await Promise.allSettled([queue.add(1), queue.add(2)]);
    assert.deepEqual(
      first.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isBroken = false;
    assert.equal(await queue.add(3), 3);
  });

  it('a batch queue runs the waiting batch once when it is flushed', async () => {
    const batches: (readonly number[])[] = [];
    const queue = createBatchQueue<number, number>({
      run: (items) => {
        batches.push(items);
        return items;
      },
    });
    const added = queue.add(1);
    queue.flush();
    queue.flush();
    assert.deepEqual(batches, [[1]]);
    assert.equal(await added, 1);
    await turn();
    assert.equal(await queue.add(2), 2);
    assert.deepEqual(batches, [[1], [2]]);
  });

  it('a batch queue that gathers puts items of several turns of the event loop into one batch', async () => {
    const batches: (readonly number[])[] = [];
    const run = (items: readonly number[]) => {
      batches.push(items);
      return items;
    };
    const slow = createBatchQueue<number, number>({ gather: 60_000, run });
    const added = [slow.add(1)];
    await turn();
    added.push(slow.add(2));
    await turn();
    assert.deepEqual(batches, []);
    slow.flush();
    assert.deepEqual(await Promise.all(added), [1, 2]);
    assert.deepEqual(batches, [[1, 2]]);
    const quick = createBatchQueue<number, number>({ gather: 1, run });
    assert.equal(await quick.add(3), 3);
  });

  it('a batch queue flushes items that are added while a batch’s results are delivered', async () => {
    const done: number[] = [];
    const queue = createBatchQueue<number, number>({
      run: (items) => {
        done.push(...items);
        return items;
      },
    });
    void queue.add(1);
    queue.flush();
    const second = queue.add(2);
    queue.flush();
    assert.deepEqual(done, [1, 2]);
    assert.equal(await second, 2);
  });

  it('a batch queue resolves no item before its batch is done', async () => {
    const { queue, end } = startSlow();
    let isAnswered = false;
    const added = queue.add(1).then(() => {
      isAnswered = true;
    });
    await turn();
    await turn();
    assert.equal(isAnswered, false);
    end();
    await added;
  });

  it('a batch queue puts items added during a batch into the next one', async () => {
    const { batches, queue, end } = startSlow();
    const added = [queue.add(1)];
    await turn();
    added.push(queue.add(2), queue.add(3));
    await turn();
    assert.deepEqual(batches, [[1]]);
    end();
    await added[0];
    await nextBatch();
    assert.deepEqual(batches, [[1], [2, 3]]);
    end();
    assert.deepEqual(await Promise.all(added), [1, 2, 3]);
  });

  it('a batch queue splits a batch that exceeds its limit', async () => {
    const { batches, queue, end } = startSlow(2);
    const added = [1, 2, 3].map(queue.add);
    await turn();
    end();
    await added[0];
    await nextBatch();
    end();
    await Promise.all(added);
    assert.deepEqual(batches, [[1, 2], [3]]);
  });

  it('a batch queue lets one item fail alone, and begins the next batch after all results', async () => {
    const late = Promise.withResolvers<number>();
    const batches: (readonly number[])[] = [];
    const queue = createBatchQueue<number, number>({
      run: (items) => {
        batches.push(items);
        return items.map((item) => (item === 1 ? Promise.reject(new Error('not this one')) : late.promise));
      },
    });
    const [first, second] = [queue.add(1), queue.add(2)];
    await assert.rejects(first, /not this one/);
    const third = queue.add(3);
    await turn();
    assert.deepEqual(batches, [[1, 2]]);
    late.resolve(5);
    assert.deepEqual(await Promise.all([second, third]), [5, 5]);
    assert.deepEqual(batches, [[1, 2], [3]]);
  });
});
