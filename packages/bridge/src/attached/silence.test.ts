import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock, type SteppedClock } from '@plenum/platform/stepped-clock';
import type { Bridge } from '../bridge.ts';
import { post } from '../fixture/http.fixture.ts';
import { command, passUntil, passUntilSettled, startFront, startFrontWithCloud } from './front.fixture.ts';

/** Lets a device stop answering. */
const stall = (device: Bridge) => device.quirks.set({ stall: 3_600 });

const turns = 10;

const pass = async (clock: SteppedClock, time: number) => {
  const end = clock.now() + time;
  await passUntil(clock, () => clock.now() >= end, { step: 50, turns });
};

/** Lets time pass until the front reports the device as silent; resolves to that time. */
const passUntilSilent = async (clock: SteppedClock, { device }: Bridge) => {
  await passUntil(clock, () => device.health()!.state === 'silent', { step: 50, turns });
  return clock.now();
};

/** Returns a response with the time that it took; undefined while there is none. */
const timed = <T>(clock: SteppedClock, response: Promise<T>) => {
  const sentAt = clock.now();
  let answered: { readonly response: T; readonly after: number } | undefined;
  const done = response.then((response) => {
    answered = { response, after: clock.now() - sentAt };
  });
  return { answered: () => answered, done, sentAt };
};

/** Waits for a response without letting time pass, and only then with. */
const answerOf = async <T>(clock: SteppedClock, { answered }: { answered: () => T | undefined }) => {
  for (let turn = 0; turn < 1_000 && answered() === undefined; turn++) await new Promise(setImmediate);
  await passUntil(clock, () => answered() !== undefined, { step: 50, turns });
  return answered()!;
};

const secondsIn = (text: string) => Number(/did not answer within ([\d.]+) s/.exec(text)?.[1]) * 1_000;

describe('a write in flight when the device stops answering', () => {
  for (const [api, path, body] of [
    ['the current interface', '/HvacCommandV2', { SysSetpoint: 2350 }],
    ['the current interface, a favourite', '/HvacCommandV2', { FavouriteSet: 1 }],
    ['the original interface', '/UnitSetpoint', { UnitSetpoint: '23.5' }],
    [
      'the original interface, two commands',
      '/ZoneCommand',
      { ZoneCommand: { ZoneNo: '1', Command: '23.5' } },
    ],
  ] as const)
    it(`answers a write through ${api} with the event "device: silent", and states how long it waited`, async () => {
      for (const before of [0, 700, 1_900]) {
        await using stack = new AsyncDisposableStack();
        const clock = createSteppedClock(monday);
        const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
        stall(device);
        await pass(clock, before);
        const write = timed(clock, post(front.http.port, path, body));
        const silentAt = await passUntilSilent(clock, front);
        const { response, after } = await answerOf(clock, write);
        assert.ok(write.sentAt + after <= silentAt + 500, `${write.sentAt + after - silentAt} ms later`);
        assert.match(
          response.text,
          /^\{ERROR: The real bridge does not answer: .*; it is not known whether \w+ was done\.\}$/,
        );
        assert.ok(Math.abs(secondsIn(response.text) - after) <= 100, `${after} ms: ${response.text}`);
      }
    });

  it('sends neither the write nor one that waited behind it again when the device answers again', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
    const unit = () => device.device.datagrams().unit[0]!;
    const before = unit();
    stall(device);
    const [first, second, third] = [{ SysSetpoint: 2350 }, { SysFan: 2 }, { SysSleepTimer: 30 }].map((body) =>
      timed(clock, command(front, body)),
    );
    await passUntilSilent(clock, front);
    const { response, after } = await answerOf(clock, third!);
    assert.match(response, /did not answer within [\d.]+ s; SysSleepTimer was not sent\.\}$/);
    assert.ok(Math.abs(secondsIn(response) - after) <= 100, `${after} ms: ${response}`);
    await Promise.all([first!.done, second!.done]);
    const later = timed(clock, command(front, { SysOn: 1 }));
    assert.equal((await answerOf(clock, later)).after, 0);
    device.quirks.set({ busy: 0 });
    await passUntil(clock, () => front.device.health()!.state === 'answering', { step: 50, turns });
    await pass(clock, 20_000);
    assert.deepEqual(unit(), before);
    assert.equal(
      await passUntilSettled(clock, command(front, { SysSetpoint: 2450 }), { step: 50, turns }),
      'OK',
    );
  });

  it('sends the cloud each result no later than the silence, and later ones immediately', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front, caller, idOf } = await startFrontWithCloud(stack, clock);
    const results = new Map<string, { readonly why: string; readonly at: number }>();
    const answers = new Map<number, string>();
    let last = 1;
    const receive = async () => {
      for (;;) {
        const frame = await caller.next();
        last = frame.n;
        caller.send({ type: 'ack', n: last });
        if (frame.type === 'answer') answers.set(frame.id, frame.body);
        if (frame.type === 'result')
          results.set(frame.id, { why: frame.refusal?.detail ?? 'OK', at: clock.now() });
      }
    };
    receive().catch(() => {});
    stall(device);
    const control = (no: number, body: Readonly<Record<string, unknown>>) =>
      caller.send({ type: 'control', id: idOf(no), after: last, within: 600_000, command: body });
    control(1, { SysSetpoint: 2350 });
    control(2, { SysOn: 1 });
    const silentAt = await passUntilSilent(clock, front);
    const resultOf = (no: number) => answerOf(clock, { answered: () => results.get(idOf(no)) });
    for (const no of [1, 2]) assert.ok((await resultOf(no)).at <= silentAt + 500);
    const now = clock.now();
    control(3, { SysOn: 0 });
    const { why, at } = await resultOf(3);
    assert.match(why, /^The real bridge does not answer: /);
    assert.equal(at, now);
    // The cloud can read how old its values are.
    caller.send({ type: 'read', id: 1, path: '/healthz', query: '' });
    const answer = await answerOf(clock, { answered: () => answers.get(1) });
    const { device: behind } = JSON.parse(answer);
    assert.deepEqual([behind.state, behind.answeredAt], ['silent', front.device.health()!.answeredAt]);
  });
});
