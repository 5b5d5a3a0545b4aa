import { isSameName, roomsOfHouse } from '@plenum/insight/group';
import {
  type ComponentKind,
  type ComponentRef,
  componentKinds,
  type Datagrams,
  findDatagram,
  kinds,
} from '@plenum/protocol/component';
import { ok, type Result } from '@plenum/protocol/refusal';
import { readDuration } from '@plenum/protocol/text';
import type { ExpectedEvent } from '../house/expectations.ts';
import { cannotBe } from './problem.ts';

/** The ways in which a value can be compared, with the words of an expectation. */
const comparisons = {
  is: (value: unknown, wanted: unknown) => value === wanted,
  'is not': (value: unknown, wanted: unknown) => value !== wanted,
  'is above': (value: unknown, wanted: unknown) => typeof value === 'number' && value > (wanted as number),
  'is below': (value: unknown, wanted: unknown) => typeof value === 'number' && value < (wanted as number),
} as const;
type Comparison = keyof typeof comparisons;

/** Compares a value with the wanted one, which is a number for `is above` and `is below`. */
export const compare = (comparison: Comparison, value: unknown, wanted: unknown): boolean =>
  comparisons[comparison](value, wanted);

/** A field of a component. */
export interface FieldRef extends ComponentRef {
  readonly field: string;
}

/** A webhook about a component, with a value of one of its fields or with any. */
export interface ExpectedWebhook {
  readonly sentence: string;
  readonly of: ComponentRef;
  readonly field?: { readonly name: string; readonly is: Comparison; readonly value: number | string };
}

/** The expectation of a step. Temperatures are in °C, other values on the scale of the wire, time spans as they are written. */
export type Expectation =
  | { readonly expects: 'reached'; readonly of: FieldRef; readonly celsius: number; readonly within: string }
  | {
      readonly expects: 'kept';
      readonly of: FieldRef;
      readonly is: Comparison;
      readonly celsius: number;
      readonly span: string;
    }
  | {
      readonly expects: 'value';
      readonly of: FieldRef;
      readonly is: Comparison;
      readonly value: number | string;
      readonly within?: string;
    }
  | { readonly expects: 'event'; readonly event: ExpectedEvent; readonly within?: string }
  | {
      readonly expects: 'webhook';
      readonly of: FieldRef;
      readonly value: number | string;
      readonly within?: string;
    }
  | {
      readonly expects: 'webhooks';
      readonly webhooks: readonly ExpectedWebhook[];
      readonly within: string;
    }
  | { readonly expects: 'energy'; readonly is: Comparison; readonly kilowattHours: number };

type Words = Readonly<Record<string, string | undefined>>;

/** A form of an expectation. */
interface Form {
  /** An example, for documentation and refusals. */
  readonly example: string;
  readonly pattern: RegExp;
  readonly read: (words: Words, house: Datagrams) => Result<Expectation>;
}

/** The field with the temperature of a room, by the kind of its component; a split does not show one. */
const temperatureOf: { readonly [K in ComponentKind]?: string } = { zone: 'Temp', vrf: 'Ra' };

const findRoom = (name: string, house: Datagrams): Result<FieldRef> => {
  const rooms = roomsOfHouse(house).flatMap(({ kind, index }) => {
    const field = temperatureOf[kind];
    return field === undefined
      ? []
      : { kind, index, field, name: findDatagram(house, kind, index)!.Name.trim() };
  });
  const found = rooms.find((room) => isSameName(room.name, name));
  if (found !== undefined) return ok(found);
  const names = rooms.map((room) => room.name).join(', ') || 'none';
  return cannotBe(name, 'a room', `the rooms of this house whose temperature is measured are ${names}`);
};

const readKind = (kind: string): Result<ComponentKind> => {
  const found = componentKinds.find((one) => one.toLowerCase() === kind.toLowerCase());
  return found === undefined
    ? cannotBe(kind, 'a kind of component', `the kinds are ${componentKinds.join(', ')}`)
    : ok(found);
};

const findComponent = ({ kind = '', index = '0' }: Words, house: Datagrams): Result<ComponentRef> => {
  const read = readKind(kind);
  if (!read.ok) return read;
  const ref = { kind: read.value, index: Number(index) };
  return findDatagram(house, ref.kind, ref.index) === undefined
    ? cannotBe(`${kind} ${index}`, 'a component', 'this house has none')
    : ok(ref);
};

const findField = (words: Words, house: Datagrams): Result<FieldRef> => {
  const component = findComponent(words, house);
  if (!component.ok) return component;
  const { field = '' } = words;
  const fields = Object.keys(kinds[component.value.kind].fields.properties);
  return fields.includes(field)
    ? ok({ ...component.value, field })
    : cannotBe(field, `a field of ${component.value.kind}`, `its fields are ${fields.join(', ')}`);
};

const toValue = (written = ''): number | string =>
  /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : written;

const findValue = (
  words: Words,
  house: Datagrams,
): Result<{ readonly of: FieldRef; readonly is: Comparison; readonly value: number | string }> => {
  const found = findField(words, house);
  if (!found.ok) return found;
  const is = words.is as Comparison;
  const value = toValue(words.value);
  if ((is === 'is above' || is === 'is below') && typeof value !== 'number')
    return cannotBe(value, 'compared', `"${is}" takes a number in wire values, such as 2350 for 23.5 °C`);
  return ok({ of: found.value, is, value });
};

const deadline = ({ within }: Words) => (within === undefined ? {} : { within });

/** Continues with a value, or returns the refusal. */
const then = <T>(read: Result<T>, next: (value: T) => Expectation): Result<Expectation> =>
  read.ok ? ok(next(read.value)) : read;

const number = String.raw`-?\d+(?:\.\d+)?`;
const celsius = `(?<celsius>${number}) ?°C`;
const component = String.raw`(?<kind>[a-zA-Z]+)(?: (?<index>\d+))?`;
const value = `${component} (?<field>[A-Za-z0-9]+) (?<is>is(?: not| above| below)?) (?<value>.+?)`;
const within = '(?: within (?<within>.+))?';
const pattern = (text: string) => new RegExp(`^${text}$`);

const forms: readonly Form[] = [
  {
    example: 'room Kitchen reaches 21 °C within 40 min',
    pattern: pattern(`room (?<room>.+) reaches ${celsius} within (?<within>.+)`),
    read: ({ room = '', celsius: given, within: span = '' }, house) =>
      then(findRoom(room, house), (of) => ({
        expects: 'reached',
        of,
        celsius: Number(given),
        within: span,
      })),
  },
  {
    example: 'room Kitchen stays below 25 °C for 2 h',
    pattern: pattern(`room (?<room>.+) stays (?<is>above|below) ${celsius} for (?<within>.+)`),
    read: ({ room = '', is, celsius: given, within: span = '' }, house) =>
      then(findRoom(room, house), (of) => ({
        expects: 'kept',
        of,
        is: `is ${is}` as Comparison,
        celsius: Number(given),
        span,
      })),
  },
  {
    example: 'event fault of zone 3 within 5 min',
    pattern: pattern(
      `event (?<what>command|change|fault)(?: (?<name>[A-Za-z]+))?(?: of ${component})?(?: received)?${within}`,
    ),
    read: (words, house) => {
      const of = words.kind === undefined ? ok({}) : findComponent(words, house);
      const key = { command: 'command', change: 'field', fault: 'fault' }[words.what!]!;
      return then(of as Result<object>, (ref) => ({
        expects: 'event',
        event: {
          what: words.what,
          ...(words.name !== undefined && { [key]: words.name }),
          ...ref,
        } as ExpectedEvent,
        ...deadline(words),
      }));
    },
  },
  {
    example: 'app receives Setpoint 2350 of zone 1 within 5 min',
    pattern: pattern(`app receives (?<field>[A-Za-z0-9]+) (?<value>.+) of ${component}${within}`),
    read: (words, house) =>
      then(findField(words, house), (of) => ({
        expects: 'webhook',
        of,
        value: toValue(words.value),
        ...deadline(words),
      })),
  },
  {
    example: 'energy below 4 kWh',
    pattern: pattern(`energy (?<is>above|below) (?<amount>${number}) ?kWh`),
    read: ({ is, amount }) =>
      ok({ expects: 'energy', is: `is ${is}` as Comparison, kilowattHours: Number(amount) }),
  },
  {
    example: 'zone 1 Setpoint is 2350 within 1 min',
    pattern: pattern(`${value}${within}`),
    read: (words, house) =>
      then(findValue(words, house), (compared) => ({ expects: 'value', ...compared, ...deadline(words) })),
  },
];

/** An example of each form of an expectation. */
export const expectationExamples: readonly string[] = forms.map(({ example }) => example);

const isSpan = (text: string) => Number.isInteger(readDuration(text));

/** Reads the sentence of an expectation about a house with these components. */
export function readExpectation(sentence: string, house: Datagrams): Result<Expectation> {
  for (const form of forms) {
    const words = form.pattern.exec(sentence)?.groups as Words | undefined;
    if (words === undefined) continue;
    if (words.within !== undefined && !isSpan(words.within))
      return cannotBe(words.within, 'a time span', 'write one such as 20 min, 90 s or 1 h 30 min');
    return form.read(words, house);
  }
  return cannotBe(sentence, 'an expectation', `write it like one of: ${expectationExamples.join('; ')}`);
}

const webhookExamples = ['zone 1 Setpoint is 2350', 'zone 1'];
const [webhookOfValue, webhookOfAny] = [pattern(value), pattern(component)];

/** Reads an entry of `webhooks`: `zone 1 Setpoint is 2350`, or `zone 1` for any change of it. */
export function readWebhook(sentence: string, house: Datagrams): Result<ExpectedWebhook> {
  const words = webhookOfValue.exec(sentence)?.groups as Words | undefined;
  if (words !== undefined) {
    const found = findValue(words, house);
    if (!found.ok) return found;
    const { of, is, value: wanted } = found.value;
    return ok({ sentence, of, field: { name: of.field, is, value: wanted } });
  }
  const any = webhookOfAny.exec(sentence)?.groups as Words | undefined;
  if (any === undefined)
    return cannotBe(sentence, 'a webhook', `write it like one of: ${webhookExamples.join('; ')}`);
  const of = findComponent(any, house);
  return of.ok ? ok({ sentence, of: of.value }) : of;
}
