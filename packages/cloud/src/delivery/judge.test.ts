import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultPlan, judge } from './judge.ts';
import type { Sent } from './send.ts';

const now = Date.UTC(2026, 0, 5);
const answered = (status: number, retryAfter?: number): Sent => ({
  status,
  retryAfter,
  answer: '',
  latency: 5,
});
const silent: Sent = { problem: 'too-slow', detail: '', latency: 15_000 };
const facts = { attempt: 1, failures: 0, now, fraction: 0.5 };
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

describe('an attempt', () => {
  it('succeeds with any 2xx and nothing else', () => {
    for (const status of [200, 201, 202, 204, 299])
      assert.equal(judge(answered(status), facts, defaultPlan).verdict, 'delivered', `${status}`);
    for (const status of [199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503])
      assert.equal(judge(answered(status), facts, defaultPlan).verdict, 'retry', `${status}`);
    assert.equal(judge(silent, facts, defaultPlan).verdict, 'retry');
  });

  it('is made again after 5 s, 30 s, 2, 5, 30 min, 2, 5, 10, 14, 20, 24 h, then the message is dead', () => {
    const waits = Array.from({ length: 12 }, (_, attempts) => {
      const { dueAt } = judge(silent, { ...facts, attempt: attempts + 1, failures: attempts }, defaultPlan);
      return dueAt && dueAt - now;
    });
    assert.deepEqual(waits, [
      ...[5 * second, 30 * second, 2 * minute, 5 * minute, 30 * minute],
      ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
      undefined,
    ]);
    assert.equal(judge(silent, { ...facts, attempt: 12 }, defaultPlan).verdict, 'dead');
  });

  it('is made again up to a tenth earlier or later', () => {
    const wait = (fraction: number) => judge(silent, { ...facts, fraction }, defaultPlan).dueAt! - now;
    assert.equal(wait(0), 4_500);
    assert.equal(wait(0.999_999), 5_500);
  });

  it('waits as long as the endpoint asks, a day at most, and never shorter than planned', () => {
    const wait = (asked: number) => judge(answered(500, asked), facts, defaultPlan).dueAt! - now;
    assert.equal(wait(1 * second), 5 * second);
    assert.equal(wait(7 * minute), 7 * minute);
    assert.equal(wait(24 * hour), 24 * hour);
    assert.equal(wait(365 * 24 * hour), 24 * hour);
    assert.equal(wait(Number.POSITIVE_INFINITY), 24 * hour);
  });

  it('keeps everything from an endpoint that says it is busy for as long as it asks', () => {
    const rest = (sent: Sent) => judge(sent, facts, defaultPlan).restUntil - now;
    assert.equal(rest(answered(429, hour)), hour);
    assert.equal(rest(answered(503, hour)), hour);
    assert.equal(rest(answered(500, hour)), 5 * second);
  });

  it('lets an endpoint that fails again and again rest, 5 minutes at most', () => {
    const rests = [0, 1, 2, 3, 4, 10, 100].map(
      (failures) => judge(silent, { ...facts, failures }, defaultPlan).restUntil - now,
    );
    assert.deepEqual(
      rests,
      [5, 30, 120, 300, 300, 300, 300].map((seconds) => seconds * second),
    );
  });

  it('tells that the endpoint is gone for good from 410', () => {
    assert.equal(judge(answered(410), facts, defaultPlan).verdict, 'gone');
    assert.equal(judge(answered(410), { ...facts, attempt: 12 }, defaultPlan).verdict, 'gone');
  });
});
