import { randomBytes } from 'node:crypto';
import { type Clock, delay, every, systemClock } from '@plenum/platform';
import { isRecord } from '@plenum/protocol/json';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { checkOverride, simulationEndpoints } from '@plenum/protocol/simulation';
import type { HouseFile } from '@plenum/simulator';
import { decorate } from '../device/decorate.ts';
import type { Records, Write } from '../device/records.ts';
import { withAuthority } from '../device/with-installer-check.ts';
import { createExplainer } from '../explain/explainer.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { createRecords } from '../http/routes/records.ts';
import { type Log, silent } from '../log/log.ts';
import { openHouse } from '../open-house.ts';
import type { Operation } from '../simulated/apply-operation.ts';
import type { SimulatedDevice } from '../simulated/simulated-device.ts';
import { inMemory } from '../store/data-files.ts';
import type { JournalCopy, JournalEntry } from '../store/journal.ts';
import { defaultPace } from '../uplink/keep-connected.ts';
import { createReads } from '../uplink/reads.ts';
import { startSession } from '../uplink/session.ts';

/** An operation of a house, which its host keeps without reading it. Numbers increase. */
export interface KeptEntry {
  readonly number: number;
  readonly text: string;
}

/** A house as its host kept it: a copy of its store, and the operations since then, in order. */
export interface KeptHouse {
  readonly store: Uint8Array;
  readonly since: readonly KeptEntry[];
}

export interface HostedBridgeConfig {
  readonly systemId: string;
  /** A house file that `toHouseFile` returned. */
  readonly house: object;
  /** Undefined for a new house. */
  readonly kept?: KeptHouse | undefined;
  /** Keeps operations. They are acknowledged once it resolves, and refused if it rejects. */
  readonly keep: (entries: readonly KeptEntry[]) => Promise<void>;
  /** Keeps the whole house (`HostedBridge.copy`). A change of its settings is acknowledged once it resolves. */
  readonly save: () => Promise<void>;
  /** Seconds of house time per second of a new house; 1 by default. */
  readonly timeScale?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** The side of the host of an uplink in memory. */
export interface HostedLink {
  /** Sends a frame of the bridge. */
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** A bridge with a simulated house in the process of a cloud: without HTTP, UDP and a data folder. */
export interface HostedBridge extends AsyncDisposable {
  readonly timeZone: string;
  /** Returns a copy of its store, which includes the operations up to a number. */
  copy(): { readonly store: Uint8Array; readonly upTo: number };
  /** Opens an uplink: sends a snapshot, and returns the functions that receive a frame and end the uplink. */
  connect(link: HostedLink): { readonly receive: (text: string) => void; readonly end: () => void };
}

/** Time of a new house that is simulated before it starts: a graph is not empty, and nobody waits for it. */
const past = 3_600_000;

/** Days of history that are kept. Twenty days would take 5 MB of memory for each house, and a year can be stepped. */
const historyDays = 7;

const createJournalCopy = (
  keep: HostedBridgeConfig['keep'],
  last: number,
): JournalCopy<Operation> & { readonly last: () => number } => {
  let number = last;
  let written: Promise<Result<undefined>> = Promise.resolve(ok(undefined));
  return {
    last: () => number,
    append: (entries) => {
      const numbered = entries.map((entry) => ({ number: ++number, text: JSON.stringify(entry) }));
      const write = async (before: Result<undefined>): Promise<Result<undefined>> => {
        if (!before.ok) return before;
        try {
          await keep(numbered);
          return before;
        } catch {
          // The house has what its host has not. The host restores it from what it kept.
          return refuse('not-stored', { facts: { reason: 'stopping' } });
        }
      };
      written = written.then(write);
    },
    written: () => written,
  };
};

/** The longest time that the response to a step of the clock waits for the step, in ms. A year takes minutes. */
const maxStepWait = 2_000;

/** Applies one override, `{NAME: BODY}`. */
const createOverrideWrite = (device: SimulatedDevice, clock: Clock): Write => ({
  path: simulationEndpoints.readSimulation.path,
  endpoint: 'simulation',
  write: async (value) => {
    const [entry, ...others] = isRecord(value) ? Object.entries(value) : [];
    if (entry === undefined || others.length > 0)
      return refuse('not-an-object', { input: value, facts: { expected: 'one override' } });
    const [name, body] = entry;
    const known = checkOverride(name, body);
    if (!known.ok) return known;
    const checked = device.checkOverride(name, body);
    if (!checked.ok) return checked;
    // The quirks are those of the local interface, which a hosted bridge does not have.
    if (checked.value.name === 'Quirks') return refuse('unknown-path', { input: `/simulation/${name}` });
    const applied = device.applyOverride(checked.value);
    if (checked.value.name !== 'ClockStep') return applied;
    return Promise.race([applied, delay(clock, maxStepWait).then(() => ok(undefined))]);
  },
});

/**
 * Adds the controls of the simulation to the records of a bridge, and keeps the whole house after each write, because
 * the settings of a bridge are not in its journal.
 */
const toHostedRecords = (
  { reads, writes, readOnly }: Records,
  {
    device,
    clock,
    save,
  }: { readonly device: SimulatedDevice; readonly clock: Clock; readonly save: () => Promise<void> },
): Records => {
  const thenSave = (one: Write): Write => ({
    ...one,
    write: async (value) => {
      const written = await one.write(value);
      if (written.ok) await save();
      return written;
    },
  });
  const { readSimulation, exportHouse } = simulationEndpoints;
  return {
    reads: [
      ...reads,
      {
        path: readSimulation.path,
        endpoint: 'simulation',
        read: () => ok({ ...device.status(), quirks: {} }),
      },
      { path: exportHouse.path, endpoint: 'simulation', read: () => ok(device.exportHouse()) },
    ],
    writes: [...writes, createOverrideWrite(device, clock)].map(thenSave),
    readOnly,
  };
};

/**
 * Starts a bridge within a cloud, with its uplink in memory. Everything that is acknowledged is kept by the host, so
 * disposing of it writes nothing. Throws one of `bridgeFailures` if what was kept cannot be read.
 */
export const startHostedBridge = async (config: HostedBridgeConfig): Promise<HostedBridge> => {
  const { systemId, kept, keep, save, timeScale, clock = systemClock, log = silent } = config;
  await using stack = new AsyncDisposableStack();
  const since = kept?.since ?? [];
  const journalCopy = createJournalCopy(keep, since.at(-1)?.number ?? 0);
  const house = { ...toHouseToRun(config.house as HouseFile), systemId, past };
  const opened = await openHouse(
    stack,
    { house, dataDir: inMemory, historyDays, timeScale: kept === undefined ? timeScale : undefined },
    {
      clock,
      log,
      kept: {
        store: kept?.store,
        journalCopy,
        since: since.map(({ text }) => JSON.parse(text) as JournalEntry<Operation>),
      },
    },
  );
  const simulation = opened.simulation!;
  const device = decorate(opened.device, [withAuthority]);
  const explainer = createExplainer({ ...opened, device });
  const records = toHostedRecords(createRecords({ ...opened, device, explainer, readOnly: false }), {
    device: simulation,
    clock,
    save,
  });
  const advance = () => device.advanceTo(clock.now());
  const running = stack.move();
  return {
    timeZone: device.timeZone(),
    copy: () => {
      const store = simulation.copyStore();
      return { store, upTo: journalCopy.last() };
    },
    connect: ({ send, close }) => {
      advance();
      const session = startSession({
        device,
        nonce: randomBytes(16).toString('base64url'),
        reads: createReads(records, { advance, log }),
        readOnly: false,
        elapsed: () => performance.now(),
        pace: defaultPace,
        send,
        log,
        end: (why) => {
          log.info({ systemId, why }, 'closing the uplink of a hosted bridge');
          close();
        },
      });
      const cancelTicks = every(clock, defaultPace.pingInterval / 4, session.tick);
      return {
        receive: session.receive,
        end: () => {
          cancelTicks();
          session[Symbol.dispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
