import type { Datagrams } from '@plenum/protocol/component';
import { parseJson } from '@plenum/protocol/json';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { scrubDatagrams } from './scrub-datagrams.ts';
import { type BundleEvent, scrubEvent } from './scrub-event.ts';
import { createScrubber } from './scrub-text.ts';

/** A line of the log with names removed. */
export interface LogLine {
  /** Clock of the machine in ms UTC. */
  readonly at: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly sentence: string;
}

/** Version of the format. No other is accepted. */
export const bundleFormat = 2;

/** Information for diagnosing the problem of a house: its state and recent events, without names or secrets. */
export interface DiagnosticsBundle {
  readonly format: 'plenum-diagnostics';
  readonly formatVersion: typeof bundleFormat;
  /** The version of Plenum, and the SHA-256 of its definitions of components and commands. */
  readonly plenum: string;
  readonly definitions: string;
  readonly node: string;
  readonly behind: 'simulated house' | 'real bridge';
  /** Time of the house's clock, in ms UTC. */
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly events: readonly BundleEvent[];
  readonly log: readonly LogLine[];
}

/** Maximum sizes of a bundle and its contents. The largest house has about 60 kB. */
export const maxBundleBytes = 1_048_576;
export const maxLogLines = 200;
const maxBundleEvents = 200;

const shortText = (value: unknown, pattern: RegExp): string =>
  typeof value === 'string' && pattern.test(value) ? value : 'unknown';

const levels = ['info', 'warn', 'error'] as const;
const scrub = createScrubber();

const readLogLine = (line: unknown): readonly LogLine[] => {
  const { at, level, sentence } = (line ?? {}) as Partial<Record<keyof LogLine, unknown>>;
  const known = levels.find((each) => each === level);
  if (!Number.isSafeInteger(at) || known === undefined || typeof sentence !== 'string') return [];
  // Excludes the replacements of secrets, which would otherwise look like secrets.
  return [
    {
      at: at as number,
      level: known,
      sentence: sentence
        .split(/(<[a-z]+>)/)
        .map((part) => (/^<[a-z]+>$/.test(part) ? part : scrub(part)))
        .join(''),
    },
  ];
};

const listOf = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(-most) : [];

/** 2100-01-01 UTC. */
const maxInstant = 4_102_444_800_000;

/**
 * Reads a bundle from an untrusted source and drops everything that Plenum would not write. Refuses a text that is too
 * large, is not a bundle, has another format, or has no component.
 */
export function readBundle(text: string): Result<DiagnosticsBundle> {
  if (text.length > maxBundleBytes) return refuse('too-large', { facts: { most: maxBundleBytes } });
  const value = parseJson(text) as Partial<Record<keyof DiagnosticsBundle, unknown>> | undefined;
  if (typeof value !== 'object' || value === null || value.format !== 'plenum-diagnostics')
    return refuse('not-an-object', { facts: { expected: 'a diagnostics bundle of Plenum' } });
  if (value.formatVersion !== bundleFormat)
    return refuse('not-a-choice', {
      path: ['formatVersion'],
      input: value.formatVersion,
      facts: { choices: [String(bundleFormat)] },
    });
  const { at, datagrams } = value;
  if (!Number.isSafeInteger(at) || (at as number) < 0 || (at as number) > maxInstant)
    return refuse('wrong-type', { path: ['at'], input: at, facts: { expected: 'an instant in ms UTC' } });
  const state = scrubDatagrams((datagrams ?? {}) as Readonly<Record<string, unknown>>);
  if (Object.values(state).every(({ length }) => length === 0))
    return refuse('missing-key', { facts: { key: 'datagrams' } });
  return ok({
    format: 'plenum-diagnostics',
    formatVersion: bundleFormat,
    plenum: shortText(value.plenum, /^[0-9A-Za-z.+-]{1,40}$/),
    definitions: shortText(value.definitions, /^[0-9a-f]{64}$/),
    node: shortText(value.node, /^v[0-9.]{1,20}$/),
    behind: value.behind === 'real bridge' ? 'real bridge' : 'simulated house',
    at: at as number,
    datagrams: state,
    events: listOf(value.events, maxBundleEvents).flatMap((event) => scrubEvent(event) ?? []),
    log: listOf(value.log, maxLogLines).flatMap(readLogLine),
  });
}
