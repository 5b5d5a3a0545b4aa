import { type JsonSchema, toExample, toFieldSchema } from '@plenum/protocol/derive';
import type { V1Member } from '@plenum/protocol/v1';
import {
  type V1Command,
  type V1Read,
  v1Commands,
  v1Ok,
  v1Reads,
  v1ScheduleMembers,
  v1UnitMembers,
  v1ZoneMembers,
} from '@plenum/protocol/v1';
import { type OpenApi, plainText, refused, v1Refusal } from './answers.ts';

/** The members of the objects of the original interface, by the kind of component in the object. */
export const v1Members = {
  unit: v1UnitMembers,
  zone: v1ZoneMembers,
  schedule: v1ScheduleMembers,
} as const satisfies Readonly<
  Record<V1Read['kind'], readonly Pick<V1Member<never>, 'key' | 'meaning' | 'schema'>[]>
>;

const toObject = (kind: V1Read['kind']): JsonSchema => {
  const properties = {
    HvacDeviceUId: { type: 'string' },
    ...(kind === 'unit' && { DeviceType: { type: 'string' } }),
    ...Object.fromEntries(
      v1Members[kind].map(({ key, meaning, schema }) => [key, { description: meaning, ...schema }]),
    ),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
};

const toReadPath = ({ path, kind, summary }: V1Read): OpenApi => ({
  get: {
    operationId: `read${path.slice(1)}`,
    tags: ['original'],
    summary,
    responses: {
      200: {
        description: 'The body without an envelope, or the reason why there is none.',
        content: {
          'application/json': {
            schema: kind === 'unit' ? toObject(kind) : { type: 'array', items: toObject(kind) },
          },
          ...plainText({ refused: '{ERROR: This house has no ducted air conditioner.}' }),
        },
      },
      ...refused(401, 403),
    },
  },
});

const toCommandPath = ({ name, summary, field, becomes }: V1Command): OpenApi => ({
  post: {
    operationId: `command${name}`,
    tags: ['original'],
    summary,
    description: `Text is case sensitive. In the current interface: ${becomes.join(', ')}.`,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { [name]: toFieldSchema(field) },
            required: [name],
            additionalProperties: false,
          },
          examples: { example: { value: { [name]: toExample(field) } } },
        },
      },
    },
    responses: {
      200: {
        description: 'The command was carried out, or the reason why it was refused.',
        content: plainText({ done: v1Ok, refused: v1Refusal }),
      },
      ...refused(401, 403),
    },
  },
});

/** Returns the endpoints of the original interface (wire facts 8). */
export const toOriginalPaths = (): OpenApi =>
  Object.fromEntries([
    ...v1Reads.map((read) => [read.path, toReadPath(read)]),
    ...Array.from(v1Commands.values(), (command) => [`/${command.name}`, toCommandPath(command)]),
  ]);
