import { createHash } from 'node:crypto';
import {
  bundleFormat,
  createScrubber,
  type DiagnosticsBundle,
  scrubDatagrams,
  scrubEvent,
} from '@plenum/insight/diagnostics';
import { catalogue } from '@plenum/protocol/command';
import { type Datagrams, kinds } from '@plenum/protocol/component';
import about from '../../package.json' with { type: 'json' };
import type { Device } from '../device/device.ts';
import type { History } from '../history/history.ts';
import type { LogMemory } from './log-memory.ts';

interface DiagnosticsDeps {
  readonly device: Device;
  readonly history: Pick<History, 'events'>;
  readonly log: Pick<LogMemory, 'lines'>;
  /** Texts that a bundle must not contain, in addition to the names of the house: access keys, hosts. */
  readonly secrets: readonly string[];
}

/** Age of the oldest events in a bundle, in ms. */
const span = 24 * 3_600_000;
const maxEvents = 200;

/** Returns all texts of a state, since the log may contain any user-given name. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const namesIn = (datagrams: Datagrams): readonly string[] => textsIn(datagrams);

/** Returns the SHA-256 of the definitions, to compare two builds. */
const hashDefinitions = (): string =>
  createHash('sha256')
    .update(JSON.stringify([kinds, [...catalogue.values()].map(({ name, body }) => [name, body])]))
    .digest('hex');

/** Collects the facts about a bridge and its house, without names, keys, tokens and addresses. */
export function collectDiagnostics({ device, history, log, secrets }: DiagnosticsDeps): DiagnosticsBundle {
  const at = device.at();
  const datagrams = device.datagrams();
  const scrub = createScrubber([...secrets, device.identity.uid, ...namesIn(datagrams)]);
  return {
    format: 'plenum-diagnostics',
    formatVersion: bundleFormat,
    plenum: about.version,
    definitions: hashDefinitions(),
    node: process.version,
    behind: device.health() === undefined ? 'simulated house' : 'real bridge',
    at,
    datagrams: scrubDatagrams(datagrams),
    events: history.events
      .read({ from: at - span, to: at + 1 })
      .slice(-maxEvents)
      .flatMap((event) => scrubEvent(event) ?? []),
    log: log.lines().map((line) => ({ ...line, sentence: scrub(line.sentence) })),
  };
}
