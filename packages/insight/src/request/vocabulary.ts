import { cloudRequests } from '@plenum/protocol/cloud';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds, recordOf } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { izone, toWord } from '@plenum/protocol/dialect';
import { type BridgeEndpoint, isShape, type Shape } from '@plenum/protocol/endpoint';
import { enumerations, type Field, type Fields, factsOf, type RecordField } from '@plenum/protocol/field';
import { type Part, queries } from '@plenum/protocol/query';
import { noUnitType, v1Commands, v1ScheduleMembers, v1UnitMembers, v1ZoneMembers } from '@plenum/protocol/v1';
import { codes } from '../diagnostics/scrub-datagrams.ts';
import { bridgeEndpoints } from '../endpoint/index.ts';
import { changeWords, stepWords } from '../explain/words.ts';
import { statusCodes } from '../status/status.ts';

/** The fields that contain codes of a wall controller or a setup. */
export const secretFields = ['Pass', 'LockCode'] as const;

/** Addresses of a network: texts in a response, four numbers in a command. */
export const isNetworkAddress = (key: string): boolean =>
  /^(?:IpAddress|StaticIp|Mask|Gateway|PriDns|SecDns)(?:_\d)?$/.test(key);

/** Texts that contain only codes and numbers: the whole text must match. */
export const coded: Readonly<Record<string, RegExp>> = {
  ...codes,
  // The lamps of a favourite, one digit per lamp, and their settings.
  Ap: /^[01]*$/,
  S: /^\d{1,3}(?:,\d{1,3}){9}$/,
  // Commands of the original interface.
  UnitSetpoint: /^\d{1,3}(?:\.\d{1,2})?$/,
  Command: /^(?:open|close|auto|\d{1,3}(?:\.\d{1,2})?)$/,
  // Currencies, and codes of faults.
  currency: /^[A-Z]{3}$/,
  code: /^[A-Z]{0,2}\d{1,3}$/,
};

/** The values of one key that are not private: those of all definitions that have the key. */
interface Known {
  readonly words: Set<string>;
  /** The largest number that is not private, or -1 for a key without numbers. */
  most: number;
  hasTimes: boolean;
  /** True if no value of the key is public, not even one inside an object. */
  isPrivate: boolean;
}

/** Keys of the interface and their public values, the only parts of a request or response that may be stored. */
export interface Vocabulary {
  readonly has: (key: string) => boolean;
  readonly isPrivate: (key: string) => boolean;
  readonly isPublic: (key: string, value: string | number) => boolean;
}

/** Seven digits, which are too few for a phone number with its area. Larger numbers are public only as instants. */
const mostNumber = 9_999_999;
/** 2001 and 2100 UTC. */
const leastInstant = 1_000_000_000_000;
const mostInstant = 4_102_444_800_000;
/** The number of a time that is not set. */
const unsetTime = -2_147_483_648;
const numberText = /^-?\d{1,13}(?:\.\d{1,6})?$/;
const timeText = /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d)$/;

/** True for a field whose texts can only be dates, or only times of day. */
const isTime = (field: Field): boolean => {
  if (!('pattern' in field) || field.pattern === undefined) return false;
  const pattern = new RegExp(field.pattern, 'u');
  return ['2026-01-01', '12:00'].some((text) => pattern.test(text)) && !pattern.test('A-1');
};

const createCollector = () => {
  const all = new Map<string, Known>();
  const knownOf = (key: string): Known => {
    const known = all.get(key);
    if (known !== undefined) return known;
    const isPrivate =
      isNetworkAddress(key) || [...secretFields, 'IdCode', 'Mac'].some((field) => field === key);
    const made: Known = { words: new Set(), most: -1, hasTimes: false, isPrivate };
    all.set(key, made);
    const branded = toWord(izone, 'keys', key);
    if (branded !== key) all.set(branded, made);
    return made;
  };
  const addNumbers = (key: string, most = mostNumber): void => {
    const known = knownOf(key);
    known.most = Math.max(known.most, most);
  };
  const addWords = (key: string, words: readonly unknown[]): void => {
    for (const word of words) knownOf(key).words.add(String(word));
  };
  const addField = (key: string, field: Field): void => {
    const known = knownOf(key);
    if ('properties' in field) {
      for (const [member, inner] of Object.entries(field.properties as Fields))
        for (const spelled of [member, ...(factsOf(inner).alias ?? [])]) addField(spelled, inner);
    } else if ('items' in field) addField(key, field.items as Field);
    else if ('additionalProperties' in field && typeof field.additionalProperties === 'object')
      addField(key, field.additionalProperties as Field);
    else if (field.type === 'integer' || field.type === 'number')
      addNumbers(key, factsOf(field).kind === 'instant' ? mostInstant : mostNumber);
    else if (field.type === 'string') {
      if ('enum' in field) addWords(key, field.enum);
      known.hasTimes ||= isTime(field);
    }
  };
  const addShape = (key: string, shape: Shape): void => {
    if (!isShape(shape)) {
      addField(key, shape);
      return;
    }
    knownOf(key);
    if (shape.shape === 'constant') addWords(key, shape.values);
    if (shape.shape === 'any') addNumbers(key);
    if (shape.shape === 'open')
      for (const [member, inner] of Object.entries(shape.members)) addShape(member, inner as Shape);
    if (shape.shape === 'list') addShape(key, shape.items as Shape);
    if (shape.shape === 'map') addShape(key, shape.each as Shape);
    if (shape.shape === 'nullable') addShape(key, shape.of as Shape);
    if (shape.shape === 'either') for (const each of shape.of as readonly Shape[]) addShape(key, each);
  };
  return { all, knownOf, addNumbers, addWords, addField, addShape };
};

type Collector = ReturnType<typeof createCollector>;

/** Adds the keys that clients send to a bridge over the interface, V2 and the original one. */
const addRequests = ({ knownOf, addNumbers, addField }: Collector): void => {
  for (const key of ['Type', 'No', 'No1']) addNumbers(key);
  for (const { root } of Object.values(subsystems)) knownOf(root);
  for (const { name, alias, body, isSecret } of catalogue.values())
    for (const spelled of [name, ...alias]) {
      if (isSecret) knownOf(spelled).isPrivate = true;
      else addField(spelled, body as Field);
    }
  for (const { name, field } of v1Commands.values()) addField(name, field);
};

/** The values of a series. */
const series: Known = { words: new Set(), most: mostNumber, hasTimes: false, isPrivate: false };

/** True for a small number, or an instant that is too large for a phone number. */
const isPublicNumber = (value: number, { most }: Known): boolean => {
  const size = Math.abs(value);
  return size <= most && (size <= mostNumber || size >= leastInstant);
};

const toVocabulary = ({ all }: Collector): Vocabulary => ({
  has: (key) => all.has(key) || isSeries(key),
  isPrivate: (key) => all.get(key)?.isPrivate === true,
  isPublic: (key, value) => {
    const known = all.get(key) ?? (isSeries(key) ? series : undefined);
    if (known === undefined || known.isPrivate) return false;
    if (typeof value === 'number')
      return isPublicNumber(value, known) || (value === unsetTime && known.most >= 0);
    if (value.trim() === '' || known.words.has(value) || value.split(',').every(isSeries)) return true;
    if (Object.hasOwn(coded, key)) return coded[key]!.test(value);
    if (known.hasTimes && timeText.test(value)) return true;
    return numberText.test(value) && isPublicNumber(Number(value), known);
  },
});

const once = (collect: (collector: Collector) => void): (() => Vocabulary) => {
  let made: Vocabulary | undefined;
  return () => {
    if (made !== undefined) return made;
    const collector = createCollector();
    collect(collector);
    made = toVocabulary(collector);
    return made;
  };
};

/** Adds the keys of the requests and responses of the interface, V2 and the original one. */
const addTraffic = (collector: Collector): void => {
  const { knownOf, addNumbers, addWords, addField } = collector;
  addRequests(collector);
  const addParts = (parts: Readonly<Record<string, Part>>): void => {
    for (const [key, part] of Object.entries(parts)) {
      knownOf(key);
      if (part.from === 'object') addParts(part.members);
      if (part.from === 'one' && part.and !== undefined) addParts(part.and);
      if (part.from === 'portion') addNumbers(part.of.number);
    }
  };
  for (const { answer } of queries) addParts(answer);
  for (const { fields } of Object.values(kinds)) addField('', fields as RecordField);
  for (const { key, schema } of [...v1UnitMembers, ...v1ZoneMembers, ...v1ScheduleMembers]) {
    knownOf(key);
    if (schema.type !== 'string') addNumbers(key);
    addWords(key, (schema.enum ?? []) as readonly unknown[]);
  }
  addWords('UnitType', [noUnitType, ...Object.keys(enumerations.unitBrand.values)]);
  addWords('DeviceType', ['ASH']);
  knownOf('HvacDeviceUId');
};

/** Returns the vocabulary of the requests and responses of the interface. */
export const trafficVocabulary = once(addTraffic);

/** The endpoints that a bridge adds to the interface and that recordings contain. */
export const recordedReads: readonly BridgeEndpoint[] = Array.from(bridgeEndpoints.values()).filter(
  ({ isForApps, isOpen }) => isForApps === true || isOpen === true,
);

/** Names of figures in sentences: `{temperature}`. */
const figureNames = [stepWords, changeWords].flatMap((words) =>
  Object.values(words).flatMap((sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
);

/** Returns the vocabulary of `recordedReads`, in addition to that of the interface. */
export const readVocabulary = once((collector) => {
  const { all, addNumbers, addWords, addShape } = collector;
  addTraffic(collector);
  const keys = [...all.keys()];
  for (const { query, answer } of recordedReads)
    for (const shape of [query, answer]) if (shape !== undefined) addShape('', shape);
  for (const name of figureNames) addNumbers(name);
  addWords('code', [...Object.keys(stepWords), ...Object.keys(changeWords), ...statusCodes]);
  addWords('command', [...catalogue.keys()]);
  addWords('field', keys);
});

/** Returns the vocabulary of the bodies and queries that apps send to a bridge or a cloud. */
export const requestVocabulary = once((collector) => {
  const { addField, addShape } = collector;
  addRequests(collector);
  for (const request of Object.values(cloudRequests)) addField('', request);
  for (const { body, query } of bridgeEndpoints.values())
    for (const shape of [body, query]) if (shape !== undefined) addShape('', shape);
});

let members: ReadonlySet<string> | undefined;

/** True for the name of a series of the history, or of a component: `zone.0.Temp`, `zone.0`. */
const isSeries = (text: string): boolean => {
  members ??= new Set([
    ...['W', 'Wh'],
    ...componentKinds.flatMap((kind) => Object.keys(recordOf(kind).properties)),
  ]);
  const [first = '', ...parts] = text.split('.');
  const isKind = (componentKinds as readonly string[]).includes(first);
  return isKind && parts.every((part) => /^\d{1,2}$/.test(part) || members!.has(part));
};
