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
import { isRecord } from '@plenum/protocol/json';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { uplinkTimes } from '@plenum/protocol/uplink';
import { pairings } from '../cloud/pairing.ts';
import type { TestCloud, TestUser } from '../cloud/test-cloud.ts';
import { toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import { checkedLater, checkOptions, checkValue, type Rules, wholeNumber } from '../given.ts';
import { nextTurn } from '../turn.ts';
import { duringCall, expectEnd, lineThatCalled, startUnattended } from '../unattended.ts';
import { connections } from './connections.ts';
import { createExpectations } from './expectations.ts';
import { toHouseToTest } from './house-to-test.ts';
import { createRandom } from './random.ts';
import type { Ports, Snapshot, StartHouseOptions, TestHouse } from './test-house.ts';

const port = wholeNumber(0, 65_535, 'a port from 0 to 65535; 0 chooses a free one');
const portRules: Rules<Ports> = { http: port, udp: port, notifications: port };

const rules: Rules<StartHouseOptions> = {
  file: {
    isRight: (value) => typeof value === 'string' || isRecord(value),
    expected: 'demo, flat, large, the path of a house file, or its content as an object',
  },
  seed: wholeNumber(0, 4_294_967_295, 'a whole number from 0 to 4294967295'),
  at: checkedLater,
  past: checkedLater,
  bridge: {
    isRight: (value) => typeof value === 'boolean' || isRecord(value),
    expected: 'true, or an object with ports',
  },
  cloud: { isRight: (value) => pairings.has(value as TestCloud), expected: 'a cloud of startCloud()' },
  user: checkedLater,
};

/** Seconds of the house that pass in one turn of the event loop: about 15 ms of the machine. */
const slice = 3_600;

/** The common parts of a house and its forks, and the ports to open. */
interface Setup {
  readonly house: HouseToRun;
  readonly seed: number;
  readonly taken: WeakMap<Snapshot, HouseSnapshot>;
  readonly ports: Partial<Ports> | undefined;
  readonly cloud: TestCloud | undefined;
  readonly user: TestUser | undefined;
  /** The line of the test that starts it. */
  readonly line: string;
}

/** A house whose cloud was out of reach connects again soon, because no other houses compete for it. */
const uplinkPace = { ...uplinkTimes, backoff: { first: 100, max: 1_000 }, forgetAfter: 1_000 };

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
  { house, seed, ports, cloud, user }: Setup,
  clock: Clock,
  from?: HouseSnapshot,
): Promise<Running> => {
  const pairing = cloud && pairings.get(cloud);
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
    cloud: pairing && ((who) => pairing.pair(who, user)),
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
  const start = () => startBridgeOf(setup, clock, from);
  const bridge = await (isAlone ? start() : startUnattended(start));
  const call: typeof duringCall = isAlone ? (work) => work() : duringCall;
  const ports = setup.ports && portsOf(bridge);
  const client = connectBridge({
    host: 'localhost',
    connect: () => bridge.connect(),
    ...(stepped && { clock }),
  });
  const at = () => bridge.device.at();
  let isOver = false;
  const refuseIfOver = () => {
    if (isOver) throw testingFailures.error('over', { what: 'house' });
  };

  const step = (seconds: number) =>
    call(async () => {
      for (let left = seconds; left > 0 || left === seconds; left -= slice) {
        // Requests that were just sent arrive before time passes, and a test whose time is over can dispose of the house.
        await nextTurn();
        refuseIfOver();
        const body = Math.min(left, slice);
        orThrow(await bridge.simulation!.applyOverride({ name: 'ClockStep', body }));
        stepped?.advance(1000 * body);
      }
    });
  const end = async () => {
    if (isOver) return;
    isOver = true;
    attended?.();
    client.close();
    await bridge[Symbol.asyncDispose]();
    if (setup.cloud !== undefined) pairings.get(setup.cloud)!.release(bridge.identity.uid);
  };
  const attended = isAlone
    ? undefined
    : expectEnd({ what: 'bridge', line: setup.line, [Symbol.asyncDispose]: end });

  const house: TestHouse = {
    client,
    url: ports && `http://127.0.0.1:${ports.http}`,
    ports,
    at,
    advance: async (duration) => {
      refuseIfOver();
      await step(toSeconds(duration));
    },
    snapshot: () => {
      refuseIfOver();
      const snapshot = { at: at() };
      taken.set(snapshot, bridge.snapshots!.take());
      return snapshot;
    },
    restore: async (snapshot) => {
      refuseIfOver();
      const found = taken.get(snapshot);
      if (found === undefined) throw testingFailures.error('other-house');
      orThrow(bridge.snapshots!.restore(found));
    },
    fork: async () => {
      refuseIfOver();
      const forkPorts = ports && { notifications: ports.notifications };
      const line = lineThatCalled(house.fork);
      return openHouse(
        { ...setup, ports: forkPorts, cloud: undefined, user: undefined, line },
        bridge.snapshots!.take(),
      );
    },
    ...createExpectations({
      at,
      timeZone: () => bridge.device.timeZone(),
      component: (kind) => {
        refuseIfOver();
        return bridge.device.datagrams()[kind];
      },
      events: (from) => {
        refuseIfOver();
        const query = { from: String(from), to: String(at() + 1) };
        return (orThrow(bridge.read('/history/events', query)) as EventsAnswer).events;
      },
      step,
    }),
    [Symbol.asyncDispose]: end,
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
export async function startHouse(options: StartHouseOptions = {}): Promise<TestHouse> {
  const line = lineThatCalled(startHouse);
  checkOptions('startHouse', options, rules);
  const { bridge = false, cloud, user, ...house } = options;
  if (isRecord(bridge)) checkOptions('bridge of startHouse', bridge, portRules);
  if (user !== undefined)
    checkValue('startHouse', 'user', user, {
      isRight: (value) => cloud !== undefined && pairings.get(cloud)!.hasUser(value),
      expected: 'a user of its cloud',
    });
  return openHouse({
    ...toHouseToTest(house),
    taken: new WeakMap(),
    cloud,
    user,
    ports: bridge === true ? {} : bridge === false ? undefined : bridge,
    line,
  });
}
