import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import { type Alerts, openAlerts } from './alerts/alerts.ts';
import { type Automation, openAutomation } from './automation/open-automation.ts';
import type { HandCommands } from './automation/with-hands.ts';
import { finishRestore } from './backup/pending-restore.ts';
import { type Comfort, openComfort } from './comfort/open-comfort.ts';
import { createOwnActs } from './comfort/own-acts.ts';
import type { AttachedBridgeConfig, BridgeConfig } from './config.ts';
import { type DamperTests, openDamperTests } from './damper-test/damper-tests.ts';
import type { Device } from './device/device.ts';
import { createListeners } from './device/listeners.ts';
import { decorateHouse } from './device-layers.ts';
import { createTariffStore, type TariffStore } from './energy/tariff-store.ts';
import { openExceptionStore } from './exceptions/exception-store.ts';
import { createExceptions, type Exceptions, recordIn } from './exceptions/exceptions.ts';
import type { History } from './history/history.ts';
import { claimAttached, claimHouse } from './house/claim-house.ts';
import { type Groups, openGroups } from './house/groups.ts';
import { openIdentity } from './house/identity.ts';
import { fixedTimeZone, type HouseTimeZone, openTimeZone } from './house/time-zone.ts';
import { continueCopy, openSimulatedHouse, type SimulatedHouse } from './open-simulated-house.ts';
import type { Operation } from './simulated/apply-operation.ts';
import type { SimulatedDevice } from './simulated/simulated-device.ts';
import type { Turns } from './simulated/turns.ts';
import { inMemory } from './store/data-files.ts';
import { createJournal, type JournalCopy, type JournalEntry } from './store/journal.ts';
import { toOpenFailure } from './store/open-failure.ts';
import { openMemoryStore, openStore, storeFile } from './store/open-store.ts';
import { removeBridgeRows } from './store/replace-house.ts';
import { createSettings, type Settings } from './store/settings.ts';
import { createLoggedTransact, writeAll } from './store/transact.ts';

/** The house behind a bridge, with its history. */
export interface OpenedHouse {
  readonly device: Device;
  /** The same device if it is simulated; otherwise undefined. */
  readonly simulation: SimulatedDevice | undefined;
  readonly history: History;
  readonly tariffs: TariffStore;
  readonly exceptions: Exceptions;
  readonly groups: Groups;
  readonly damperTests: DamperTests;
  readonly comfort: Comfort;
  readonly automation: Automation;
  readonly timeZone: HouseTimeZone;
  readonly alerts: Alerts;
  readonly settings: Settings;
  readonly db: DatabaseSync;
  /** Returns a simulated house to a copy of its store; undefined if the house is not simulated. */
  readonly restore: SimulatedHouse['restore'] | undefined;
}

/** The journal of a simulated house in memory, which is stored elsewhere. */
interface KeptJournal {
  /** The copy of its store with which the house starts; undefined for a new house. */
  readonly store: Uint8Array | undefined;
  /** The entries since then. */
  readonly since: readonly JournalEntry<Operation>[];
  readonly journalCopy: JournalCopy<Operation>;
  /** Turns in which the house catches up. */
  readonly turns: Turns;
}

/**
 * Opens the store of a data folder and the house behind the bridge: the simulated house in that store, or a real
 * bridge. Everything it opens is disposed of with `stack`. Throws failures of the store as one of `bridgeFailures`.
 */
export async function openHouse(
  stack: AsyncDisposableStack,
  config: BridgeConfig | AttachedBridgeConfig,
  { clock, log, kept }: { clock: Clock; log: Log; kept?: KeptJournal },
): Promise<OpenedHouse> {
  const { dataDir: folder, timeScale, historyDays, random = Math.random, readOnly = false } = config;
  const from = 'attach' in config ? undefined : config.from;
  if (folder !== inMemory) finishRestore(folder);
  const opened = folder === inMemory ? openMemoryStore(from?.store ?? kept?.store) : openStore(folder);
  const db = stack.adopt(opened, (open) => open.close());
  if (from !== undefined) {
    removeBridgeRows(db);
    continueCopy(db, clock.now());
  }
  const deps = { stack, db, clock, log, readOnly };
  try {
    const tariffs = createTariffStore(db);
    const settings = createSettings(db);
    const { accessKey, push: policy } = config;
    const alertsOf = (device: Device): Alerts =>
      stack.use(openAlerts({ device, db, clock, random, log, accessKey, policy }));
    if ('attach' in config) {
      // Imported only here because a simulated house needs no client.
      const { openAttachedDevice } = await import('./attached/open-attached-device.ts');
      const { withWeek } = await import('./exceptions/with-week.ts');
      const timeZone = openTimeZone(db);
      const attached = await openAttachedDevice({
        to: config.attach,
        db,
        timeZone: () => timeZone.read().timeZone,
        historyDays,
        clock,
        random,
        log,
        signal: config.signal,
      });
      stack.use(attached);
      // Bound only now, so that a folder is never bound to a bridge that was not reached.
      claimAttached(db, folder, config.attach.host);
      const { history, onCommand } = attached;
      const store = openExceptionStore(db);
      const changes = createListeners<undefined>(log);
      const week = { exceptions: store.all, followExceptions: changes.add, onCommand };
      const hands = createListeners<HandCommands>(log);
      const layers = { week: withWeek({ ...week, ...deps }), report: hands.notify };
      const device = decorateHouse(attached.device, { ...deps, ...layers });
      attached.record(device, store.all);
      const shared = {
        ...deps,
        device,
        history,
        exceptions: store.all,
        isBehind: () => false,
        acts: createOwnActs(),
      };
      const automation = openAutomation({ ...shared, hands });
      const comfort = openComfort({
        ...shared,
        tariff: () => tariffs.read(device.datagrams().power[0]?.CostOfPower, device.timeZone()),
      });
      const exceptions = createExceptions({
        device,
        store,
        record: recordIn(history, createLoggedTransact(db, log)),
        onChange: () => changes.notify(undefined),
      });
      return {
        device,
        simulation: undefined,
        history,
        tariffs,
        exceptions,
        groups: openGroups(db),
        damperTests: openDamperTests({ device, ...deps }),
        comfort,
        automation,
        timeZone,
        alerts: alertsOf(device),
        settings,
        db,
        restore: undefined,
      };
    }
    const { simulator, systemId, past, startsAt } = config.house;
    if (kept !== undefined) {
      const journal = createJournal<unknown, Operation>(db);
      writeAll(db, () => {
        for (const { at, operation } of kept.since) journal.append(at, operation);
      });
    }
    // A folder outlives the bridge, and may be given to another house by mistake.
    if (folder !== inMemory) claimHouse(db, folder, config.house, clock.now());
    const identity = openIdentity(db, { given: systemId, random });
    const house = stack.use(
      openSimulatedHouse({
        simulator,
        place: config.house.place,
        tariffs,
        identity,
        db,
        journalCopy: kept?.journalCopy,
        turns: kept?.turns,
        clock,
        log,
        past,
        startsAt,
        timeScale,
        historyDays,
        readOnly,
      }),
    );
    const { device } = house;
    const timeZone = fixedTimeZone(device.timeZone());
    return { ...house, tariffs, settings, db, timeZone, alerts: alertsOf(device) };
  } catch (error) {
    throw toOpenFailure(error, folder, storeFile(folder));
  }
}
