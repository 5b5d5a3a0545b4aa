import type { Catalogue } from '../../command/catalogue.ts';
import { kinds } from '../../component/kinds.ts';
import type { Subsystem } from '../../definition/subsystem.ts';
import { subsystemNames, subsystems } from '../../definition/subsystem.ts';
import type { Field } from '../../field/field.ts';
import { queriesOf } from '../../query/catalogue.ts';
import { chosenPart, queryFields } from '../../query/check-query.ts';
import type { Part, Query } from '../../query/query.ts';
import { toCommandExample, toExample } from '../to-example.ts';
import { type JsonSchema, toFieldSchema } from '../to-json-schema.ts';
import { type OpenApi, plainText, refused } from './answers.ts';

const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const pick = (from: object, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, (from as Record<string, unknown>)[key]]));

/** A part of an answer as its schema and an example of it. */
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
  const { No } = queryFields(query) as { No: Field };
  const chosen = chosenPart(query) !== undefined;
  return {
    schema: {
      title: `Type ${query.type}`,
      description: query.summary,
      type: 'object',
      properties: { Type: { const: query.type }, No: toFieldSchema(No), No1: { type: 'integer' } },
      required: chosen ? ['Type', 'No'] : ['Type'],
    },
    example: { Type: query.type, No: chosen ? 1 : 0, No1: 0 },
  };
};

type Named = readonly (readonly [name: string, shape: Shape])[];

const oneOf = (schemas: readonly JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? schemas[0]! : { oneOf: schemas };

const toExamples = (shapes: Named, wrap: (example: unknown) => unknown = (example) => example): OpenApi =>
  Object.fromEntries(shapes.map(([name, { example }]) => [name, { value: wrap(example) }]));

const toAsks = (root: string, shapes: Named): OpenApi => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { [root]: oneOf(shapes.map(([, { schema }]) => schema)) },
      required: [root],
    },
    examples: toExamples(shapes, (example) => ({ [root]: example })),
  },
});

const toAnswers = (shapes: Named): OpenApi => ({
  'application/json': {
    schema: oneOf(shapes.map(([, { schema }]) => schema)),
    examples: toExamples(shapes),
  },
});

const toQueryPath = (subsystem: Subsystem): OpenApi => {
  const { noun, root } = subsystems[subsystem];
  const queries = queriesOf(subsystem);
  const typed = (shape: (query: Query) => Shape) =>
    queries.map((query) => [`type${query.type}`, shape(query)] as const);
  return {
    post: {
      operationId: `query-${subsystem}`,
      tags: ['current'],
      summary: `Query the ${noun}.`,
      description: 'Any Content-Type is accepted.',
      requestBody: { required: true, content: toAsks(root, typed(toAsk)) },
      responses: {
        200: { description: 'The requested datagram.', content: toAnswers(typed(toEnvelope)) },
        ...refused(400, 401, 403, 405, 409, 413, 503),
      },
    },
  };
};

const toControlPath = (subsystem: Subsystem, catalogue: Catalogue): OpenApi => {
  const { noun } = subsystems[subsystem];
  const commands = Array.from(catalogue.values()).filter((command) => command.subsystem === subsystem);
  const list = commands.map(({ name, summary }) => `- \`${name}\`: ${summary}`);
  return {
    post: {
      operationId: `command-${subsystem}`,
      tags: ['current'],
      summary: `Command the ${noun}.`,
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
        200: { description: 'Done, and it stays done.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 405, 409, 413, 503),
      },
    },
  };
};

/** The endpoints of the current interface: a query and a control path for each subsystem (interface 4.2). */
export const toCurrentPaths = (catalogue: Catalogue): OpenApi =>
  Object.fromEntries(
    subsystemNames.flatMap((name) => [
      [subsystems[name].query, toQueryPath(name)],
      [subsystems[name].control, toControlPath(name, catalogue)],
    ]),
  );
