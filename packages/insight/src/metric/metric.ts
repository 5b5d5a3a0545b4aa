import { type ComponentKind, componentKinds, type DatagramOf, kinds } from '@plenum/protocol/component';
import type { Kind } from '@plenum/protocol/field';
import { type Field, factsOf, type RecordField } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { isSensed, measuredFields } from '@plenum/protocol/zone';

/** One sample of a metric; its labels beside those of its component. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A field of the interface as Prometheus reads it: in base units, with the unit in its name. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: ComponentKind;
  /** The label that a choice adds: its present value. */
  readonly label: string | undefined;
  /** Undefined where a device leaves the field out, or nothing measures it. */
  readonly read: (datagram: object) => MetricSample | undefined;
}

/** The end of a name, and by what a value on the wire is divided; a unit that is none of these is its own. */
interface BaseUnit {
  readonly suffix: string;
  readonly divisor: number;
}
const baseUnits: Readonly<Record<string, BaseUnit>> = {
  '°C': { suffix: '_celsius', divisor: 1 },
  '%': { suffix: '_ratio', divisor: 100 },
  min: { suffix: '_seconds', divisor: 1 / 60 },
  ppm: { suffix: '_ppm', divisor: 1 },
  ppb: { suffix: '_ppb', divisor: 1 },
};
const plain: BaseUnit = { suffix: '', divisor: 1 };

type Read = (value: unknown, field: Field, label: string) => MetricSample | undefined;

const readNumber: Read = (value, field) => {
  const { unit = '', scale = 1 } = factsOf(field);
  const { divisor } = baseUnits[unit] ?? plain;
  return typeof value === 'number' ? { labels: {}, value: value / scale / divisor } : undefined;
};

/** A choice is 1 with its label: a number of an enumeration has no order. */
const readChoice: Read = (value, field, label) => {
  const found = Object.entries(factsOf(field).choices ?? {}).find(([, number]) => number === value);
  return value === undefined
    ? undefined
    : { labels: { [label]: found?.[0] ?? `type ${String(value)}` }, value: 1 };
};

const reads: Partial<Record<Kind, Read>> = { choice: readChoice };

/** Fields that only some components of a kind have, though the datagrams of all have them. */
const conditions: {
  readonly [K in ComponentKind]?: Readonly<Record<string, (datagram: DatagramOf<K>) => boolean>>;
} = {
  zone: Object.fromEntries(measuredFields.map((key) => [key, isSensed])),
  lamp: {
    On: ({ Type }) => !abilitiesOf(Type).isGarageDoor && !abilitiesOf(Type).isBlind,
    Brig: ({ Type }) => abilitiesOf(Type).dims,
    Reed: ({ Type }) => abilitiesOf(Type).isGarageDoor,
  },
};

const toMetric = (kind: ComponentKind, key: string, field: Field): Metric[] => {
  const { metric, unit = '', kind: of } = factsOf(field);
  if (metric === undefined) return [];
  const hasIt = conditions[kind]?.[key] as ((datagram: object) => boolean) | undefined;
  const read = reads[of] ?? readNumber;
  return [
    {
      name: `plenum_${kind}_${metric}${baseUnits[unit]?.suffix ?? ''}`,
      help: `${field.description.slice(0, 1).toUpperCase()}${field.description.slice(1)}.`,
      kind,
      label: of === 'choice' ? metric : undefined,
      read: (datagram) =>
        hasIt?.(datagram) === false
          ? undefined
          : read((datagram as Readonly<Record<string, unknown>>)[key], field, metric),
    },
  ];
};

/** The metrics of all fields whose definition names one, in the order of interface 2. */
export const metrics: readonly Metric[] = componentKinds.flatMap((kind) =>
  Object.entries((kinds[kind].fields as unknown as RecordField).properties as Record<string, Field>).flatMap(
    ([key, field]) => toMetric(kind, key, field),
  ),
);

/** The labels that tell a component from others of its kind: its number, and its name where it has one. */
export const labelsOf = (kind: ComponentKind, datagram: object): Readonly<Record<string, string>> => {
  const { key } = kinds[kind];
  if (key === undefined) return {};
  const { [key]: number, Name: name } = datagram as Readonly<Record<string, unknown>>;
  return { [kind]: String(number), ...(typeof name === 'string' && { name }) };
};
