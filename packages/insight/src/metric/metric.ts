import {
  type ComponentKind,
  componentKinds,
  type DatagramOf,
  kinds,
  recordOf,
} from '@plenum/protocol/component';
import { type Field, factsOf, type Kind } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { isSensed, measuredFields } from '@plenum/protocol/zone';

/** One sample of a metric, with labels in addition to those of its component. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus metric for a field of the interface: in base units, with the unit in its name. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: ComponentKind;
  /** The label that contains the current value of an enumeration. */
  readonly label: string | undefined;
  /** Returns the sample; undefined if a device leaves the field out or no sensor measures it. */
  readonly read: (datagram: object) => MetricSample | undefined;
}

/** Suffix of the name, and divisor of the value on the wire, by unit. A unit that is not listed is a base unit. */
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

/** An enumeration has the sample 1 with its label, because its numbers have no order. */
const readChoice: Read = (value, field, label) => {
  const found = Object.entries(factsOf(field).choices ?? {}).find(([, number]) => number === value);
  return value === undefined
    ? undefined
    : { labels: { [label]: found?.[0] ?? `type ${String(value)}` }, value: 1 };
};

const reads: Partial<Record<Kind, Read>> = { choice: readChoice };

/**
 * Fields that only some components of a kind have, although the datagrams of all components of the kind contain them.
 */
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

/** The metrics of all fields whose definition has one, in the order of interface 2. */
export const metrics: readonly Metric[] = componentKinds.flatMap((kind) =>
  Object.entries(recordOf(kind).properties).flatMap(([key, field]) => toMetric(kind, key, field)),
);

/** Returns the labels that distinguish a component from others of its kind: its number, and its name if it has one. */
export function labelsOf(kind: ComponentKind, datagram: object): Readonly<Record<string, string>> {
  const { key } = kinds[kind];
  if (key === undefined) return {};
  const { [key]: number, Name: name } = datagram as Readonly<Record<string, unknown>>;
  return { [kind]: String(number), ...(typeof name === 'string' && { name }) };
}
