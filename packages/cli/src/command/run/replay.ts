import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toReplayedHouse } from '@plenum/bridge';
import { type DiagnosticsBundle, maxBundleBytes, readBundle } from '@plenum/insight/diagnostics';
import { type Clock, systemClock } from '@plenum/platform';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { failed } from '../../failure.ts';

/** A kind of file from an untrusted sender, and the option that names such a file. */
interface ReplayedFile<T> {
  readonly option: string;
  readonly noun: string;
  /** The command that makes such a file. */
  readonly command: string;
  readonly maxBytes: number;
  readonly read: (text: string) => Result<T>;
}

/** Reads a file from an untrusted sender; refuses one that is too large or has invalid content. */
export function openReplayed<T>(file: string, { option, noun, command, maxBytes, read }: ReplayedFile<T>): T {
  let text: string;
  try {
    if (statSync(file).size > maxBytes)
      throw failed(`${option}: ${file} is larger than ${maxBytes} bytes, so it is not ${noun}.`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw failed(`${option}: ${file} cannot be read (${code}).`);
  }
  const result = read(text);
  if (result.ok) return result.value;
  if (result.refusal.path[0] === 'formatVersion')
    throw failed(
      `${option}: ${file} was made by another release; make it again with "${command}" of this one.`,
    );
  throw failed(`${option}: ${file}: ${toSentence(result.refusal)}`);
}

export const openBundle = (file: string): DiagnosticsBundle =>
  openReplayed(file, {
    option: '--replay',
    noun: 'a diagnostics bundle',
    command: 'plenum diagnostics',
    maxBytes: maxBundleBytes,
    read: readBundle,
  });

/** Creates a clock that starts at the time of the bundle. */
const clockFrom = (at: number): Clock => {
  const ahead = at - systemClock.now();
  return { now: () => systemClock.now() + ahead, after: systemClock.after };
};

/**
 * Returns the settings that replace those of a bridge during a replay: a temporary data folder and no network access.
 */
export function toReplay(bundle: DiagnosticsBundle) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenum-replay-'));
  return {
    front: { house: toReplayedHouse(bundle) },
    settings: {
      dataDir,
      udpPort: 0,
      discovery: false,
      mdns: false,
      readOnly: true,
      simulation: false,
      cloud: undefined,
      notifyAddress: '127.0.0.1',
      clock: clockFrom(bundle.at),
    },
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const toTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Formats the most recent events of a bundle, one per line. */
export const toBundleLines = ({
  plenum,
  node,
  behind,
  at,
  events,
  log,
}: DiagnosticsBundle): readonly string[] => [
  `Plenum ${plenum} on Node ${node}, a ${behind}, at ${toTime(at)} UTC`,
  ...events.slice(-10).map(({ at: when, what, kind, index, command, field, fault, ...more }) => {
    const said = command ?? field ?? fault ?? what;
    const { body, before, value, isOver } = more;
    const change = value === undefined ? (body ?? isOver) : `${before} to ${value}`;
    return `  ${toTime(when)}  ${kind} ${index}  ${said}  ${change === undefined ? '' : JSON.stringify(change)}`;
  }),
  ...log.slice(-10).map((line) => `  ${toTime(line.at)}  ${line.level}: ${line.sentence}`),
];
