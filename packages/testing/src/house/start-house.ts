import { setImmediate } from 'node:timers';
import {
  type HouseSnapshot,
  type HouseToRun,
  inMemory,
  type Bridge as Running,
  startBridge,
  type Uplink,
} from '@plenum/bridge';
import { connectBridge } from '@plenum/client';
import { type Clock, systemClock } from '@plenum/platform/clock';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { EventsAnswer } from '@plenum/protocol/extension';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { uplinkTimes } from '@plenum/protocol/uplink';
import { pairings } from '../cloud/pairing.ts';
import type { TestCloud } from '../cloud/test-cloud.ts';
import { toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import { connections } from './connections.ts';
import { createExpectations } from './expectations.ts';
import { toHouseToTest } from './house-to-test.ts';
import { createRandom } from './random.ts';
import type { Ports, Snapshot, StartHouseOptions, TestHouse } from './test-house.ts';

/** The common parts of a house and its forks, and the ports to open. */
interface Setup {
  readonly house: HouseToRun;
  readonly seed: number;
  readonly taken: WeakMap<Snapshot, HouseSnapshot>;
  readonly ports: Partial<Ports> | undefined;
  readonly cloud: TestCloud | undefined;
}

/** A house whose cloud was out of reach connects again soon, because no other houses compete for it. */
const uplinkPace = { ...uplinkTimes, backoff: { first: 100, max: 1_000 } };

const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw testingFailures.error('refused', { why: toSentence(result.refusal) });
};

/** Waits until a bridge is connected to its cloud, or until it is not. */
const waitForConnection = (uplink: Uplink, isConnected: boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if ((uplink.status().state === 'connected') !== isConnected) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = uplink.subscribe(check);
    check();
  });

const startBridgeOf = async (
  { house, seed, ports, cloud }: Setup,
  clock: Clock,
  from?: HouseSnapshot,
): Promise<Running> => {
  const bridge = await startBridge({
    house,
    dataDir: inMemory,
    from,
    // Time passes only by steps of the clock (`ClockStep`).
    timeScale: 0,
    random: createRandom(seed),
    listen: ports !== undefined,
    httpPort: ports?.http ?? 0,
    udpPort: ports?.udp ?? 0,
    notifyPort: ports?.notifications ?? 9,
    notifyAddress: '127.0.0.1',
    cloud: cloud && pairings.get(cloud),
    uplinkPace,
    clock,
  });
  if (bridge.uplink !== undefined) await waitForConnection(bridge.uplink, true);
  return bridge;
};

const portsOf = ({ http, udp, notifications }: Running): Ports => ({
  http: http.port,
  udp: udp.port,
  notifications: notifications.port,
});

const openHouse = async (setup: Setup, from?: HouseSnapshot): Promise<TestHouse> => {
  const { taken } = setup;
  // Without ports and a cloud nothing happens outside this process: waiting takes time of the house only.
  const isAlone = setup.ports === undefined && setup.cloud === undefined;
  const stepped = isAlone ? createFakeClock(from?.at ?? setup.house.startsAt) : undefined;
  const clock = stepped ?? systemClock;
  const bridge = await startBridgeOf(setup, clock, from);
  const ports = setup.ports && portsOf(bridge);
  const client = connectBridge({
    host: 'localhost',
    connect: () => bridge.connect(),
    ...(stepped && { clock }),
  });
  const at = () => bridge.device.at();

  const step = async (seconds: number) => {
    // Requests that were just sent arrive before time passes.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    orThrow(await bridge.simulation!.applyOverride({ name: 'ClockStep', body: seconds }));
    stepped?.advance(1000 * seconds);
  };

  const house: TestHouse = {
    client,
    url: ports && `http://127.0.0.1:${ports.http}`,
    ports,
    at,
    advance: async (duration) => step(toSeconds(duration)),
    snapshot: () => {
      const snapshot = { at: at() };
      taken.set(snapshot, bridge.snapshots!.take());
      return snapshot;
    },
    restore: async (snapshot) => {
      const found = taken.get(snapshot);
      if (found === undefined) throw testingFailures.error('other-house');
      orThrow(bridge.snapshots!.restore(found));
    },
    fork: () =>
      openHouse(
        { ...setup, ports: ports && { notifications: ports.notifications }, cloud: undefined },
        bridge.snapshots!.take(),
      ),
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
  const { uplink } = bridge;
  if (uplink !== undefined) connections.set(house, (isConnected) => waitForConnection(uplink, isConnected));
  return house;
};

/**
 * Starts a house in this process, by default without ports. Dispose of it after the test (`await using`). Throws one of
 * `testingFailures` or `bridgeFailures`.
 * @example await using house = await startHouse({ file: 'flat', at: '2026-01-15T18:00' });
 */
export const startHouse = async ({
  bridge = false,
  cloud,
  ...options
}: StartHouseOptions = {}): Promise<TestHouse> =>
  openHouse({
    ...toHouseToTest(options),
    taken: new WeakMap(),
    cloud,
    ports: bridge === true ? {} : bridge === false ? undefined : bridge,
  });
