import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { every } from './clock.ts';
import { createFakeClock, monday } from './fake-clock.ts';
import { createTestClock } from './test-clock.ts';

/** Creates a test clock on a machine whose own clock is a fake, and a list of what happened and when. */
const create = () => {
  const machine = createFakeClock();
  const clock = createTestClock(machine);
  const happened: [what: string, at: number][] = [];
  const note = (what: string) => void happened.push([what, clock.now() - monday]);
  return { machine, clock, happened, note };
};

test('a test clock shows the time of the machine and runs timers at its speed until it is moved', () => {
  const { machine, clock, happened, note } = create();
  clock.after(1_000, () => note('timer'));
  const cancel = clock.after(500, () => note('cancelled'));
  cancel();
  machine.advance(999);
  assert.deepEqual([clock.now(), clock.scale(), happened], [monday + 999, 1, []]);
  machine.advance(1);
  assert.deepEqual(happened, [['timer', 1_000]]);
});

test('a step runs the timers in between in order, each at its time, with those set by others', async () => {
  const { machine, clock, happened, note } = create();
  clock.after(2_000, () => note('later'));
  clock.after(1_000, () => {
    note('first');
    clock.after(500, () => note('set by the first'));
  });
  clock.after(5_001, () => note('after the step'));
  await clock.step(5_000);
  const inStep = [
    ['first', 1_000],
    ['set by the first', 1_500],
    ['later', 2_000],
  ];
  assert.deepEqual(happened, inStep);
  assert.deepEqual([clock.now(), machine.now()], [monday + 5_000, monday]);
  machine.advance(1);
  assert.deepEqual(happened, [...inStep, ['after the step', 5_001]]);
});

test('time stands still until the promise of a timer is resolved', async () => {
  const { clock, happened, note } = create();
  const answer = Promise.withResolvers<void>();
  clock.after(1_000, async () => {
    note('asked');
    await answer.promise;
    note('answered');
  });
  clock.after(2_000, () => note('next'));
  const stepped = clock.step(3_000);
  await turn();
  await turn();
  assert.deepEqual(happened, [['asked', 1_000]]);
  answer.resolve();
  await stepped;
  assert.deepEqual(happened.slice(1), [
    ['answered', 1_000],
    ['next', 2_000],
  ]);
});

test('a step does work that is due at an instant at that instant, and other work at its end', async () => {
  const { clock, happened, note } = create();
  // The first is overdue.
  const due = [-1_000, 3_000, 7_000].map((at) => monday + at);
  const unfollow = clock.follow({
    next: async (after) => due.find((at) => at > after),
    run: async () => note('work'),
  });
  clock.follow({ run: async () => note('sweep') });
  await clock.step(5_000);
  const first = [
    ['work', 0],
    ['work', 3_000],
    ['sweep', 5_000],
  ];
  assert.deepEqual(happened, first);
  unfollow();
  await clock.step(5_000);
  assert.deepEqual(happened, [...first, ['sweep', 10_000]]);
});

test('a step waits for what its work has begun', async () => {
  const { clock, happened, note } = create();
  const begun: (() => void)[] = [];
  const idle = async () => {
    for (const end of begun.splice(0)) end();
  };
  clock.follow({ run: async () => {}, idle });
  clock.after(1_000, async () => void begun.push(() => note('ended')));
  clock.after(2_000, () => note('next'));
  await clock.step(3_000);
  assert.deepEqual(happened, [
    ['ended', 1_000],
    ['next', 2_000],
  ]);
});

test('a clock with the scale 0 stands still, and steps nevertheless', async () => {
  const { machine, clock, happened, note } = create();
  clock.after(1_000, () => note('timer'));
  await clock.setScale(0);
  machine.advance(100_000);
  assert.deepEqual([clock.now(), happened], [monday, []]);
  await clock.step(1_000);
  assert.deepEqual([clock.now(), happened], [monday + 1_000, [['timer', 1_000]]]);
  machine.advance(100_000);
  assert.equal(clock.now(), monday + 1_000);
});

test('a clock with another scale moves by multiples of real time, and does the work in between', async () => {
  const { machine, clock, happened, note } = create();
  every(clock, 60_000, () => note('minute'));
  await clock.setScale(600);
  for (let count = 0; count < 6; count++) {
    machine.advance(50);
    await turn();
    await turn();
  }
  assert.deepEqual(
    happened.map(([, at]) => at),
    [60_000, 120_000, 180_000],
  );
  assert.equal(clock.now(), monday + 180_000);
  await clock.setScale(1);
  machine.advance(250);
  assert.equal(clock.now(), monday + 180_250);
});

test('moves run one after the other, and a move to the past does nothing', async () => {
  const { clock, happened, note } = create();
  clock.after(1_500, () => note('timer'));
  await Promise.all([clock.step(1_000), clock.step(1_000)]);
  await clock.moveTo(monday);
  assert.deepEqual([clock.now(), happened], [monday + 2_000, [['timer', 1_500]]]);
});

test('stopping ends a move where it is', async () => {
  const { machine, clock, happened, note } = create();
  clock.after(1_000, async () => {
    note('timer');
    void clock.stop();
  });
  clock.after(2_000, () => note('never'));
  await clock.step(3_000);
  machine.advance(10_000);
  assert.deepEqual([clock.now(), happened], [monday + 1_000, [['timer', 1_000]]]);
});

test('lets the clock go on from where it was after a failure', async () => {
  const { machine, clock } = create();
  clock.after(1_000, async () => {
    throw new Error('away');
  });
  await assert.rejects(clock.step(2_000), /away/);
  machine.advance(10);
  assert.equal(clock.now(), monday + 1_010);
  await clock.step(1_000);
  assert.equal(clock.now(), monday + 2_010);
});
