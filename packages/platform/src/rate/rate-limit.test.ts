import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '../clock/fake-clock.ts';
import { createRateLimit } from './rate-limit.ts';

const setUp = (rate = { rate: 50, burst: 100 }) => {
  const clock = createFakeClock();
  return { clock, limit: createRateLimit(rate, clock) };
};

describe('a rate limit', () => {
  it('allows 100 requests at once and 50 a second after that', () => {
    const { clock, limit } = setUp();
    for (let n = 0; n < 100; n++) assert.ok(limit.take('a').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1_000);
    for (let n = 0; n < 50; n++) assert.ok(limit.take('a').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(19);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1);
    assert.ok(limit.take('a').isAllowed);
  });

  it('holds no more than the burst, however long it rests', () => {
    const { clock, limit } = setUp({ rate: 50, burst: 3 });
    limit.take('a');
    clock.advance(3_600_000);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => limit.take('a').isAllowed),
      [true, true, true, false],
    );
  });

  it('gives back what it allowed, up to the burst', () => {
    const { limit } = setUp({ rate: 1, burst: 2 });
    limit.take('a');
    limit.take('a');
    limit.giveBack('a');
    assert.equal(limit.look('a').left, 1);
    limit.giveBack('a');
    limit.giveBack('a');
    assert.equal(limit.look('a').left, 2);
    assert.equal(limit.size(), 0);
  });

  it('counts each token by itself', () => {
    const { limit } = setUp({ rate: 1, burst: 1 });
    assert.ok(limit.take('a').isAllowed);
    assert.ok(limit.take('b').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
  });

  it('says what is left, when all is, and how long to wait', () => {
    const { clock, limit } = setUp({ rate: 1, burst: 4 });
    assert.deepEqual(limit.take('a'), { isAllowed: true, left: 3, wait: 0, full: 1 });
    for (let n = 0; n < 2; n++) limit.take('a');
    assert.deepEqual(limit.take('a'), { isAllowed: true, left: 0, wait: 0, full: 4 });
    assert.deepEqual(limit.take('a'), { isAllowed: false, left: 0, wait: 1, full: 4 });
    clock.advance(500);
    assert.deepEqual(limit.take('a'), { isAllowed: false, left: 0, wait: 1, full: 4 });
    const slow = setUp({ rate: 0.1, burst: 1 }).limit;
    slow.take('a');
    assert.equal(slow.take('a').wait, 10);
  });

  it('is not fooled by a clock that is set back', () => {
    const { clock, limit } = setUp({ rate: 1, burst: 1 });
    limit.take('a');
    clock.set(clock.now() - 3_600_000);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1_000);
    assert.ok(limit.take('a').isAllowed);
  });

  it('tells whether it would allow a request, without counting one', () => {
    const { limit } = setUp({ rate: 1, burst: 2 });
    for (let n = 0; n < 5; n++)
      assert.deepEqual(limit.look('a'), { isAllowed: true, left: 2, wait: 0, full: 0 });
    assert.equal(limit.size(), 0);
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: true, left: 1, wait: 0, full: 1 });
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: false, left: 0, wait: 1, full: 2 });
  });

  it('stores nothing of idle tokens', () => {
    const { clock, limit } = setUp();
    for (let n = 0; n < 1_000; n++) limit.take(String(n));
    assert.equal(limit.size(), 1_000);
    clock.advance(4_000);
    assert.equal(limit.size(), 0);
  });
});
