import { setImmediate } from 'node:timers';
import { type HouseToRun, inMemory, type Bridge as Running, startBridge } from '@plenum/bridge';
import { type Bridge, connectBridge } from '@plenum/client';
import { type Clock, systemClock } from '@plenum/platform/clock';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { EventsAnswer } from '@plenum/protocol/extension';
import type { Quirks } from '@plenum/protocol/quirks';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { testingFailures } from '../failure.ts';
import { type Duration, toSeconds } from './duration.ts';
import { createExpectations, type Expectations } from './expectations.ts';
import { type HouseOptions, toHouseToTest } from './house-to-test.ts';
import { createRandom } from './random.ts';

/** The ports of a bridge on loopback; 0 chooses a free one. */
export interface Ports {
  readonly http: number;
  /** For discovery. */
  readonly udp: number;
  /** Where change notices are sent to; by default 9, where nobody receives them. */
  readonly notifications: number;
}

export interface StartHouseOptions extends HouseOptions {
  /** True to serve the house over HTTP and UDP, on free ports of this machine unless others are given. */
  readonly bridge?: boolean | Partial<Ports>;
}

/** A house at an instant, with its history. It is restored in its own house, or in a fork of that. */
export interface Snapshot {
  readonly house: HouseToRun;
  /** In ms UTC. */
  readonly at: number;
  readonly store: Uint8Array;
  readonly quirks: Quirks;
}

/** A simulated house inside a test. Its time stands still except for `advance` and the expectations. */
export interface TestHouse extends Expectations, AsyncDisposable {
  /** Sends queries and commands, and controls the simulation: faults, weather, windows, quirks. */
  readonly client: Bridge;
  /** The address of its bridge; undefined without `bridge`. */
  readonly url: string | undefined;
  /** The ports of its bridge; undefined without `bridge`. */
  readonly ports: Ports | undefined;
  /** Returns its time, in ms UTC. */
  at(): number;
  /** Lets time pass in the house, without waiting for it. */
  advance(duration: Duration): Promise<void>;
  snapshot(): Snapshot;
  /** Returns to a snapshot. Its client and its ports remain. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Returns a copy of the house that shares nothing with it, on other ports. */
  fork(): Promise<TestHouse>;
}

interface Setup {
  readonly house: HouseToRun;
  readonly seed: number;
  readonly ports: Partial<Ports> | undefined;
}

const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw testingFailures.error('refused', { why: toSentence(result.refusal) });
};

const startBridgeOf = ({ house, seed, ports }: Setup, clock: Clock, from?: Snapshot): Promise<Running> =>
  startBridge({
    house,
    dataDir: inMemory,
    copy: from?.store,
    misbehave: from?.quirks,
    // Time passes only by steps of the clock (`ClockStep`).
    timeScale: 0,
    random: createRandom(seed),
    listen: ports !== undefined,
    httpPort: ports?.http ?? 0,
    udpPort: ports?.udp ?? 0,
    notifyPort: ports?.notifications ?? 9,
    notifyAddress: '127.0.0.1',
    clock,
  });

const portsOf = ({ http, udp, notifications }: Running): Ports => ({
  http: http.port,
  udp: udp.port,
  notifications: notifications.port,
});

const openHouse = async (setup: Setup, from?: Snapshot): Promise<TestHouse> => {
  const { house } = setup;
  // Without ports nothing happens outside this process: waiting takes time of the house only.
  const stepped = setup.ports === undefined ? createFakeClock(from?.at ?? house.startsAt) : undefined;
  const clock = stepped ?? systemClock;
  let bridge = await startBridgeOf(setup, clock, from);
  const ports = setup.ports && portsOf(bridge);
  const client = connectBridge({
    host: 'localhost',
    connect: () => bridge.connect(),
    ...(stepped && { clock }),
  });
  const at = () => bridge.device.at();

  const step = async (seconds: number) => {
    // What was just sent arrives before time passes.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    orThrow(await bridge.simulation!.applyOverride({ name: 'ClockStep', body: seconds }));
    stepped?.advance(1000 * seconds);
  };

  const snapshot = (): Snapshot => ({
    house,
    at: at(),
    store: bridge.simulation!.copyStore(),
    quirks: bridge.quirks.current(),
  });

  return {
    client,
    url: ports && `http://127.0.0.1:${ports.http}`,
    ports,
    at,
    advance: async (duration) => step(toSeconds(duration)),
    snapshot,
    restore: async (snapshot) => {
      if (snapshot.house !== house) throw testingFailures.error('other-house');
      await bridge[Symbol.asyncDispose]();
      stepped?.set(snapshot.at);
      bridge = await startBridgeOf({ ...setup, ports }, clock, snapshot);
    },
    fork: () => openHouse(setup, snapshot()),
    ...createExpectations({
      at,
      timeZone: () => bridge.device.timeZone(),
      component: (kind) => bridge.device.datagrams()[kind] as never,
      events: (from) =>
        (
          orThrow(
            bridge.read('/history/events', { from: String(from), to: String(at() + 1) }),
          ) as EventsAnswer
        ).events,
      step,
    }),
    [Symbol.asyncDispose]: async () => {
      client.close();
      await bridge[Symbol.asyncDispose]();
    },
  };
};

/**
 * Starts a house in this process, by default without ports. Dispose of it after the test (`await using`). Throws one of
 * `testingFailures` or `bridgeFailures`.
 * @example await using house = await startHouse({ file: 'flat', at: '2026-01-15T18:00' });
 */
export const startHouse = async ({
  bridge = false,
  ...options
}: StartHouseOptions = {}): Promise<TestHouse> =>
  openHouse({
    ...toHouseToTest(options),
    ports: bridge === true ? {} : bridge === false ? undefined : bridge,
  });
