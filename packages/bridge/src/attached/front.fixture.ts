import assert from 'node:assert/strict';
import { monday } from '@plenum/platform/fake-clock';
import { createQuickClock } from '@plenum/platform/quick-clock';
import type { SteppedClock } from '@plenum/platform/stepped-clock';
import { toControlId } from '@plenum/protocol/uplink';
import type { Bridge } from '../bridge.ts';
import type { BridgeSettings } from '../config.ts';
import { post } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { startScriptedCloud } from '../uplink/cloud.fixture.ts';
import type { AttachTo } from './attach-to.ts';

/** A bridge in front of a device with quirks, both on one clock. */
export async function startFront(
  stack: AsyncDisposableStack,
  {
    to = {},
    clock = createQuickClock(monday),
    ...config
  }: Partial<Omit<BridgeSettings, 'clock'>> & {
    readonly to?: Partial<AttachTo>;
    readonly clock?: SteppedClock;
  } = {},
) {
  const device = stack.use(await startSmallBridge({ clock, timeScale: 0, random: () => 0.4 }));
  device.quirks.set({ busy: 0 });
  const where = { host: '127.0.0.1', port: device.http.port, notifyPort: 0 };
  const front = stack.use(await startAttachedBridge({ ...where, ...to }, { clock, ...config }));
  return { clock, device, front };
}

/** A bridge in front of a device, connected to a cloud that is the test. */
export async function startFrontWithCloud(stack: AsyncDisposableStack, clock: SteppedClock) {
  const cloud = stack.use(await startScriptedCloud());
  const { device, front } = await startFront(stack, { clock, to: { pause: 0 }, cloud: cloud.url });
  const caller = await cloud.caller();
  const snapshot = await caller.next();
  assert.ok(snapshot.type === 'snapshot');
  caller.send({ type: 'ack', n: 1 });
  const idOf = (no: number) => toControlId({ session: snapshot.session, no });
  return { device, front, caller, idOf };
}

export const command = async ({ http }: Bridge, body: object) =>
  (await post(http.port, '/HvacCommandV2', body)).text;
export const unitOf = async ({ http }: Bridge) =>
  JSON.parse((await post(http.port, '/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0, No1: 0 } })).text)
    .SystemV2;

/** Resolves when the front shows a state. */
export async function shows({ device }: Bridge, is: () => boolean) {
  if (is()) return;
  await new Promise<void>((resolve) => {
    const end = device.subscribe(() => {
      if (!is()) return;
      end();
      resolve();
    });
  });
}

/** Size of one step of the clock in ms, and the number of event-loop turns after each step. */
interface Pace {
  readonly step?: number;
  readonly turns?: number;
}

/** Lets time pass until a condition holds; fails after 50,000 steps. */
export async function passUntil(
  clock: { advance(milliseconds: number): void },
  is: () => boolean,
  { step = 1_000, turns = 1 }: Pace = {},
) {
  for (let left = 50_000; !is(); left--) {
    assert.ok(left > 0, `it has not happened after 50,000 steps of ${step} ms`);
    clock.advance(step);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  }
}

/** Lets time pass until a promise is settled. */
export async function passUntilSettled<T>(
  clock: { advance(milliseconds: number): void },
  promise: Promise<T>,
  pace?: Pace,
) {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  await passUntil(clock, () => isSettled, pace);
  return settled;
}
