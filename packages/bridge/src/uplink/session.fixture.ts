import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import type { ComponentRef } from '@plenum/protocol/component';
import { ok, refuse } from '@plenum/protocol/refusal';
import { type BridgeFrame, type CloudFrame, readBridgeFrame } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Device } from '../device/device.ts';
import type { ReadEndpoint, WriteEndpoint } from '../endpoint/endpoint.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';
import { createReads } from './reads.ts';
import { startSession } from './session.ts';

export const session = 'AAECAwQFBgcICQoLDA0ODw';

/** The responses of the session; `/large` has a string of the requested length. */
const testReads: readonly ReadEndpoint[] = [
  { path: '/echo', endpoint: 'echo', read: (query) => ok({ ...query }) },
  { path: '/large', endpoint: 'large', read: ({ length }) => ok('x'.repeat(Number(length))) },
  { path: '/refused', endpoint: 'refused', read: () => refuse('missing-key', { facts: { key: 'series' } }) },
  {
    path: '/broken',
    endpoint: 'broken',
    read: () => {
      throw new Error('a secret');
    },
  },
];

/** `/kept` adds a value and its origin to `kept` when `release` resolves. */
const createTestWrites = (kept: unknown[], release: Promise<void>): readonly WriteEndpoint[] => [
  {
    path: '/kept',
    endpoint: 'kept',
    write: async (value, by) => {
      await release;
      kept.push([value, by]);
      return ok(undefined);
    },
  },
  {
    path: '/refused',
    endpoint: 'refused',
    write: () => refuse('missing-key', { facts: { key: 'prices' } }),
  },
  { path: '/broken', endpoint: 'broken', write: () => Promise.reject(new Error('a secret')) },
];

type Control = Pick<Extract<CloudFrame, { type: 'control' }>, 'after' | 'by'> & {
  /** The session in its id. */
  readonly of: string;
};

/** A session of the small house whose other end is the test. */
export function openSession({
  readOnly = false,
  traceOf = undefined as ((component: ComponentRef) => string | undefined) | undefined,
  /** What differs from the simulated device. */
  changed = (() => ({})) as (device: Device) => Partial<Device>,
  log = silent,
} = {}) {
  const folder = createDataFolder();
  const clock = createFakeClock();
  const { device, history, close, db } = openSmallDevice(folder.path, clock);
  const frames: BridgeFrame[] = [];
  const ends: string[] = [];
  const kept: unknown[] = [];
  const release = Promise.withResolvers<void>();
  let now = 0;
  const own = startSession({
    device: { ...device, ...changed(device) },
    nonce: session,
    reads: createReads(
      { reads: testReads, writes: createTestWrites(kept, release.promise), readOnly },
      { advance: () => {}, log: silent },
    ),
    readOnly,
    traceOf,
    elapsed: () => now,
    log,
    pace: { pingInterval: 15_000, idleTimeout: 40_000 },
    send: (text) => {
      const read = readBridgeFrame(text);
      assert.ok(read.ok, text);
      frames.push(read.value);
    },
    end: (why) => void ends.push(why),
  });
  return {
    device,
    history,
    clock,
    ends,
    own,
    kept,
    release: release.resolve,
    /** The frames sent since the last call. */
    sent: () => frames.splice(0),
    receive: (frame: CloudFrame) => own.receive(JSON.stringify(frame)),
    control: async (no: number, command: object, { of = session, ...more }: Partial<Control> = {}) => {
      const usual = { type: 'control', id: `${of}.${no}`, after: 1, within: 10_000, command };
      own.receive(JSON.stringify({ ...usual, ...more }));
      await turn();
      await turn();
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    journal: () => (db.prepare('SELECT count(*) AS n FROM journal').get() as { n: number }).n,
    [Symbol.dispose]: () => {
      own[Symbol.dispose]();
      close();
      folder[Symbol.dispose]();
    },
  };
}

/** A session whose snapshot is acknowledged. */
export function openAcknowledged(...options: Parameters<typeof openSession>) {
  const connection = openSession(...options);
  connection.receive({ type: 'ack', n: 1 });
  connection.sent();
  return connection;
}
