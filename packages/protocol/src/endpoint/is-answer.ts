import { check } from '../check/check.ts';
import { type Field, factsOf, type ListField, type MapField, type RecordField } from '../field/field.ts';
import { isRecord } from '../json/is-record.ts';
import { isShape, type Shape, type ShapeValue } from './shape.ts';

const haveMembers = (
  members: Readonly<Record<string, Shape>>,
  required: readonly string[],
  value: unknown,
): boolean =>
  isRecord(value) &&
  Object.entries(members).every(([key, shape]) =>
    Object.hasOwn(value, key) ? isAnswer(shape, value[key]) : !required.includes(key),
  );

const isField = (field: Field, value: unknown): boolean => {
  switch (factsOf(field).kind) {
    case 'record': {
      const { properties, required } = field as RecordField;
      return haveMembers(properties as Readonly<Record<string, Field>>, required, value);
    }
    case 'list':
      return Array.isArray(value) && value.every((item) => isAnswer((field as ListField<Field>).items, item));
    case 'map':
      return (
        isRecord(value) &&
        Object.values(value).every((each) => isAnswer((field as MapField<Field>).additionalProperties, each))
      );
    default:
      return check(field, value).ok;
  }
};

/**
 * True if an untrusted response has the shape. Additional members, which later releases may send, and lists of any
 * length are accepted.
 */
export function isAnswer<S extends Shape>(shape: S, value: unknown): value is ShapeValue<S> {
  if (!isShape(shape)) return isField(shape as Field, value);
  switch (shape.shape) {
    case 'open':
      return haveMembers(shape.members, shape.required, value);
    case 'list':
      return Array.isArray(value) && value.every((item) => isAnswer(shape.items as Shape, item));
    case 'map':
      return isRecord(value) && Object.values(value).every((each) => isAnswer(shape.each as Shape, each));
    case 'nullable':
      return value === null || isAnswer(shape.of as Shape, value);
    case 'either':
      return shape.of.some((one) => isAnswer(one as Shape, value));
    case 'constant':
      return shape.values.includes(value);
    case 'any':
      return true;
  }
}
