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
  anything,
  type ConstantShape,
  constant,
  either,
  extended,
  isShape,
  listOf,
  mapOf,
  type OpenShape,
  open,
  orNull,
  type Shape,
  type ShapeValue,
  typed,
} from './shape.ts';
