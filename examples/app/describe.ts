import type { CloudComponent } from '@plenum/protocol/cloud';
import { type ComponentKind, fromComponentId, kinds } from '@plenum/protocol/component';
import { type Field, factsOf } from '@plenum/protocol/field';
import { toQuantity } from '@plenum/protocol/refusal';

/** A datagram as it came: open to fields nobody told us of. */
export type Datagram = Readonly<Record<string, unknown>>;

/** One field that is not what it was. */
export interface ChangedField {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** Whether it is a reading, which changes by itself, and not what somebody set. */
  readonly isReading: boolean;
}

/** What a house measures and does by itself; at the pace of a simulator that is a lot. */
const readings: ReadonlySet<string> = new Set([
  ...['Temp', 'Supply', 'Rh', 'InRh', 'InTVOC', 'IneCO2', 'Ra', 'Rs', 'DmpPos', 'ConstA', 'CtrlZone'],
  ...['Act', 'Ac', 'TmrL', 'LastRun', 'lastReadingNo', 'LastReadingNo'],
]);

/** Kinds of which a house has one, which has no name of its own. */
const only: Partial<Record<ComponentKind, string>> = {
  unit: 'Air conditioner',
  splitSystem: 'Split system',
  irrigation: 'Irrigation',
  power: 'Power monitor',
  powerStatus: 'Power now',
};

/** What kind of component an id says it is. */
export const kindOf = (componentId: string): ComponentKind | undefined => fromComponentId(componentId)?.kind;

/** What a person calls a component. */
export const nameOf = (componentId: string, { Name }: Datagram): string => {
  const kind = kindOf(componentId);
  const own = typeof Name === 'string' ? Name.trim() : '';
  return own || (kind && only[kind]) || componentId;
};

/** A value as a person reads it, by its definition: hundredths of a degree are degrees, a number of a choice is its label. */
const show = (field: Field | undefined, value: unknown): string => {
  if (value === undefined) return 'nothing';
  const facts = field && factsOf(field);
  if (facts?.kind === 'flag') return value === 1 ? 'yes' : 'no';
  const label = Object.entries(facts?.choices ?? {}).find(([, number]) => number === value)?.[0];
  if (label !== undefined) return label;
  if (typeof value === 'number') return facts === undefined ? String(value) : toQuantity(value, facts);
  return String(value);
};

/** A field of a component as a person reads it. */
export const formatField = (kind: ComponentKind, key: string, value: unknown): string =>
  show((kinds[kind].fields.properties as Readonly<Record<string, Field>>)[key], value);

/**
 * What differs between two datagrams of a component, in words; a field no definition knows goes by its wire name. Lists
 * within a datagram are left out.
 */
export const listChanges = (
  componentId: string,
  before: Datagram | undefined,
  after: Datagram,
): readonly ChangedField[] => {
  if (before === undefined) return [];
  const kind = kindOf(componentId);
  const fields: Readonly<Record<string, Field>> = kind === undefined ? {} : kinds[kind].fields.properties;
  return Object.keys(after)
    .filter((key) => typeof after[key] !== 'object' && before[key] !== after[key])
    .map((key) => ({
      label: fields[key]?.description ?? key,
      isReading: readings.has(key),
      from: show(fields[key], before[key]),
      to: show(fields[key], after[key]),
    }));
};

/** Components in an order a person looks for them: as the interface orders the kinds, then by index. */
export const inOrder = (components: readonly CloudComponent[]): readonly CloudComponent[] => {
  const order = Object.keys(kinds);
  const rank = ({ componentId }: CloudComponent) => {
    const ref = fromComponentId(componentId);
    return ref === undefined ? Number.MAX_SAFE_INTEGER : order.indexOf(ref.kind) * 1_000 + ref.index;
  };
  return components.toSorted((a, b) => rank(a) - rank(b));
};
