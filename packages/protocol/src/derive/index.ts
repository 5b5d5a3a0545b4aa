export { checkBody, toNearSentence } from './check-body.ts';
export { describe } from './describe.ts';
export { toCommandCounterexample } from './to-counterexample.ts';
export { toEventSamples } from './to-event-samples.ts';
export { toCommandExample, toExample } from './to-example.ts';
export { type Help, type HelpKey, type HelpSubject, toHelp } from './to-help.ts';
export {
  type JsonSchema,
  toCommandSchema,
  toDatagramSchema,
  toFieldSchema,
  toOpenSchema,
} from './to-json-schema.ts';
export { type Sides, toSides } from './to-sides.ts';
