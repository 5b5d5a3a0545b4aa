import { randomBytes } from 'node:crypto';
import { createRedaction } from '@plenum/insight/request';
import { type Clock, delay, every, systemClock } from '@plenum/platform';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { neutral } from '@plenum/protocol/dialect';
import { isRecord } from '@plenum/protocol/json';
import { bridgeLimits } from '@plenum/protocol/limit';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import {
  type AnyOverride,
  checkHostedOverride,
  componentsPath,
  simulationEndpoints,
} from '@plenum/protocol/simulation';
import type { HostedBridge, KeptEntry, KeptHouse, UnnumberedFrame } from '@plenum/protocol/uplink';
import type { HouseFile } from '@plenum/simulator';
import { decorateServed } from '../device-layers.ts';
import { createRecentRequests, type RecentRequests } from '../diagnostics/recent-requests.ts';
import type { OwnEndpoints, WriteEndpoint } from '../endpoint/endpoint.ts';
import { createExplainer } from '../endpoint/explainer.ts';
import { createOwnEndpoints } from '../endpoint/own-endpoints.ts';
import { openHouse } from '../open-house.ts';
import type { Operation } from '../simulated/apply-operation.ts';
import type { SimulatedDevice } from '../simulated/simulated-device.ts';
import { type HostedTurns, hostedTurns, wholeTurns } from '../simulated/turns.ts';
import { inMemory } from '../store/data-files.ts';
import type { JournalCopy, JournalEntry } from '../store/journal.ts';
import { defaultPace } from '../uplink/keep-connected.ts';
import { createReads } from '../uplink/reads.ts';
import { startSession } from '../uplink/session.ts';
import { uplinkComponentsOf } from '../uplink/unsent-changes.ts';
import { createHostedOverrides, type HostedOverrides } from './hosted-overrides.ts';
import { toSharedHouse } from './shared-house.ts';

interface HostedBridgeConfig {
  readonly systemId: string;
  /** A house file that `toHouseFile` returned. */
  readonly house: object;
  /** Undefined for a new house. */
  readonly kept?: KeptHouse | undefined;
  /** Keeps operations. They are acknowledged once it resolves, and refused if it rejects. */
  readonly keep: (entries: readonly KeptEntry[]) => Promise<void>;
  /** Keeps the whole house (`HostedBridge.copy`). A change of its settings is acknowledged once it resolves. */
  readonly save: () => Promise<void>;
  /** The latest requests that are listed: their number, and their bytes in memory. */
  readonly requestLimits: { readonly requests: number; readonly requestsBytes: number };
  /**
   * Turns in which the houses of this process catch up and are copied: the length of one in ms, the share of the time
   * that they may take, and the account that has them.
   */
  readonly stepTurns?: HostedTurns | undefined;
  /** Seconds of house time per second of a new house; 1 by default. */
  readonly timeScale?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Time of a new house that is simulated before it starts: a graph is not empty, and nobody waits for it. */
const past = 3_600_000;

/** Number of days of stored history. Twenty days would take 5 MB of memory for each house, and a year can be stepped. */
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
          // The house has changes that its host did not store. The host restores the house from what it stored.
          return refuse('not-stored', { facts: { reason: 'stopping' } });
        }
      };
      written = written.then(write);
    },
    written: () => written,
  };
};

const requestBody = bridgeLimits.requestBody.most;

/** All houses of the process share what it remembers. */
const redaction = createRedaction({ dialect: neutral, maxBody: requestBody });

/** The longest time that the response to a step of the clock waits for the step, in ms. A year takes minutes. */
const maxStepWait = 2_000;

/** Reads and writes `/simulation` of a house. Keeps the whole house after each write, because not all of it is in the journal. */
const createSimulationRecords = (
  device: SimulatedDevice,
  { overrides, recent, clock, changed, save }: SimulationRecordsDeps,
): OwnEndpoints => {
  const { readSimulation, exportHouse, readRequests } = simulationEndpoints;
  const apply = async (value: unknown): Promise<Result<undefined>> => {
    const [entry, ...others] = isRecord(value) ? Object.entries(value) : [];
    if (entry === undefined || others.length > 0)
      return refuse('not-an-object', { input: value, facts: { expected: 'one override' } });
    const [name, body] = entry;
    const hosted = checkHostedOverride(name, body);
    if (hosted !== undefined) {
      if (!hosted.ok) return hosted;
      overrides.apply(hosted.value);
      changed();
      return ok(undefined);
    }
    const checked = device.checkOverride(name, body);
    if (!checked.ok) return checked;
    // The quirks have their own form here.
    const override = checked.value as Exclude<AnyOverride, { name: 'Quirks' }>;
    const applied = device.applyOverride(override);
    if (override.name !== 'ClockStep') return applied;
    return Promise.race([applied, delay(clock, maxStepWait).then(() => ok(undefined))]);
  };
  const endpoint = 'simulation';
  return {
    reads: [
      { path: readSimulation.path, endpoint, read: () => ok({ ...device.status(), ...overrides.status() }) },
      { path: exportHouse.path, endpoint, read: () => ok(device.exportHouse()) },
      { path: readRequests.path, endpoint, read: () => ok(recent.read('')) },
      { path: componentsPath, endpoint, read: () => ok(uplinkComponentsOf(device.datagrams())) },
    ],
    writes: [thenSave({ path: readSimulation.path, endpoint, write: apply }, save)],
    readOnly: false,
  };
};

interface SimulationRecordsDeps {
  readonly overrides: HostedOverrides;
  readonly recent: RecentRequests;
  readonly clock: Clock;
  /** Called when the cloud may see the house differently. */
  readonly changed: () => void;
  readonly save: () => Promise<void>;
}

/** Keeps the whole house after a write. */
const thenSave = (one: WriteEndpoint, save: () => Promise<void>): WriteEndpoint => ({
  ...one,
  write: async (value, by) => {
    const written = await one.write(value, by);
    if (written.ok) await save();
    return written;
  },
});

/**
 * Starts a bridge within a cloud, with its uplink in memory. The host stores everything that is acknowledged, so
 * disposing of it writes nothing. Throws one of `bridgeFailures` if the stored data cannot be read.
 */
export async function startHostedBridge(config: HostedBridgeConfig): Promise<HostedBridge> {
  const { systemId, kept, keep, save, timeScale, clock = systemClock, log = silent } = config;
  await using stack = new AsyncDisposableStack();
  const since = kept?.since ?? [];
  const turns = config.stepTurns === undefined ? wholeTurns : hostedTurns(config.stepTurns);
  const journalCopy = createJournalCopy(keep, since.at(-1)?.number ?? kept?.upTo ?? 0);
  const shared = toSharedHouse(config.house as HouseFile);
  const house = { ...shared, systemId, past };
  const opened = await openHouse(
    stack,
    { house, dataDir: inMemory, historyDays, timeScale: kept === undefined ? timeScale : undefined },
    {
      clock,
      log,
      kept: {
        store: kept?.store,
        journalCopy,
        turns,
        since: since.map(({ text }) => JSON.parse(text) as JournalEntry<Operation>),
      },
    },
  );
  const simulation = opened.simulation!;
  const overrides = createHostedOverrides(decorateServed(opened.device), {
    settings: opened.settings,
    clock,
    random: Math.random,
    isBehind: simulation.isBehind,
  });
  const device = overrides.shown;
  const explainer = createExplainer({ ...opened, device });
  const ownEndpoints = createOwnEndpoints({ ...opened, device, explainer, readOnly: false });
  const advance = () => device.advanceTo(clock.now());
  const recent = createRecentRequests({
    dialect: neutral,
    secretHeaders: {},
    redaction,
    clock,
    houseAt: device.at,
    limits: { ...config.requestLimits, requestBody },
  });
  const reads = createReads(
    { ...ownEndpoints, writes: ownEndpoints.writes.map((one) => thenSave(one, save)) },
    { advance, recent, log },
  );
  let link: { readonly close: () => void; readonly resend: () => void } | undefined;
  const changed = () => (overrides.isOffline() ? link?.close() : link?.resend());
  const simulate = createReads(
    createSimulationRecords(simulation, { overrides, recent, clock, changed, save }),
    { advance, log },
  );
  const running = stack.move();
  return {
    timeZone: device.timeZone(),
    isOffline: overrides.isOffline,
    simulate: async (request) => {
      const { path } = request;
      const frame = { n: 0, id: 0 };
      const answer = await ('body' in request
        ? simulate({ type: 'write', ...frame, path, body: request.body })
        : simulate({ type: 'read', ...frame, path, query: '' }));
      return answer as Extract<UnnumberedFrame, { type: 'answer' }>;
    },
    copy: async () => {
      const { store, upTo } = await turns.run(
        () => ({ store: simulation.copyStore(), upTo: journalCopy.last() }),
        { isFirst: true },
      );
      // Otherwise an operation that was refused could be in the copy.
      const written = await journalCopy.written();
      if (!written.ok) throw new Error('The copy includes operations that were not kept.');
      return { store, upTo, [Symbol.dispose]: () => void store.buffer.transfer(0) };
    },
    connect: ({ send, close }) => {
      advance();
      const session = startSession({
        device,
        nonce: randomBytes(16).toString('base64url'),
        reads,
        readOnly: false,
        recent,
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
      const own = { close, resend: session.resend };
      link = own;
      return {
        receive: session.receive,
        end: () => {
          if (link === own) link = undefined;
          cancelTicks();
          session[Symbol.dispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
