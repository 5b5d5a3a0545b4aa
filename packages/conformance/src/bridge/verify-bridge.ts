import { readTrust } from '@plenum/client/socket';
import { type Clock, delay, steadyClock } from '@plenum/platform/clock';
import { catalogue } from '@plenum/protocol/command';
import { type Dialect, neutral } from '@plenum/protocol/dialect';
import { discoveryPort } from '@plenum/protocol/discovery';
import { notificationPort } from '@plenum/protocol/notification';
import { isOfSection, type Row, type RowResult } from '../row.ts';
import type { BridgeEvidence, WriteEvidence } from './evidence.ts';
import { probeBridge, probeStream, requestAtOnce } from './read/probes.ts';
import { findDialect, type QueryReading, readCurrent, readOriginal } from './read/readings.ts';
import { acrossRows } from './rows/across.ts';
import { commandRows } from './rows/commands.ts';
import { datagramRows } from './rows/datagrams.ts';
import { httpRows } from './rows/http.ts';
import { identityRows } from './rows/identity.ts';
import { originalRows } from './rows/original.ts';
import { queryRows } from './rows/queries.ts';
import { quirkRows } from './rows/quirks.ts';
import { openDiscoveryProbe } from './wire/discovery.ts';
import { listenToNotifications } from './wire/notifications.ts';
import { openRecorder, type Recorder } from './wire/recorder.ts';
import { exerciseCommands } from './write/exercise.ts';
import { type Before, describePlan, planWrites, type WritePlan } from './write/plan.ts';
import { judgeRepeatedly } from './write/repeat.ts';
import { changedSettings } from './write/restore.ts';
import { currentVersion, originalVersion, toBefore } from './write/wire-versions.ts';

/** Options for checking a bridge; times in milliseconds. */
interface VerifyBridgeOptions {
  /** An address or a name; `https://HOST` for TLS. */
  readonly host: string;
  /** Default 80, or 443 with TLS. */
  readonly port?: number;
  readonly accessKey?: string;
  /** The PEM of the certificate authority of the bridge, or the SHA-256 fingerprint of its certificate. */
  readonly ca?: string;
  readonly fingerprint?: string;
  /** Detected by default. */
  readonly dialect?: Dialect;
  /** Timeout of one exchange; default 8000. */
  readonly timeout?: number;
  /** Total silence in ms after which the check gives up; default 90000. */
  readonly maxSilence?: number;
  /** Time limit for the whole check; default 60000, or none with `write`. */
  readonly maxTime?: number;
  /** Called with the progress, at most every 5 s. */
  readonly onProgress?: (sentence: string) => void;
  /** Pause between two requests; default 100, or 0 for a Plenum bridge. */
  readonly pause?: number;
  /** True to send discovery requests and listen for change notices; default true. */
  readonly udp?: boolean;
  /** The ports for discovery and change notices; default 12107 and 7005. */
  readonly udpPort?: number;
  readonly notifyPort?: number;
  /** Minimum time to listen for change notices; by default the check listens only while it reads. */
  readonly listen?: number;
  /**
   * True to send every command with values within and beyond its limits, and to undo its changes. Otherwise the check
   * only reads.
   */
  readonly write?: boolean;
  /** With `write`: true to allow commands that make water run. */
  readonly water?: boolean;
  /** With `write`: the names of the commands to send; default: all. */
  readonly commands?: readonly string[];
  /** Called with a description of the plan before the first command; if it throws, the check ends with that error. */
  readonly onPlan?: (sentences: readonly string[]) => void | Promise<void>;
  /** Limits the check to the rows of one section: `2.2`, `4.4 Zone`, `wire facts 7`. */
  readonly only?: string;
  readonly clock?: Clock;
}

/** Every row about a bridge, in the order of a report. */
export const bridgeRows: readonly Row<BridgeEvidence>[] = [
  ...identityRows,
  ...queryRows,
  ...datagramRows,
  ...acrossRows,
  ...originalRows,
  ...httpRows,
  ...commandRows,
  ...quirkRows,
];

interface WriteDeps {
  readonly recorder: Recorder;
  /** `undefined` if the bridge has only the original interface. */
  readonly dialect: Dialect | undefined;
  readonly clock: Clock;
}

const toSocketAddress = ({ host, port, ca, fingerprint }: VerifyBridgeOptions) => {
  const [, name] = /^https:\/\/(.+)$/.exec(host) ?? [];
  if (name === undefined) return { host, port: port ?? 80 };
  const trust = readTrust({
    ...(ca !== undefined && { ca }),
    ...(fingerprint !== undefined && { fingerprint }),
  });
  return { host: name.replace(/^\[|\]$/g, ''), port: port ?? 443, trust };
};

/** The reasons why a bridge with only the original interface gets no commands of the current one. */
const original = new Map(
  [...catalogue.keys()].map((name) => [name, 'The bridge has only the original interface.'] as const),
);

/** Returns functions that plan commands for a bridge and send them. */
const createWriter = (
  { water = false, onPlan }: VerifyBridgeOptions,
  { recorder, dialect, clock }: WriteDeps,
  readings: readonly QueryReading[],
) => {
  const version = dialect === undefined ? originalVersion(recorder) : currentVersion(recorder, dialect);
  let before: Before | undefined = dialect === undefined ? undefined : toBefore(readings);
  let last: Before | undefined;
  const planOf = async (commands: readonly string[] | undefined): Promise<WritePlan> => {
    before ??= await version.readAll();
    const plan = planWrites(before, { water, commands, ...(dialect === undefined && { of: new Map() }) });
    return dialect === undefined ? { ...plan, skipped: new Map([...original, ...plan.skipped]) } : plan;
  };
  const send = (plan: WritePlan) => exerciseCommands({ recorder, version, clock }, plan, before!);
  return {
    write: async (commands: readonly string[] | undefined): Promise<WriteEvidence> => {
      const plan = await planOf(commands);
      await onPlan?.(describePlan(plan, { water }));
      return send(plan);
    },
    /** Sends some commands again; all others keep their evidence. */
    writeAgain: async (writes: WriteEvidence, commands: readonly string[]): Promise<WriteEvidence> => {
      const again = await send(await planOf(commands));
      const others = writes.attempts.filter(({ command }) => !commands.includes(command));
      return { ...again, attempts: [...others, ...again.attempts], skipped: writes.skipped };
    },
    findChanges: async (): Promise<ReadonlySet<string>> => {
      const now = await version.readAll();
      const changes = changedSettings(last ?? now, now);
      last = now;
      return changes;
    },
  };
};

/** Reads a bridge, and changes it only if `write` is set. Also returns functions that observe it again. */
const observeBridge = async (options: VerifyBridgeOptions) => {
  const {
    clock = steadyClock,
    udp = true,
    timeout = 8_000,
    maxSilence = 90_000,
    maxTime = options.write ? Number.POSITIVE_INFINITY : 60_000,
    accessKey,
    listen = 0,
  } = options;
  const address = toSocketAddress(options);
  const probe = udp
    ? await openDiscoveryProbe(address.host, options.udpPort ?? discoveryPort, clock)
    : undefined;
  using listener = await listenToNotifications(address.host, options.notifyPort ?? notificationPort, clock);
  const recorder = openRecorder({
    address,
    accessKey,
    timeout,
    maxSilence,
    maxTime,
    onProgress: options.onProgress,
    pause: options.pause,
    clock,
    isDiscovered: async () => probe?.isAnswered(),
  });

  const early = await probe?.observe();
  const dialect = await findDialect(recorder, options.dialect);
  const readings = dialect === undefined ? [] : await readCurrent(recorder, dialect);
  const original = await readOriginal(recorder, dialect ?? options.dialect ?? neutral);
  const probes = recorder.isLost() ? {} : await probeBridge(recorder, dialect, accessKey);
  const atOnce = recorder.isLost() ? [] : await requestAtOnce(recorder, dialect);
  const stream = recorder.isLost() ? undefined : await probeStream(address, { accessKey, timeout, clock });
  const writer = createWriter(options, { recorder, dialect, clock }, readings);
  const writes = options.write && !recorder.isLost() ? await writer.write(options.commands) : undefined;
  const left = listener.since + listen - clock.now();
  if (left > 0) await delay(clock, left);
  // A bridge that was restarting may have missed the first requests.
  const discovery = early?.answers.length === 0 ? await probe?.observe() : early;
  const evidence: BridgeEvidence = {
    host: address.host,
    port: address.port,
    dialect,
    isLost: recorder.isLost(),
    accessKey: accessKey !== undefined,
    readings,
    original,
    discovery,
    probes,
    atOnce,
    exchanges: recorder.exchanges,
    incidents: recorder.incidents,
    notifications: listener.received,
    listened: listener.isOpen && udp ? clock.now() - listener.since : 0,
    stream,
    writes,
  };
  const observeAgain = async (commands: readonly string[]): Promise<BridgeEvidence> => ({
    ...evidence,
    readings: dialect === undefined ? [] : await readCurrent(recorder, dialect),
    original: await readOriginal(recorder, dialect ?? options.dialect ?? neutral),
    writes: evidence.writes && (await writer.writeAgain(evidence.writes, commands)),
  });
  const { findChanges } = writer;
  return { evidence, again: { findChanges, observeAgain, isLost: recorder.isLost, clock } };
};

/** Checks a bridge against the interface; returns every row with its result. */
export async function verifyBridge(options: VerifyBridgeOptions): Promise<readonly RowResult[]> {
  const { only } = options;
  const rows =
    only === undefined ? bridgeRows : bridgeRows.filter(({ section }) => isOfSection(section, only));
  const { evidence, again } = await observeBridge(options);
  return judgeRepeatedly(rows, evidence, again);
}
