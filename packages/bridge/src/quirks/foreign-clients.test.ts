import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock, type SteppedClock } from '@plenum/platform/stepped-clock';
import { type QuirkName, quirkNames } from '@plenum/protocol/quirks';
import { isFullRun } from '@plenum/testbed/full-run';
import { passUntilSettled, startFront } from '../attached/front.fixture.ts';
import type { Bridge } from '../bridge.ts';
import { post } from '../fixture/http.fixture.ts';
import { hides, nextSetpoint, untilDone, worst } from './worst.fixture.ts';

const stack = new AsyncDisposableStack();
/** Only the test advances this clock: the clients wait for their full timeouts. */
let clock: SteppedClock;
let device: Bridge;
let front: Bridge;

before(async () => {
  clock = createSteppedClock(monday);
  ({ device, front } = await startFront(stack, { clock, to: { pause: 0 } }));
});
after(() => stack.disposeAsync());

/**
 * Turns of the event loop for each 10 ms of the clock, so that requests on loopback take almost none of the clients'
 * time.
 */
const turns = 10;

/** Lets time pass until a promise is settled. */
const settle = <T>(promise: Promise<T>): Promise<T> => passUntilSettled(clock, promise, { step: 10, turns });

/** Lets a minute pass in short steps; the device responds in each, so it is not considered silent. */
const passMinute = async () => {
  for (let step = 0; step < 60_000 / 250; step++) {
    clock.advance(250);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  }
};

const realSetpoint = () => device.device.datagrams().unit[0]!.Setpoint;

/**
 * Quirks of a device that itself takes longer than common clients wait, or that loses requests: the clients try again.
 */
const slow: ReadonlySet<QuirkName> = new Set([
  ...(['busy', 'one-connection', 'answer-time', 'drop-before', 'drop-after', 'stall', 'restart'] as const),
  ...hides,
]);

/** Delay before a client tries again, in ms. */
const retryAfter = 1_500;

/** Returns the response to a client that hangs up after `timeout` ms; undefined if the client hung up. */
const writeFor = async (timeout: number, value: number): Promise<string | undefined> => {
  const gone = new AbortController();
  const cancel = clock.after(timeout, () => gone.abort());
  const url = `http://127.0.0.1:${front.http.port}/HvacCommandV2`;
  const body = JSON.stringify({ SysSetpoint: value });
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: gone.signal });
    return await answer.text();
  } catch {
    return undefined;
  } finally {
    cancel();
  }
};

const readSetpoint = async () => {
  const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };
  const { text } = await post(front.http.port, '/HvacRequestV2', query);
  return JSON.parse(text).SystemV2.Setpoint as number;
};

/** Clients like those of other vendors: each writes a value once, and returns true if it accepts the response. */
const foreignClients: Readonly<Record<string, (value: number) => Promise<boolean>>> = {
  'that waits 3 s': async (value) => (await writeFor(3_000, value)) === 'OK',
  'that waits 5 s': async (value) => (await writeFor(5_000, value)) === 'OK',
  'that waits 10 s': async (value) => (await writeFor(10_000, value)) === 'OK',
  'that verifies': async (value) =>
    (await writeFor(10_000, value)) === 'OK' && (await readSetpoint()) === value,
  'that writes twice': async (value) => {
    const answers = await Promise.all([writeFor(10_000, value), writeFor(10_000, value)]);
    return answers.every((text) => text === 'OK');
  },
};

/**
 * Clients that only the full run tries: one that waits 3 s for the same response waits for less time, and one that
 * verifies waits 10 s too.
 */
const patient: ReadonlySet<string> = new Set(['that waits 5 s', 'that waits 10 s']);

for (const [client, write] of Object.entries(foreignClients).filter(
  ([name]) => isFullRun || !patient.has(name),
))
  test(`satisfies a client ${client} with each quirk of the device`, async () => {
    for (const name of quirkNames)
      for (const quirks of worst[name]) {
        device.quirks.set(quirks);
        const value = nextSetpoint();
        // A slow device may have carried out the command for a client that had hung up.
        const isContent = async () => {
          if (await write(value)) return true;
          if (slow.has(name) && realSetpoint() === value) return true;
          await new Promise<void>((resolve) => void clock.after(retryAfter, resolve));
          return false;
        };
        if (slow.has(name)) await settle(untilDone(isContent));
        else assert.ok(await settle(isContent()), `${name} ${JSON.stringify(quirks)}`);
        // A command that the device ignored is sent once more.
        const reported: unknown[] = [];
        const end = front.device.subscribeUnconfirmed((event) => void reported.push(event));
        const isDone = async () => realSetpoint() === value || reported.length > 0;
        for (let steps = 0; steps < 1_000 && !(await settle(isDone())); steps++);
        end();
        assert.ok(realSetpoint() === value || reported.length > 0, `${name} was lost`);
        device.quirks.set({ busy: 0 });
        await passMinute();
      }
  });
