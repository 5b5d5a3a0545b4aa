import type { Members, Shape, Word } from '../../cloud/shape.ts';
import { siteRecords } from '../../cloud/site-answers.ts';
import { type ComponentKind, kinds } from '../../component/kinds.ts';
import type { JsonSchema } from '../to-json-schema.ts';
import { refer } from './schemas.ts';

const words: Readonly<Record<Word, JsonSchema>> = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  count: { type: 'integer', minimum: 0 },
  status: { type: 'integer', description: 'status of HTTP' },
  instant: { type: 'integer', description: 'ms since 1970 UTC' },
  duration: { type: 'integer', description: 'ms' },
};

const toObject = (members: Members): JsonSchema => {
  const entries = Object.entries(members);
  const required = entries.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, shape]) => [name.replace(/\?$/, ''), toShapeSchema(shape)]),
    ),
    ...(required.length > 0 && { required }),
  };
};

interface AnyCompound {
  readonly oneOf?: readonly string[];
  readonly listOf?: Shape;
  readonly mapOf?: Shape;
  readonly datagram?: ComponentKind;
}

const spellOut = (shape: Exclude<Shape, Word>): JsonSchema => {
  const { oneOf, listOf, mapOf, datagram } = shape as AnyCompound;
  if (oneOf !== undefined) return { type: 'string', enum: oneOf };
  if (listOf !== undefined) return { type: 'array', items: toShapeSchema(listOf) };
  if (mapOf !== undefined) return { type: 'object', additionalProperties: toShapeSchema(mapOf) };
  if (datagram !== undefined) return refer(kinds[datagram].name);
  return toObject(shape as Members);
};

const names = new Map<Shape, string>(Object.entries(siteRecords).map(([name, shape]) => [shape, name]));

/** The schema of a shape; of one that has a name in the contract, where that is spelt out. */
export const toShapeSchema = (shape: Shape): JsonSchema => {
  if (typeof shape === 'string') return words[shape];
  const name = names.get(shape);
  return name === undefined ? spellOut(shape) : refer(name);
};

/** The schemas of what a cloud tells its browser application of, by name. */
export const siteSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(siteRecords).map(([name, shape]) => [name, { title: name, ...spellOut(shape) }]),
  );
