import { type JsonSchema, toFieldSchema } from '@plenum/protocol/derive';
import { type ConstantShape, isShape, type OpenShape, type Shape } from '@plenum/protocol/endpoint';

const toOpen = ({ members, required, description }: OpenShape): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(members).map(([key, shape]) => [key, toShapeSchema(shape as Shape)]),
  ),
  ...(required.length > 0 && { required: [...required] }),
  description,
});

const toConstant = ({ values, description }: ConstantShape): JsonSchema => {
  if (values.length === 1) return { const: values[0], description };
  return { ...(values.every(Number.isInteger) && { type: 'integer' }), enum: [...values], description };
};

/** Returns the types of alternative schemas if the schemas do not restrict the values further. */
const toTypes = (schemas: readonly JsonSchema[]): readonly unknown[] | undefined => {
  const isPlain = schemas.every((schema) =>
    Object.keys(schema).every((word) => word === 'type' || word === 'description'),
  );
  return isPlain ? schemas.map(({ type }) => type) : undefined;
};

/** True if the shapes are objects that a constant member distinguishes. */
const isDistinct = (shapes: readonly Shape[]): boolean =>
  shapes.every(
    (shape) =>
      isShape(shape) &&
      shape.shape === 'open' &&
      Object.values(shape.members).some((member) => isShape(member) && member.shape === 'constant'),
  );

const toEither = (shapes: readonly Shape[], description: string): JsonSchema => {
  const schemas = shapes.map(toShapeSchema);
  const types = toTypes(schemas);
  if (types !== undefined) return { type: types, description };
  return { [isDistinct(shapes) ? 'oneOf' : 'anyOf']: schemas, description };
};

/** Returns the schema of a shape. Records are closed; open objects may have additional members. */
export function toShapeSchema(shape: Shape): JsonSchema {
  if (!isShape(shape)) return toFieldSchema(shape);
  const { description } = shape;
  switch (shape.shape) {
    case 'open':
      return toOpen(shape as OpenShape);
    case 'list':
      return {
        type: 'array',
        ...(shape.max !== undefined && { maxItems: shape.max }),
        description,
        items: toShapeSchema(shape.items as Shape),
      };
    case 'map':
      return { type: 'object', description, additionalProperties: toShapeSchema(shape.each as Shape) };
    case 'nullable': {
      const schema = toShapeSchema(shape.of as Shape);
      const types = toTypes([schema]);
      if (types !== undefined) return { ...schema, type: [...types, 'null'] };
      return { anyOf: [schema, { type: 'null' }] };
    }
    case 'either':
      return toEither(shape.of as readonly Shape[], description);
    case 'constant':
      return toConstant(shape);
    case 'any':
      return { description };
  }
}
