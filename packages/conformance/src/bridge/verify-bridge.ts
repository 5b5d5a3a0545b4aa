import { readTrust } from '@plenum/client/socket';
import { type Clock, delay, steadyClock } from '@plenum/platform/clock';
import { catalogue } from '@plenum/protocol/command';
import { type Dialect, neutral } from '@plenum/protocol/dialect';
import { discoveryPort } from '@plenum/protocol/discovery';
import { notificationPort } from '@plenum/protocol/notification';
import { isOfSection, judgeRows, type Row, type RowResult } from '../row/row.ts';
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
import { describePlan, planWrites } from './write/plan.ts';
import { currentVersion, originalVersion, toBefore } from './write/wire-versions.ts';

/** Options for checking a bridge; times in milliseconds. */
export interface VerifyBridgeOptions {
  /** An address or a name; `https://HOST` for TLS. */
  readonly host: string;
  /** Default 80, with TLS 443. */
  readonly port?: number;
  readonly accessKey?: string;
  /** PEM of the authority behind its certificate, or the SHA-256 of that. */
  readonly ca?: string;
  readonly fingerprint?: string;
  /** Detected by default. */
  readonly dialect?: Dialect;
  /** Timeout of one exchange; default 8000. */
  readonly timeout?: number;
  /** Total silence after which a bridge is given up; default 90000. */
  readonly maxSilence?: number;
  /** Limit for the whole check; default 60000, and none with `write`. */
  readonly maxTime?: number;
  /** Called with the progress, at most once in 5 s. */
  readonly onProgress?: (sentence: string) => void;
  /** Pause between two requests; default 100, and none for a bridge that is Plenum. */
  readonly pause?: number;
  /** True to send discovery requests and listen for change notices; default true. */
  readonly udp?: boolean;
  /** Default 12107 and 7005. */
  readonly udpPort?: number;
  readonly notifyPort?: number;
  /** Shortest time to listen for change notices; by default only while the bridge is read. */
  readonly listen?: number;
  /**
   * True to send every command, within its limits and beyond them, and restore what it changes. Otherwise nothing is
   * sent that changes the bridge.
   */
  readonly write?: boolean;
  /** With `write`: true if water may run. */
  readonly water?: boolean;
  /** With `write`: the names of the commands; all by default. */
  readonly commands?: readonly string[];
  /** Called before the first command with a description of the plan; an error that it throws ends the check. */
  readonly onPlan?: (sentences: readonly string[]) => void | Promise<void>;
  /** Limits the check to rows of one section: `2.2`, `4.4 Zone`, `wire facts 7`. */
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

/** A bridge with only the original interface gets no command of the current one; these are the reasons. */
const original = new Map(
  [...catalogue.keys()].map((name) => [name, 'The bridge has only the original interface.'] as const),
);

/** Sends the commands, if `write` is set. */
const write = async (
  { write: isWanted = false, water = false, commands, onPlan }: VerifyBridgeOptions,
  { recorder, dialect, clock }: WriteDeps,
  readings: readonly QueryReading[],
): Promise<WriteEvidence | undefined> => {
  if (!isWanted || recorder.isLost()) return undefined;
  const version = dialect === undefined ? originalVersion(recorder) : currentVersion(recorder, dialect);
  const before = dialect === undefined ? await version.readAll() : toBefore(readings);
  const plan = planWrites(before, { water, commands, ...(dialect === undefined && { of: new Map() }) });
  const skipped = dialect === undefined ? new Map([...original, ...plan.skipped]) : plan.skipped;
  await onPlan?.(describePlan(plan, { water }));
  return exerciseCommands({ recorder, version, clock }, { ...plan, skipped }, before);
};

/** Reads a bridge, and changes nothing unless `write` is set. */
export const observeBridge = async (options: VerifyBridgeOptions): Promise<BridgeEvidence> => {
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
  const writes = await write(options, { recorder, dialect, clock }, readings);
  const left = listener.since + listen - clock.now();
  if (left > 0) await delay(clock, left);
  // A bridge that was restarting may not have answered at first.
  const discovery = early?.answers.length === 0 ? await probe?.observe() : early;
  return {
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
};

/** Checks a bridge against the interface; returns every row with its result. */
export const verifyBridge = async (options: VerifyBridgeOptions): Promise<readonly RowResult[]> => {
  const { only } = options;
  const rows =
    only === undefined ? bridgeRows : bridgeRows.filter(({ section }) => isOfSection(section, only));
  return judgeRows(rows, await observeBridge(options));
};
