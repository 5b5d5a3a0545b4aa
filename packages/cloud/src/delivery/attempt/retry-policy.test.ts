import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SendResult } from '@plenum/outbound';
import { defaultRetryPolicy, evaluate } from './retry-policy.ts';

const now = Date.UTC(2026, 0, 5);
const answered = (status: number, retryAfter?: number): SendResult => ({
  status,
  retryAfter,
  answer: '',
  latency: 5,
});
const silent: SendResult = { problem: 'too-slow', detail: '', latency: 15_000 };
const facts = { attempt: 1, failures: 0, failingSince: now - 3_600_000, now, fraction: 0.5 };
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

describe('a delivery attempt', () => {
  it('counts only a 2xx response as a successful attempt', () => {
    for (const status of [200, 201, 202, 204, 299])
      assert.equal(evaluate(answered(status), facts, defaultRetryPolicy).verdict, 'delivered', `${status}`);
    for (const status of [199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503])
      assert.equal(evaluate(answered(status), facts, defaultRetryPolicy).verdict, 'retry', `${status}`);
    assert.equal(evaluate(silent, facts, defaultRetryPolicy).verdict, 'retry');
  });

  it('repeats an attempt after 5 s, 30 s, 2, 5, 30 min, 2, 5, 10, 14, 20, 24 h, then fails', () => {
    const waits = Array.from({ length: 12 }, (_, attempts) => {
      const { retryAt } = evaluate(
        silent,
        { ...facts, attempt: attempts + 1, failures: attempts },
        defaultRetryPolicy,
      );
      return retryAt && retryAt - now;
    });
    assert.deepEqual(waits, [
      ...[5 * second, 30 * second, 2 * minute, 5 * minute, 30 * minute],
      ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
      undefined,
    ]);
    assert.equal(evaluate(silent, { ...facts, attempt: 12 }, defaultRetryPolicy).verdict, 'dead');
  });

  it('varies the delay before an attempt by up to a tenth', () => {
    const wait = (fraction: number) =>
      evaluate(silent, { ...facts, fraction }, defaultRetryPolicy).retryAt! - now;
    assert.equal(wait(0), 4_500);
    assert.equal(wait(0.999_999), 5_500);
  });

  it('repeats an attempt when the endpoint asks, at most a day later and never too early', () => {
    const wait = (asked: number) => evaluate(answered(500, asked), facts, defaultRetryPolicy).retryAt! - now;
    assert.equal(wait(1 * second), 5 * second);
    assert.equal(wait(7 * minute), 7 * minute);
    assert.equal(wait(24 * hour), 24 * hour);
    assert.equal(wait(365 * 24 * hour), 24 * hour);
    assert.equal(wait(Number.POSITIVE_INFINITY), 24 * hour);
  });

  it('pauses an endpoint that responds with 429 or 503 for as long as the endpoint requests', () => {
    const pause = (result: SendResult) => evaluate(result, facts, defaultRetryPolicy).pausedUntil - now;
    assert.equal(pause(answered(429, hour)), hour);
    assert.equal(pause(answered(503, hour)), hour);
    assert.equal(pause(answered(500, hour)), 5 * second);
  });

  it('pauses an endpoint longer after each consecutive failure, up to 5 minutes', () => {
    const pauses = [0, 1, 2, 3, 4, 10, 100].map(
      (failures) => evaluate(silent, { ...facts, failures }, defaultRetryPolicy).pausedUntil - now,
    );
    assert.deepEqual(
      pauses,
      [5, 30, 120, 300, 300, 300, 300].map((seconds) => seconds * second),
    );
  });

  it('pauses an endpoint that succeeded recently for 30 s, or a quarter of its failing time', () => {
    const pause = (failures: number, failingFor: number) => {
      const failing = { ...facts, failures, failingSince: now - failingFor };
      return evaluate(silent, failing, defaultRetryPolicy).pausedUntil - now;
    };
    assert.equal(pause(0, 0), 5 * second);
    for (const failures of [1, 2, 3, 100]) assert.equal(pause(failures, 0), 30 * second);
    assert.deepEqual([pause(3, 2 * minute), pause(3, 124 * second)], [30 * second, 31 * second]);
    assert.deepEqual([pause(3, 1196 * second), pause(3, 1204 * second)], [299 * second, 5 * minute]);
    assert.equal(pause(2, 20 * minute), 2 * minute);
  });

  it('varies the pause of an endpoint by up to a tenth, like the delay before an attempt', () => {
    const pause = (fraction: number) =>
      evaluate(silent, { ...facts, fraction }, defaultRetryPolicy).pausedUntil - now;
    assert.deepEqual([pause(0), pause(0.999_999)], [4_500, 5_500]);
  });

  it('does not pause an endpoint after a success, or if nothing asks for a pause', () => {
    assert.deepEqual(evaluate(answered(200, hour), facts, defaultRetryPolicy), {
      verdict: 'delivered',
      retryAt: undefined,
      pausedUntil: 0,
    });
    const policy = { ...defaultRetryPolicy, delays: [0] };
    for (const result of [silent, answered(500), answered(503)])
      assert.deepEqual(evaluate(result, facts, policy), { verdict: 'retry', retryAt: now, pausedUntil: now });
  });

  it('disables an endpoint that responds with 410', () => {
    assert.equal(evaluate(answered(410), facts, defaultRetryPolicy).verdict, 'gone');
    assert.equal(evaluate(answered(410), { ...facts, attempt: 12 }, defaultRetryPolicy).verdict, 'gone');
  });
});
