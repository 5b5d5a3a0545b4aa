import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { izone, toWord } from '@plenum/protocol/dialect';
import { enumerations, type Field, type ListField, type RecordField } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { type Part, queries } from '@plenum/protocol/query';
import { noUnitType, v1Commands, v1ScheduleMembers, v1UnitMembers, v1ZoneMembers } from '@plenum/protocol/v1';
import { codes } from './scrub-datagrams.ts';
import { createScrubber } from './scrub-text.ts';

/** The fields that contain codes of a wall controller or a setup. */
export const secretFields = ['Pass', 'LockCode'] as const;

/** The values of one key that are not private: those of all definitions that have the key. */
interface Public {
  readonly words: Set<unknown>;
  hasNumbers: boolean;
}

/** Addresses of a network: texts in a response, four numbers in a command. */
const isNetworkAddress = (key: string): boolean =>
  /^(?:IpAddress|StaticIp|Mask|Gateway|PriDns|SecDns)(?:_\d)?$/.test(key);

/** Texts that contain only codes and numbers: the whole text must match. */
const coded: Readonly<Record<string, RegExp>> = {
  ...codes,
  // The lamps of a favourite, one digit per lamp, and their settings.
  Ap: /^[01]*$/,
  S: /^\d{1,3}(?:,\d{1,3}){9}$/,
  // Commands of the original interface.
  UnitSetpoint: /^\d{1,3}(?:\.\d{1,2})?$/,
  Command: /^(?:open|close|auto|\d{1,3}(?:\.\d{1,2})?)$/,
};

/** Returns the public values of each key of the interface, in neutral words and in those of the manufacturer. */
const readDefinitions = (): ReadonlyMap<string, Public> => {
  const keys = new Map<string, Public>();
  const publicOf = (key: string): Public => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const made: Public = { words: new Set(), hasNumbers: false };
    keys.set(key, made);
    const branded = toWord(izone, 'keys', key);
    if (branded !== key) keys.set(branded, made);
    return made;
  };
  const addRecord = ({ properties }: RecordField) => {
    for (const [key, field] of Object.entries(properties))
      for (const spelled of [key, ...(field['x-plenum'].alias ?? [])]) addField(spelled, field);
  };
  const addField = (key: string, field: Field): void => {
    const known = publicOf(key);
    switch (field.type) {
      case 'integer':
      case 'number':
        known.hasNumbers = true;
        return;
      case 'string':
        if ('enum' in field) for (const word of field.enum) known.words.add(word);
        return;
      case 'array':
        addField(key, (field as ListField<Field>).items);
        return;
      case 'object':
        addRecord(field as RecordField);
    }
  };
  const addParts = (parts: Readonly<Record<string, Part>>): void => {
    for (const [key, part] of Object.entries(parts)) {
      publicOf(key);
      if (part.from === 'object') addParts(part.members);
      if (part.from === 'one' && part.and !== undefined) addParts(part.and);
      if (part.from === 'portion') publicOf(part.of.number).hasNumbers = true;
    }
  };
  for (const { fields } of Object.values(kinds)) addRecord(fields as RecordField);
  for (const { name, alias, body } of catalogue.values())
    for (const spelled of [name, ...alias]) addField(spelled, body as Field);
  for (const { root } of Object.values(subsystems)) publicOf(root);
  for (const key of ['Type', 'No', 'No1']) publicOf(key).hasNumbers = true;
  for (const { answer } of queries) addParts(answer);
  for (const { key, schema } of [...v1UnitMembers, ...v1ZoneMembers, ...v1ScheduleMembers]) {
    if (schema.type !== 'string') publicOf(key).hasNumbers = true;
    for (const word of (schema.enum ?? []) as readonly unknown[]) publicOf(key).words.add(word);
  }
  for (const { name, field } of v1Commands.values()) addField(name, field);
  for (const make of [noUnitType, ...Object.keys(enumerations.unitBrand.values)])
    publicOf('UnitType').words.add(make);
  publicOf('DeviceType').words.add('ASH');
  publicOf('HvacDeviceUId');
  return keys;
};

let cached: ReadonlyMap<string, Public> | undefined;

const readDefinitionsOnce = (): ReadonlyMap<string, Public> => {
  cached ??= readDefinitions();
  return cached;
};

/** Returns a public value of a private key if it depends only on the key; otherwise undefined. */
const blankOf = (key: string, value: string | number): string | number | undefined => {
  const empty = typeof value === 'number' ? 0 : '';
  if (secretFields.some((field) => field === key) || catalogue.get(key)?.isSecret) return empty;
  if (key === 'IdCode') return 0;
  if (key === 'Mac') return '00:00:00:00:00:00';
  return isNetworkAddress(key) ? empty || '0.0.0.0' : undefined;
};

/** One module and its version (wire facts 2, Type 6). */
const firmwareModule = /^ ?[A-Za-z][A-Za-z0-9_-]{0,19} v?\d{1,4}(?:\.\d{1,4}){0,3}$/;
const numberText = /^-?\d{1,6}(?:\.\d{1,6})?$/;

/** Functions that return the placeholder of a name, and of the id of a bridge. */
export interface Placeholders {
  readonly name: (name: string) => string;
  readonly uid: (uid: string) => string;
  /** The names that have a placeholder. */
  readonly known: () => readonly string[];
}

const numbered = (toPlaceholder: (no: number) => string) => {
  const all = new Map<string, string>();
  const of = (text: string): string => {
    const known = all.get(text) ?? toPlaceholder(all.size + 1);
    all.set(text, known);
    return known;
  };
  return { of, known: () => [...all.keys()] };
};

const toUid = (no: number): string => String(no).padStart(9, '0');

/** Creates placeholders for private texts: the same text always gets the same one. */
export const createPlaceholders = (): Placeholders => {
  const names = numbered((no) => `Name ${no}`);
  const uids = numbered(toUid);
  return { name: names.of, uid: uids.of, known: () => [...names.known(), ...uids.known()] };
};

/** Keeps placeholders. Any other text gets a placeholder that `createPlaceholders` never returns. */
export const keptPlaceholders: Placeholders = {
  name: (name) => (/^Name [1-9]\d{0,5}$/.test(name) ? name : 'Name 0'),
  uid: (uid) => (/^0{3}\d{6}$/.test(uid) ? uid : toUid(0)),
  known: () => [],
};

/** JSON without private values; `left` is the number of members left out because the interface does not define them. */
export interface Redacted {
  readonly value: unknown;
  readonly left: number;
}

export interface Redactor {
  /** Redacts a request or response of a bridge's interface (V2 or the original one). */
  readonly json: (value: unknown) => Redacted;
  /** Redacts a sentence. */
  readonly text: (sentence: string) => string;
}

/** Maximum nesting; the deepest response has five levels. */
const maxDepth = 16;

/**
 * Creates a redactor of the traffic of a bridge. Only what the definitions of the interface know is kept: their keys,
 * numbers, flags, words and codes. Names become placeholders, secrets and addresses are blanked, and members without a
 * definition are left out.
 */
export const createRedactor = (placeholders: Placeholders): Redactor => {
  const keys = readDefinitionsOnce();
  let left = 0;

  const redactUid = (value: string | number) => {
    const placeholder = placeholders.uid(String(value).padStart(9, '0'));
    return typeof value === 'number' ? Number(placeholder) : placeholder;
  };

  const redactText = (key: string, value: string): string => {
    const { words, hasNumbers } = keys.get(key)!;
    if (value.trim() === '' || words.has(value)) return value;
    if (Object.hasOwn(coded, key)) return coded[key]!.test(value) ? value : '';
    return hasNumbers && numberText.test(value) ? value : placeholders.name(value);
  };

  const redactScalar = (key: string, value: string | number): string | number => {
    if (key === 'HvacDeviceUId' || key === 'AirStreamDeviceUId') return redactUid(value);
    const blank = blankOf(key, value);
    if (blank !== undefined) return blank;
    if (typeof value === 'string' && key === 'Fmw')
      return value
        .split(',')
        .filter((each) => firmwareModule.test(each))
        .join(',');
    if (typeof value === 'string') return redactText(key, value);
    return keys.get(key)!.hasNumbers && Math.abs(value) < 1e12 ? value : 0;
  };

  const redact = (key: string | undefined, value: unknown, depth: number): unknown => {
    if (typeof value === 'boolean' || value === null) return value;
    if (depth > maxDepth) {
      left++;
      return null;
    }
    if (Array.isArray(value)) return value.map((each) => redact(key, each, depth + 1));
    if (isRecord(value))
      return Object.fromEntries(
        Object.entries(value).flatMap(([member, inner]) => {
          if (keys.has(member)) return [[member, redact(member, inner, depth + 1)]];
          left++;
          return [];
        }),
      );
    if (key !== undefined && (typeof value === 'string' || typeof value === 'number'))
      return redactScalar(key, value);
    left++;
    return null;
  };

  return {
    json: (value) => {
      left = 0;
      return { value: redact(undefined, value, 0), left };
    },
    text: (sentence) => createScrubber(placeholders.known())(sentence),
  };
};
