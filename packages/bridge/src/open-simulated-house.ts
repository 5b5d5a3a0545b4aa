import type { DatabaseSync } from 'node:sqlite';
import type { Result } from '@plenum/protocol/refusal';
import { type Automation, openAutomation } from './automation/open-automation.ts';
import type { HandCommands } from './automation/with-hands.ts';
import { type Comfort, openComfort } from './comfort/open-comfort.ts';
import { createOwnActs } from './comfort/own-acts.ts';
import { type DamperTests, openDamperTests } from './damper-test/damper-tests.ts';
import { changesBetween } from './device/changes.ts';
import type { Changes, Device } from './device/device.ts';
import { forward } from './device/forward.ts';
import { createListeners } from './device/listeners.ts';
import { decorateHouse } from './device-layers.ts';
import type { TariffStore } from './energy/tariff-store.ts';
import { createExceptions, type Exceptions, recordIn } from './exceptions/exceptions.ts';
import type { History } from './history/history.ts';
import { type Groups, openGroups } from './house/groups.ts';
import type { HouseToRun } from './house/house-to-run.ts';
import { setClock } from './simulated/house-clock.ts';
import { type HouseToOpen, openSimulatedDevice } from './simulated/open-simulated-device.ts';
import { readTime, writeTime } from './simulated/persistence.ts';
import type { SimulatedDevice } from './simulated/simulated-device.ts';
import { openMemoryStore } from './store/open-store.ts';
import { replaceHouse } from './store/replace-house.ts';
import { createSettings } from './store/settings.ts';
import { createLoggedTransact, transact } from './store/transact.ts';

/** The parts of a simulated house that have values of its store in memory. */
interface Parts {
  readonly device: Device;
  readonly simulation: SimulatedDevice;
  readonly history: History;
  readonly exceptions: Exceptions;
  readonly groups: Groups;
  readonly damperTests: DamperTests;
  readonly comfort: Comfort;
  readonly automation: Automation;
}

/** A simulated house. Its parts stay usable when it returns to an earlier state. Disposing of it writes its state. */
export interface SimulatedHouse extends Parts, Disposable {
  /** Returns to a copy of its store (`SimulatedDevice.copyStore`), durable when it returns. Its clock continues there. */
  restore(store: Uint8Array): Result<undefined>;
}

interface SimulatedHouseDeps extends HouseToOpen {
  readonly readOnly: boolean;
  readonly place: HouseToRun['place'];
  readonly tariffs: TariffStore;
}

/** Opens the parts of a house from its store; `notify` is called with each change. */
const openParts = (deps: SimulatedHouseDeps, notify: (changes: Changes) => void): Parts & Disposable => {
  using stack = new DisposableStack();
  const { device: simulation, history } = openSimulatedDevice(deps);
  stack.use(simulation);
  stack.defer(simulation.subscribe(notify));
  const hands = createListeners<HandCommands>(deps.log);
  const device = decorateHouse(simulation, { ...deps, stack, report: hands.notify });
  const damperTests = openDamperTests({ ...deps, device, stack });
  const acts = createOwnActs();
  const shared = {
    ...deps,
    device,
    history,
    exceptions: simulation.exceptions.all,
    isBehind: simulation.isBehind,
    acts,
    stack,
  };
  const automation = openAutomation({ ...shared, hands });
  const comfort = openComfort({
    ...shared,
    tariff: () => deps.tariffs.read(device.datagrams().power[0]?.CostOfPower, device.timeZone()),
  });
  const end = stack.move();
  return {
    device,
    simulation,
    history,
    exceptions: createExceptions({
      device,
      store: simulation.exceptions,
      record: recordIn(history, createLoggedTransact(deps.db, deps.log)),
    }),
    groups: openGroups(deps.db),
    damperTests,
    comfort,
    automation,
    [Symbol.dispose]: () => end.dispose(),
  };
};

/**
 * Lets the clock in a copy of a store continue, at a time of the machine's clock, from the time at which the copy was
 * made: the time since then has not passed in the house.
 */
export function continueCopy(db: DatabaseSync, now: number): void {
  const settings = createSettings(db);
  const { clock, reached } = readTime(settings)!;
  writeTime(settings, { clock: setClock(clock, now, reached), reached });
}

/** Opens the simulated house of a store; creates it if the store is empty. */
export function openSimulatedHouse(deps: SimulatedHouseDeps): SimulatedHouse {
  const { db, clock, log } = deps;
  const { add: subscribe, notify } = createListeners<Changes>(log);
  let parts = openParts(deps, notify);

  const replaceStore = (store: Uint8Array): Result<undefined> => {
    using from = openMemoryStore(store);
    return transact(db, () => {
      replaceHouse(db, from);
      continueCopy(db, clock.now());
    });
  };

  return {
    device: { ...forward(() => parts.device), subscribe },
    simulation: { ...forward(() => parts.simulation), subscribe },
    history: forward(() => parts.history),
    exceptions: forward(() => parts.exceptions),
    groups: forward(() => parts.groups),
    damperTests: forward(() => parts.damperTests),
    comfort: forward(() => parts.comfort),
    automation: forward(() => parts.automation),
    restore: (store) => {
      const before = parts.device.datagrams();
      parts[Symbol.dispose]();
      const replaced = replaceStore(store);
      parts = openParts({ ...deps, timeScale: undefined }, notify);
      const datagrams = parts.device.datagrams();
      const changed = changesBetween(before, datagrams);
      if (changed.length > 0) notify({ at: parts.device.at(), changed, datagrams });
      return replaced;
    },
    [Symbol.dispose]: () => parts[Symbol.dispose](),
  };
}
