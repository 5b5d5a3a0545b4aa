import type { Subsystem } from '@plenum/protocol/command';
import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  nothingInstalled,
} from '@plenum/protocol/component';
import { subsystemNames } from '@plenum/protocol/query';
import { BridgeError } from '../error/bridge-error.ts';
import type { RawComponent } from '../read/components.ts';

/** Reads the components one query shows: those of a kind, and its neighbours in the same answer. */
export type ReadKind = (kind: ComponentKind, index: number) => Promise<readonly RawComponent[]>;

/** What to read, and whom to tell of what could not be read. */
export interface DatagramsOptions {
  /** The kinds wanted; all unless told. */
  readonly kinds?: readonly ComponentKind[];
  /** Told of each subsystem that could not be read; most often because it is not installed. */
  readonly onMissing?: (subsystem: Subsystem, error: BridgeError) => void;
}

type Row = Readonly<Record<string, unknown>>;
type Found = Map<ComponentKind, Map<number, Row>>;

const most = { zone: 14, schedule: 9, vrfFavourite: 9, program: 9, station: 24 } as const;
type Counted = keyof typeof most;

/** How many there are of a kind, from the datagram that says so; the most there can be where none does. */
const countOf = (kind: Counted, found: Found): number => {
  const said = { zone: ['unit', 'NoOfZones'], station: ['irrigation', 'NoOfStations'] } as const;
  const [of, key] = said[kind as 'zone' | 'station'] ?? [];
  const count = of === undefined ? undefined : found.get(of)?.get(0)?.[key];
  return Number.isInteger(count) ? Math.min(Math.max(count as number, 0), most[kind]) : most[kind];
};

/** In which order the kinds of a subsystem are read: first what tells how many there are of the rest. */
const plan: Readonly<Record<Subsystem, readonly ComponentKind[]>> = {
  ac: ['unit', 'zone', 'schedule', 'faults'],
  split: ['splitSystem', 'split', 'splitFavourite'],
  vrf: ['vrf', 'vrfFavourite'],
  irrigation: ['irrigation', 'program', 'station'],
  power: ['power', 'powerStatus'],
};

/** Kinds a device may do without while the rest of its subsystem is there. */
const optional: ReadonlySet<ComponentKind> = new Set([
  'faults',
  'vrfFavourite',
  'splitFavourite',
  'powerStatus',
]);

/** The kind that shows whether a subsystem is there, and how many there are of the others. */
const isNeeded = (kind: ComponentKind, wanted: ReadonlySet<ComponentKind>) =>
  wanted.has(kind) ||
  (kind === 'unit' && wanted.has('zone')) ||
  (kind === 'irrigation' && wanted.has('station'));

const isLocked = ({ status }: BridgeError) => status === 401 || status === 403;
const isAbsence = (error: unknown): error is BridgeError =>
  error instanceof BridgeError &&
  !['unreachable', 'closed', 'invalid'].includes(error.code) &&
  !isLocked(error);
const isSilence = ({ code }: BridgeError) => code !== 'refused' && code !== 'unsupported';

/**
 * Reads everything a bridge has, one request after another. A subsystem that does not answer is left empty and
 * told of; only a bridge that cannot be reached at all is an error (wire facts 10: one slow part takes nothing
 * else down). Fields a device leaves out are missing from its datagrams.
 */
export const readDatagrams = async (read: ReadKind, options: DatagramsOptions = {}): Promise<Datagrams> => {
  const wanted = new Set(options.kinds ?? componentKinds);
  const found: Found = new Map();
  const absences: BridgeError[] = [];

  const keep = (components: readonly RawComponent[]) => {
    for (const { kind, index, datagram } of components) {
      const row = found.get(kind) ?? new Map<number, Row>();
      found.set(kind, row.set(index, datagram));
    }
  };

  const readKind = async (kind: ComponentKind) => {
    const count = kind in most ? countOf(kind as Counted, found) : 1;
    for (let index = 0; index < count; index++)
      if (!found.get(kind)?.has(index)) keep(await read(kind, index));
    const beyond = [...(found.get(kind)?.keys() ?? [])].filter((index) => kind in most && index >= count);
    for (const index of beyond) found.get(kind)!.delete(index);
  };

  const readSubsystem = async (subsystem: Subsystem) => {
    for (const kind of plan[subsystem].filter((each) => isNeeded(each, wanted))) {
      try {
        await readKind(kind);
      } catch (error) {
        if (!isAbsence(error)) throw error;
        if (optional.has(kind)) continue;
        absences.push(error);
        options.onMissing?.(subsystem, error);
        return;
      }
    }
  };

  for (const subsystem of subsystemNames) await readSubsystem(subsystem);
  if (found.size === 0 && absences.every(isSilence) && absences.length > 0) throw absences[0];
  const lists = [...found]
    .filter(([kind]) => wanted.has(kind))
    .map(
      ([kind, row]) => [kind, [...row].sort(([a], [b]) => a - b).map(([, datagram]) => datagram)] as const,
    );
  return { ...nothingInstalled, ...(Object.fromEntries(lists) as Partial<Datagrams>) };
};
