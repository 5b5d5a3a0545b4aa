import type { CloudComponent } from '@plenum/protocol/cloud';
import { type ComponentKind, fromComponentId, kinds } from '@plenum/protocol/component';
import { type Field, factsOf } from '@plenum/protocol/field';
import { toQuantity } from '@plenum/protocol/refusal';

/** A datagram as received, possibly with unknown fields. */
export type Datagram = Readonly<Record<string, unknown>>;

export interface ChangedField {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** True for a measurement, which changes without a command; false for a setting. */
  readonly isReading: boolean;
}

/** Measured fields, which change often in an accelerated simulation. */
const readings: ReadonlySet<string> = new Set([
  ...['Temp', 'Supply', 'Rh', 'InRh', 'InTVOC', 'IneCO2', 'Ra', 'Rs', 'DmpPos', 'ConstA', 'CtrlZone'],
  ...['Act', 'Ac', 'TmrL', 'LastRun', 'lastReadingNo', 'LastReadingNo'],
]);

/** Names of the components that exist once in a house. */
const only: Partial<Record<ComponentKind, string>> = {
  unit: 'Air conditioner',
  splitSystem: 'Split system',
  irrigation: 'Irrigation',
  power: 'Power monitor',
  powerStatus: 'Power now',
};

export const kindOf = (componentId: string): ComponentKind | undefined => fromComponentId(componentId)?.kind;

export function nameOf(componentId: string, { Name }: Datagram): string {
  const kind = kindOf(componentId);
  const own = typeof Name === 'string' ? Name.trim() : '';
  return own || (kind && only[kind]) || componentId;
}

/** Formats a value by its field's definition: hundredths of a degree as degrees, a choice as its label. */
const formatValue = (field: Field | undefined, value: unknown): string => {
  if (value === undefined) return 'nothing';
  const facts = field && factsOf(field);
  if (facts?.kind === 'flag') return value === 1 ? 'yes' : 'no';
  const label = Object.entries(facts?.choices ?? {}).find(([, number]) => number === value)?.[0];
  if (label !== undefined) return label;
  if (typeof value === 'number') return facts === undefined ? String(value) : toQuantity(value, facts);
  return String(value);
};

export const formatField = (kind: ComponentKind, key: string, value: unknown): string =>
  formatValue((kinds[kind].fields.properties as Readonly<Record<string, Field>>)[key], value);

/**
 * Returns the readable differences between two datagrams of a component. A field without a definition keeps its wire
 * name; lists are ignored.
 */
export function listChanges(
  componentId: string,
  before: Datagram | undefined,
  after: Datagram,
): readonly ChangedField[] {
  if (before === undefined) return [];
  const kind = kindOf(componentId);
  const fields: Readonly<Record<string, Field>> = kind === undefined ? {} : kinds[kind].fields.properties;
  return Object.keys(after)
    .filter((key) => typeof after[key] !== 'object' && before[key] !== after[key])
    .map((key) => ({
      label: fields[key]?.description ?? key,
      isReading: readings.has(key),
      from: formatValue(fields[key], before[key]),
      to: formatValue(fields[key], after[key]),
    }));
}

/** Sorts components for display: kinds in the order of the interface, then by index. */
export function inOrder(components: readonly CloudComponent[]): readonly CloudComponent[] {
  const order = Object.keys(kinds);
  const rank = ({ componentId }: CloudComponent) => {
    const ref = fromComponentId(componentId);
    return ref === undefined ? Number.MAX_SAFE_INTEGER : order.indexOf(ref.kind) * 1_000 + ref.index;
  };
  return components.toSorted((a, b) => rank(a) - rank(b));
}
