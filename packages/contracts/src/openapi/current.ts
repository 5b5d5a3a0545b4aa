import type { Catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import { subsystems, subsystemsByPath } from '@plenum/protocol/definition';
import { type JsonSchema, toCommandExample, toExample, toFieldSchema } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import type { Part, Query } from '@plenum/protocol/query';
import { chosenPart, queriesOf, queryFields } from '@plenum/protocol/query';
import { json, type OpenApi, plainText, refer, refused } from './answers.ts';

const pick = (from: object, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, (from as Record<string, unknown>)[key]]));

/** The schema of a part of a response, with an example. */
interface Shape {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

const membersToShape = (members: Readonly<Record<string, Part>>): Shape => {
  const shapes = Object.entries(members).map(([key, part]) => [key, partToShape(part)] as const);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(shapes.map(([key, { schema }]) => [key, schema])),
      ...(shapes.length > 0 && { required: shapes.map(([key]) => key) }),
    },
    example: Object.fromEntries(shapes.map(([key, { example }]) => [key, example])),
  };
};

const partToShape = (part: Part): Shape => {
  if (part.from === 'object') return membersToShape(part.members);
  if (part.from === 'firmware') return { schema: { type: 'string' }, example: 'CSL 1.14,COCBH 4.39' };
  const { name, fields } = kinds[part.kind];
  const whole = toExample(fields as Field) as object;
  if (part.from === 'nth') return { schema: refer(name), example: whole };
  if (part.from === 'portion') return portionToShape(part, name, whole);
  const some = part.fields;
  const schema =
    some === undefined
      ? refer(name)
      : { type: 'object', description: `These fields of ${name}: ${some.join(', ')}.` };
  const example = some === undefined ? whole : pick(whole, some);
  if (part.from === 'all') return { schema: { type: 'array', items: schema }, example: [example] };
  if (part.and === undefined) return { schema, example };
  const more = membersToShape(part.and);
  return { schema: { allOf: [schema, more.schema] }, example: { ...example, ...(more.example as object) } };
};

const portionToShape = (
  { of: { list, number, sizes } }: Extract<Part, { from: 'portion' }>,
  name: string,
  whole: object,
): Shape => ({
  schema: {
    allOf: [refer(name)],
    type: 'object',
    description: `Part 1 to ${sizes.length} of ${name}: its number, and ${sizes.join(', ')} entries of ${list}; part 1 has the other fields too.`,
    properties: {
      [number]: { type: 'integer', minimum: 1, maximum: sizes.length },
      [list]: { type: 'array' },
    },
    required: [number, list],
  },
  example: { ...whole, [number]: 1 },
});

const toEnvelope = (query: Query): Shape => {
  const { uid } = subsystems[query.subsystem];
  const { schema, example } = membersToShape(query.answer);
  const id = uid === 'text' ? { type: 'string' } : { type: 'integer' };
  return {
    schema: {
      title: `Type ${query.type}`,
      description: query.summary,
      type: 'object',
      properties: { HvacDeviceUId: id, DeviceType: { type: 'string' }, ...(schema.properties as object) },
      required: ['HvacDeviceUId', 'DeviceType', ...(schema.required as string[])],
    },
    example: {
      HvacDeviceUId: uid === 'text' ? '000000001' : 1,
      DeviceType: 'ASH',
      ...(example as object),
    },
  };
};

const toAsk = (query: Query): Shape => {
  const { No, No1 } = queryFields(query) as { No: Field; No1: Field };
  const chosen = chosenPart(query) !== undefined;
  return {
    schema: {
      title: `Type ${query.type}`,
      description: query.summary,
      type: 'object',
      properties: { Type: { const: query.type }, No: toFieldSchema(No), No1: toFieldSchema(No1) },
      required: chosen ? ['Type', 'No'] : ['Type'],
    },
    example: {
      Type: query.type,
      No: chosen ? 1 : 0,
      No1: chosenPart(query)?.from === 'portion' ? 1 : 0,
    },
  };
};

const oneOf = (schemas: readonly JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? schemas[0]! : { oneOf: schemas };

/** A query of a subsystem: the bodies of the request and the response. */
interface Asked {
  readonly name: string;
  readonly root: string;
  readonly ask: Shape;
  readonly answer: Shape;
}

/** Returns the queries of the subsystems that share a path. The name of the first subsystem is omitted. */
const toAsked = (names: readonly Subsystem[]): readonly Asked[] =>
  names.flatMap((subsystem, place) =>
    queriesOf(subsystem).map((query) => ({
      name: place === 0 ? `type${query.type}` : `${subsystem}-type${query.type}`,
      root: subsystems[subsystem].root,
      ask: toAsk(query),
      answer: toEnvelope(query),
    })),
  );

const toBodies = (asked: readonly Asked[]): OpenApi => {
  const roots = [...Map.groupBy(asked, ({ root }) => root)].map(([root, of]) => ({
    type: 'object',
    properties: { [root]: oneOf(of.map(({ ask }) => ask.schema)) },
    required: [root],
  }));
  const examples = asked.map(({ name, root, ask }) => [name, { value: { [root]: ask.example } }]);
  return { 'application/json': { schema: oneOf(roots), examples: Object.fromEntries(examples) } };
};

const toAnswers = (asked: readonly Asked[]): OpenApi => ({
  'application/json': {
    schema: oneOf(asked.map(({ answer }) => answer.schema)),
    examples: Object.fromEntries(asked.map(({ name, answer }) => [name, { value: answer.example }])),
  },
});

const nounOf = (names: readonly Subsystem[]): string =>
  names.map((name) => subsystems[name].noun).join(' or ');

const toQueryPath = (names: readonly Subsystem[]): OpenApi => {
  const asked = toAsked(names);
  return {
    post: {
      operationId: `query-${names[0]}`,
      tags: ['current'],
      summary: `Query the ${nounOf(names)}.`,
      description: 'Any Content-Type is accepted.',
      requestBody: { required: true, content: toBodies(asked) },
      responses: {
        200: { description: 'The requested datagram.', content: toAnswers(asked) },
        ...refused(400, 401, 403, 405, 409, 413, 503),
      },
    },
  };
};

/**
 * The response to `LiPair`: the kind of the paired device (0 for none, 1 for a lamp, 2 for a switch) and its number
 * (lighting 3).
 */
const pairing = json(
  {
    type: 'object',
    properties: {
      HvacDeviceUId: { type: subsystems.lighting.uid === 'text' ? 'string' : 'integer' },
      DeviceType: { type: 'string' },
      LiPair: {
        type: 'object',
        properties: { Type: { enum: [0, 1, 2] }, No: { type: 'integer' } },
        required: ['Type', 'No'],
      },
    },
    required: ['HvacDeviceUId', 'DeviceType', 'LiPair'],
  },
  {
    HvacDeviceUId: subsystems.lighting.uid === 'text' ? '000000001' : 1,
    DeviceType: 'ASH',
    LiPair: { Type: 1, No: 24 },
  },
);

const toControlPath = (names: readonly Subsystem[], catalogue: Catalogue): OpenApi => {
  const commands = Array.from(catalogue.values()).filter(({ subsystem }) => names.includes(subsystem));
  const list = commands.map(({ name, summary }) => `- \`${name}\`: ${summary}`);
  return {
    post: {
      operationId: `command-${names[0]}`,
      tags: ['current'],
      summary: `Command the ${nounOf(names)}.`,
      description: ['One command, named by its only key. Any Content-Type is accepted.', ...list].join('\n'),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: oneOf(commands.map(({ name }) => refer(`${name}Command`))),
            examples: Object.fromEntries(
              commands.map((command) => [command.name, { value: toCommandExample(command) }]),
            ),
          },
        },
      },
      responses: {
        200: {
          description: 'The command was carried out and stored.',
          content: { ...plainText({ done: 'OK' }), ...(names.includes('lighting') && pairing) },
        },
        ...refused(400, 401, 403, 405, 409, 413, 503),
      },
    },
  };
};

/** Returns the endpoints of the current interface: the query and control paths of all subsystems (interface 4.2). */
export function toCurrentPaths(catalogue: Catalogue): OpenApi {
  const controls = subsystemsByPath.control;
  return Object.fromEntries(
    [...subsystemsByPath.query].flatMap(([path, names]) => {
      const { control } = subsystems[names[0]!];
      return [
        [path, toQueryPath(names)],
        [control, toControlPath(controls.get(control)!, catalogue)],
      ];
    }),
  );
}
