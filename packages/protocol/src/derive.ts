export { describe } from './derive/describe.ts';
export { toEventSamples } from './derive/to-event-samples.ts';
export { toCommandExample, toExample } from './derive/to-example.ts';
export { type Help, type HelpKey, type HelpSubject, toHelp } from './derive/to-help.ts';
export {
  type JsonSchema,
  toCommandSchema,
  toDatagramSchema,
  toFieldSchema,
  toJsonSchema,
} from './derive/to-json-schema.ts';
export { type Sides, toSides } from './derive/to-sides.ts';
