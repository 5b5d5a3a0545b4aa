import type { Bridge } from '@plenum/bridge';
import type { ComponentKind } from '@plenum/protocol/component';

/** A value of a field of the device, from a time (ms UTC) until the next value. */
interface Held {
  readonly from: number;
  readonly value: unknown;
}

/** The history of a simulated device's fields, read from its state instead of its responses. */
export interface Truth extends Disposable {
  current(kind: ComponentKind, index: number, field: string): unknown;
  /** True if a field had a value at any time in a period. */
  had(of: FieldValue, from: number, until: number): boolean;
  /** Returns the values of a field since a time, with their times, as readable text. */
  history(of: Omit<FieldValue, 'value'>, from: number): string;
  /** Returns the first time in a period at which a field had a value; `undefined` if there is none. */
  since(of: FieldValue, from: number, until: number): number | undefined;
}

export interface FieldValue {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly field: string;
  readonly value: unknown;
}

const keyOf = (kind: string, index: number, field: string) => `${kind} ${index} ${field}`;
const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Records the plain fields of every component. Lists and objects are not recorded. */
export function followTruth({ device }: Bridge): Truth {
  const lines = new Map<string, Held[]>();
  const note = (kind: string, index: number, datagram: object, from: number) => {
    for (const [field, value] of Object.entries(datagram)) {
      if (!isPlain(value)) continue;
      const key = keyOf(kind, index, field);
      const line = lines.get(key) ?? [];
      if (line.length === 0 || line.at(-1)!.value !== value) line.push({ from, value });
      lines.set(key, line);
    }
  };
  for (const kind of ['unit', 'zone', 'schedule'] as const)
    for (const [index, datagram] of device.datagrams()[kind].entries()) note(kind, index, datagram, 0);
  const end = device.subscribe(({ changed }) => {
    for (const { kind, index, datagram } of changed) note(kind, index, datagram, Date.now());
  });
  const since: Truth['since'] = ({ kind, index, field, value }, from, until) => {
    const line = lines.get(keyOf(kind, index, field)) ?? [];
    const at = line.findIndex(
      (held, place) =>
        held.value === value && held.from <= until && (line[place + 1]?.from ?? Infinity) >= from,
    );
    return at < 0 ? undefined : Math.max(from, line[at]!.from);
  };
  return {
    current: (kind, index, field) => lines.get(keyOf(kind, index, field))?.at(-1)?.value,
    had: (of, from, until) => since(of, from, until) !== undefined,
    history: ({ kind, index, field }, from) =>
      (lines.get(keyOf(kind, index, field)) ?? [])
        .filter((_, place, line) => (line[place + 1]?.from ?? Number.POSITIVE_INFINITY) >= from)
        .map((held) => `${held.value} at ${held.from - from}`)
        .join(', '),
    since,
    [Symbol.dispose]: end,
  };
}
