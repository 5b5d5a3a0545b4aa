import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '../clock/fake-clock.ts';
import { createTokenBucket } from './token-bucket.ts';

const setUp = (rate = { rate: 50, burst: 100 }) => {
  const clock = createFakeClock();
  return { clock, limit: createTokenBucket(rate, clock) };
};

describe('a token bucket that requests are taken from', () => {
  it('a token bucket allows 50 requests per second on average, and at most 100 at once', () => {
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

  it('a token bucket never contains more than the burst', () => {
    const { clock, limit } = setUp({ rate: 50, burst: 3 });
    limit.take('a');
    clock.advance(3_600_000);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => limit.take('a').isAllowed),
      [true, true, true, false],
    );
  });

  it('a token bucket adds returned requests up to the burst', () => {
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

  it('a token bucket counts each key separately', () => {
    const { limit } = setUp({ rate: 1, burst: 1 });
    assert.ok(limit.take('a').isAllowed);
    assert.ok(limit.take('b').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
  });

  it('a token bucket returns the remaining requests, and the times to wait and to be full', () => {
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

  it('a token bucket adds no requests if the clock is set back', () => {
    const { clock, limit } = setUp({ rate: 1, burst: 1 });
    limit.take('a');
    clock.set(clock.now() - 3_600_000);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1_000);
    assert.ok(limit.take('a').isAllowed);
  });

  it('a token bucket shows whether it would allow a request without counting one', () => {
    const { limit } = setUp({ rate: 1, burst: 2 });
    for (let n = 0; n < 5; n++)
      assert.deepEqual(limit.look('a'), { isAllowed: true, left: 2, wait: 0, full: 0 });
    assert.equal(limit.size(), 0);
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: true, left: 1, wait: 0, full: 1 });
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: false, left: 0, wait: 1, full: 2 });
  });

  it('a token bucket stores no data for idle keys', () => {
    const { clock, limit } = setUp();
    for (let n = 0; n < 1_000; n++) limit.take(String(n));
    assert.equal(limit.size(), 1_000);
    clock.advance(4_000);
    assert.equal(limit.size(), 0);
  });
});

describe('a token bucket that amounts are spent from', () => {
  const create = () => {
    const clock = createFakeClock();
    return { clock, bucket: createTokenBucket({ rate: 100, burst: 1_000 }, clock) };
  };

  it('a token bucket allows an amount up to the burst at once, and can be overdrawn', () => {
    const { bucket } = create();
    assert.equal(bucket.spend('a', 1_000), 0);
    assert.equal(bucket.spend('a', 1), 10, 'one token at 100 per second');
    assert.equal(bucket.wait('a'), 10);
    assert.equal(bucket.spend('a', 499), 5_000);
    assert.equal(bucket.take('a').isAllowed, false);
  });

  it('a token bucket recovers at its rate after it was overdrawn, up to the burst', () => {
    const { clock, bucket } = create();
    bucket.spend('a', 1_100);
    clock.advance(999);
    assert.equal(bucket.wait('a'), 1);
    clock.advance(1);
    assert.equal(bucket.wait('a'), 0);
    clock.advance(3_600_000);
    assert.equal(bucket.spend('a', 1_000), 0);
    assert.notEqual(bucket.spend('a', 1), 0);
  });

  it('a token bucket adds back an amount that was used in advance', () => {
    const { bucket } = create();
    bucket.spend('a', 1_500);
    assert.equal(bucket.spend('a', -500), 0);
    assert.equal(bucket.spend('a', 1), 10);
    bucket.spend('b', 100);
    bucket.spend('b', -5_000);
    assert.equal(bucket.look('b').left, 1_000);
  });

  it('a token bucket remembers an overdrawn key until it has recovered', () => {
    const { clock, bucket } = create();
    bucket.spend('a', 5_000);
    assert.equal(bucket.wait('b'), 0);
    assert.equal(bucket.spend('b', 1), 0);
    clock.advance(10_000);
    assert.equal(bucket.size(), 1);
    clock.advance(50_000);
    assert.equal(bucket.size(), 0);
  });

  it('a token bucket adds no amount if the clock is set back', () => {
    const { clock, bucket } = create();
    bucket.spend('a', 1_100);
    clock.set(clock.now() - 3_600_000);
    assert.equal(bucket.wait('a'), 1_000);
  });
});
