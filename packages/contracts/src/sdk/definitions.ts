import type { Catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import type { Command, ComponentKind } from '@plenum/protocol/definition';
import { subsystems } from '@plenum/protocol/definition';
import { dialects } from '@plenum/protocol/dialect';
import { type ByKind, callByKind, type Field, factsOf, type RangedField } from '@plenum/protocol/field';
import type { Part } from '@plenum/protocol/query';
import { queries } from '@plenum/protocol/query';

type Json = Readonly<Record<string, unknown>>;
const ranged = (field: RangedField): Json => {
  const { minimum: min, maximum: max, multipleOf: step } = field;
  const { disabled: off, unit, scale, isRounded } = factsOf(field);
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && !isRounded && { step }),
    ...(off !== undefined && { off }),
    ...(unit !== undefined && { unit }),
    ...(scale !== undefined && { scale }),
  };
};

const unlimited = (): Json => ({});

/**
 * The limits of a value, in a form that both SDKs read. `keys` are the members of an object, `off` is a value outside
 * the range.
 */
const limits: ByKind<Json> = {
  temperature: ranged,
  setpoint: ranged,
  flag: ranged,
  percent: ranged,
  minutes: ranged,
  clock: ranged,
  index: ranged,
  number: ranged,
  quantity: ranged,
  instant: unlimited,
  choice: (field) => ({ labels: factsOf(field).choices }),
  name: (field) => ({ bytes: factsOf(field).bytes }),
  text: (field) => ({ bytes: factsOf(field).bytes }),
  word: (field) => ({ words: field.enum }),
  bool: () => ({ bool: true }),
  record: (field) => {
    const members = Object.entries(field.properties) as [string, Field][];
    const optional = members.map(([key]) => key).filter((key) => !field.required.includes(key));
    return {
      keys: Object.fromEntries(members.map(([key, member]) => [key, toLimits(member)])),
      ...(optional.length > 0 && { optional }),
    };
  },
  list: (field) => ({
    items: toLimits(field.items),
    least: field.minItems,
    ...(Number.isFinite(field.maxItems) && { most: field.maxItems }),
  }),
  object: unlimited,
  map: unlimited,
};

const toLimits = (field: Field): Json => callByKind(limits, field);

const toCommand = ({ subsystem, body, over }: Command): Json => ({
  path: subsystems[subsystem].control,
  ...(!over.includes('cloud') && { local: true }),
  body: toLimits(body),
});

/** Returns the keys that lead to the datagrams of a kind in the response to its query. */
const findPart = (part: Part, kind: ComponentKind): readonly string[] | undefined => {
  if (part.from === 'firmware') return undefined;
  if (part.from !== 'object') {
    const isWhole = part.from === 'nth' || part.from === 'portion' || part.fields === undefined;
    return part.kind === kind && isWhole ? [] : undefined;
  }
  return findIn(part.members, kind)?.at;
};

const findIn = (members: Readonly<Record<string, Part>>, kind: ComponentKind) => {
  for (const [key, part] of Object.entries(members)) {
    const inside = findPart(part, kind);
    if (inside !== undefined) return { at: [key, ...inside], part };
  }
  return undefined;
};

const partAt = (part: Part, [key, ...rest]: readonly string[]): Part =>
  key === undefined || part.from !== 'object' ? part : partAt(part.members[key]!, rest);

const toQuery = (kind: ComponentKind): Json => {
  for (const { subsystem, type, answer } of queries) {
    const found = findIn(answer, kind);
    if (found === undefined) continue;
    const { query: path, root } = subsystems[subsystem];
    const part = partAt(found.part, found.at.slice(1));
    const { key } = kinds[kind];
    return {
      path,
      root,
      type,
      at: found.at,
      ...(part.from === 'all' && { list: true }),
      ...((part.from === 'nth' || part.from === 'portion') && { count: part.count }),
      ...(part.from === 'portion' && { portions: { list: part.of.list, count: part.of.sizes.length } }),
      ...(key !== undefined && { key }),
    };
  }
  throw new TypeError(`No query has whole datagrams of the kind ${kind}.`);
};

const toLines = (members: readonly (readonly [string, Json])[]): string =>
  `{\n${members.map(([name, json]) => `${JSON.stringify(name)}: ${JSON.stringify(json)}`).join(',\n')}\n}`;

/**
 * Returns the queries of all kinds, the limits of all commands and the names of the dialects as JSON text, with one
 * entry per line.
 */
export const toSdkDefinitions = (catalogue: Catalogue) => ({
  queries: toLines(componentKinds.map((kind) => [kind, toQuery(kind)])),
  commands: toLines(Array.from(catalogue.values(), (command) => [command.name, toCommand(command)])),
  dialects: toLines(dialects.map(({ name, paths, keys }) => [name, { paths, keys }])),
});
