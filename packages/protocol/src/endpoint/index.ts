export {
  type BridgeEndpoint,
  checkBody,
  endpointsCountedAs,
  isAnswerOf,
  refusedStatusesOf,
} from './bridge-endpoint.ts';
export {
  type AnswerOf,
  type BodyOf,
  type Defined,
  type Endpoint,
  type QueryOf,
  toTarget,
} from './endpoint.ts';
export { isAnswer } from './is-answer.ts';
export { type QueryTexts, readQuery } from './read-query.ts';
export {
  type AnyShape,
  anything,
  type ConstantShape,
  constant,
  type EitherShape,
  either,
  extended,
  isShape,
  type ListShape,
  listOf,
  type MapShape,
  mapOf,
  type NullableShape,
  type OpenShape,
  open,
  orNull,
  type Shape,
  type ShapeValue,
  type Typed,
  typed,
} from './shape.ts';
