import {
  type ComponentKind,
  componentKinds,
  counters,
  type Datagrams,
  nothingInstalled,
} from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import { subsystemNames } from '@plenum/protocol/definition';
import { lightingLimits } from '@plenum/protocol/lighting';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { RawComponent } from '../session/components.ts';

/** Reads the components in the answer to one query: those of the requested kind, and any others in that answer. */
type ReadKind = (kind: ComponentKind, index: number) => Promise<readonly RawComponent[]>;

export interface DatagramsOptions {
  /** The kinds to read; default: all, and those that are not answered are read again. */
  readonly kinds?: readonly ComponentKind[];
  /** Called for each subsystem that cannot be read, usually because it is not installed. */
  readonly onMissing?: (subsystem: Subsystem, error: BridgeError) => void;
}

type Row = Readonly<Record<string, unknown>>;
type Found = Map<ComponentKind, Map<number, Row>>;

const maxCounts = {
  zone: 14,
  schedule: 9,
  vrfFavourite: 9,
  program: 9,
  station: 24,
  lamp: lightingLimits.lamps,
  wallSwitch: lightingLimits.switches,
  lightFavourite: lightingLimits.favourites,
  lampDiagnostics: lightingLimits.lamps,
} as const;
type Counted = keyof typeof maxCounts;

/**
 * Returns the number of components of a kind, from the datagram that contains the count; otherwise the maximum number.
 */
const countOf = (kind: Counted, found: Found): number => {
  const [of, key] = kind in counters ? counters[kind as keyof typeof counters] : [];
  const count = of === undefined ? undefined : found.get(of)?.get(0)?.[key!];
  return Number.isInteger(count) ? Math.min(Math.max(count as number, 0), maxCounts[kind]) : maxCounts[kind];
};

/** The order in which the kinds of a subsystem are read: kinds that contain the counts of others come first. */
const readOrder: Readonly<Record<Subsystem, readonly ComponentKind[]>> = {
  ac: ['unit', 'zone', 'schedule', 'faults', 'brandStatus'],
  split: ['splitSystem', 'split', 'splitFavourite'],
  vrf: ['vrf', 'vrfFavourite'],
  irrigation: ['irrigation', 'program', 'station'],
  power: ['power', 'powerStatus'],
  lighting: [
    'lighting',
    'lamp',
    'wallSwitch',
    'lightFavourite',
    'lampDiagnostics',
    'lightNetwork',
    'lastButton',
  ],
};

/** Kinds that a subsystem may lack. */
const optional: ReadonlySet<ComponentKind> = new Set([
  'faults',
  'brandStatus',
  'vrfFavourite',
  'splitFavourite',
  'powerStatus',
]);

/** True if a kind must be read: it is requested, or it contains the count of a requested kind. */
const isNeeded = (kind: ComponentKind, wanted: ReadonlySet<ComponentKind>) =>
  wanted.has(kind) ||
  Object.entries(counters).some(([counted, [of]]) => of === kind && wanted.has(counted as ComponentKind));

const isLocked = ({ status }: BridgeError) => status === 401 || status === 403;
const isAbsence = (error: unknown): error is BridgeError =>
  error instanceof BridgeError &&
  !['unreachable', 'closed', 'invalid'].includes(error.code) &&
  !isLocked(error);
const isUnanswered = ({ code }: BridgeError) => code !== 'refused' && code !== 'unsupported';

/**
 * Reads all components of a bridge, one request after another. A subsystem that does not answer is returned empty and
 * reported to `onMissing`; the read fails only if the bridge cannot be reached (wire facts 10). A device may also lose
 * single requests, so kinds without an answer are read again until that yields nothing more. Fields that a device leaves
 * out are missing from its datagrams.
 */
export async function readDatagrams(read: ReadKind, options: DatagramsOptions = {}): Promise<Datagrams> {
  const wanted = new Set(options.kinds ?? componentKinds);
  const found: Found = new Map();
  const absences = new Map<Subsystem, BridgeError>();

  const store = (components: readonly RawComponent[]) => {
    for (const { kind, index, datagram } of components) {
      const row = found.get(kind) ?? new Map<number, Row>();
      found.set(kind, row.set(index, datagram));
    }
  };

  const readKind = async (kind: ComponentKind) => {
    const count = kind in maxCounts ? countOf(kind as Counted, found) : 1;
    for (let index = 0; index < count; index++)
      if (!found.get(kind)?.has(index)) store(await read(kind, index));
    const beyond = [...(found.get(kind)?.keys() ?? [])].filter(
      (index) => kind in maxCounts && index >= count,
    );
    for (const index of beyond) found.get(kind)!.delete(index);
  };

  /** Returns true if a kind of the subsystem was not answered. */
  const readSubsystem = async (subsystem: Subsystem): Promise<boolean> => {
    let isIncomplete = false;
    absences.delete(subsystem);
    for (const kind of readOrder[subsystem].filter((each) => isNeeded(each, wanted))) {
      try {
        await readKind(kind);
      } catch (error) {
        if (!isAbsence(error)) throw error;
        isIncomplete ||= isUnanswered(error);
        if (optional.has(kind)) continue;
        absences.set(subsystem, error);
        break;
      }
    }
    return isIncomplete;
  };

  const countFound = () => [...found.values()].reduce((count, { size }) => count + size, 0);
  let remaining: readonly Subsystem[] = subsystemNames;
  let before: number;
  do {
    before = countFound();
    const incomplete: Subsystem[] = [];
    for (const subsystem of remaining) if (await readSubsystem(subsystem)) incomplete.push(subsystem);
    remaining = incomplete;
  } while (options.kinds === undefined && remaining.length > 0 && countFound() > before);
  for (const [subsystem, error] of absences) options.onMissing?.(subsystem, error);
  const [firstAbsence] = absences.values();
  if (found.size === 0 && firstAbsence !== undefined && [...absences.values()].every(isUnanswered))
    throw firstAbsence;
  const lists = [...found]
    .filter(([kind]) => wanted.has(kind))
    .map(
      ([kind, row]) => [kind, [...row].sort(([a], [b]) => a - b).map(([, datagram]) => datagram)] as const,
    );
  return { ...nothingInstalled, ...(Object.fromEntries(lists) as Partial<Datagrams>) };
}
