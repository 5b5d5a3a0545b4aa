import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundClock, changeClock, type HouseClock, setClock, simulatedAt, stepClock } from './house-clock.ts';

const day = 86_400_000;
const week = 7 * day;
const clock = (members: Partial<HouseClock> = {}): HouseClock => ({
  anchorSim: 1_000,
  anchorWall: 5_000,
  scale: 1,
  paused: false,
  ...members,
});

describe('the clock of a simulated house', () => {
  it('multiplies real time by the scale of the clock', () => {
    assert.equal(simulatedAt(clock(), 5_010), 1_010);
    assert.equal(simulatedAt(clock({ scale: 60 }), 5_010), 1_600);
    assert.equal(simulatedAt(clock({ scale: 0.5 }), 5_003), 1_001);
    assert.equal(simulatedAt(clock({ scale: 0 }), 9_000), 1_000);
  });

  it('does not move the clock of a paused house, and continues from the same time', () => {
    const paused = changeClock(clock(), 5_500, { paused: true });
    assert.equal(simulatedAt(paused, 9_000), 1_500);
    const running = changeClock(paused, 9_000, { paused: false });
    assert.equal(simulatedAt(running, 9_001), 1_501);
  });

  it('does not make the clock jump when its scale changes', () => {
    const fast = changeClock(clock(), 6_000, { scale: 100 });
    assert.equal(simulatedAt(fast, 6_000), 2_000);
    assert.equal(simulatedAt(fast, 6_001), 2_100);
  });

  it('steps the clock of a house forward, whether the clock is running or paused', () => {
    assert.equal(simulatedAt(stepClock(clock(), 5_100, 60_000), 5_100), 61_100);
    assert.equal(simulatedAt(stepClock(clock({ paused: true }), 5_100, 60_000), 7_000), 61_000);
  });

  it('simulates up to a week of missed time', () => {
    const kept = clock();
    assert.equal(boundClock(kept, 5_000 + week, 1_000), kept);
    const late = boundClock(kept, 5_000 + week + 1, 1_000);
    assert.equal(simulatedAt(late, 5_000 + week + 1), 1_001);
  });

  it('skips whole weeks of a long interruption, so that weekday and hour still match', () => {
    const now = 5_000 + 3 * week + 2 * day;
    assert.equal(simulatedAt(boundClock(clock(), now, 1_000), now), 1_000 + 2 * day);
  });

  it('continues at another scale from the time at which the clock stopped', () => {
    const now = 5_000 + day;
    assert.equal(simulatedAt(boundClock(clock({ scale: 60 }), now, 1_000), now), 1_000);
  });

  it('waits until the machine clock catches up if it is set back by up to an hour', () => {
    const kept = setClock(clock(), 10 * day, 10 * day);
    assert.equal(boundClock(kept, 10 * day - 3_600_000, 10 * day), kept);
  });

  it('anchors the clock again when the machine clock is set back further, and never goes back', () => {
    const reached = 100 * day;
    const now = 30 * day;
    const anew = boundClock(setClock(clock(), 100 * day, reached), now, reached);
    const at = simulatedAt(anew, now);
    assert.ok(at >= reached && at < reached + week);
    assert.equal((at - now) % week, 0);
  });
});
