import { check } from '../check/check.ts';
import type { Subsystem } from '../definition/subsystem.ts';
import { subsystems } from '../definition/subsystem.ts';
import type { Fields } from '../field/field.ts';
import { index, number } from '../field/make.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { queriesOf } from './catalogue.ts';
import type { Part, Query } from './query.ts';

/** A checked query: its definition and the index of the component it selects. */
export interface ParsedQuery {
  readonly query: Query;
  readonly no: number;
}

const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

const unused = number('reserved or unused');

/** The part of an answer that `No` selects, where there is one. */
export const chosenPart = (query: Query) =>
  Object.values(query.answer).find((part): part is Extract<Part, { from: 'nth' }> => part.from === 'nth');

/** The fields of a query's body; `No` and `No1` may be left out where they are unused (interface 4.2). */
export const queryFields = (query: Query): Fields => {
  const chosen = chosenPart(query);
  const no = chosen === undefined ? unused : index(chosen.noun, { count: chosen.count });
  return { Type: number('what to ask for'), No: no, No1: unused };
};

const fieldsOf = new WeakMap<Query, Fields>();
const knownFields = (query: Query) => {
  const fields = fieldsOf.get(query) ?? queryFields(query);
  fieldsOf.set(query, fields);
  return fields;
};

/** Checks the parsed body of a query to one subsystem: `{<root>: {Type, No, No1}}`. */
export const checkQuery = (subsystem: Subsystem, body: unknown): Result<ParsedQuery> => {
  const { root } = subsystems[subsystem];
  const given = isRecord(body) && Object.hasOwn(body, root) ? body[root] : undefined;
  if (!isRecord(given)) return refuse('not-an-object', { facts: { expected: `${root}: {Type, No, No1}` } });
  const known = queriesOf(subsystem);
  const query = known.find(({ type }) => type === given.Type);
  if (query === undefined) {
    const choices = known.map(({ type, summary }) => `${type} (${summary.replace(/\.$/, '')})`);
    return refuse('unknown-query', { path: [root, 'Type'], input: given.Type, facts: { choices } });
  }
  const fields = knownFields(query);
  const no = check(fields.No!, given.No ?? 0, [root, 'No']);
  return no.ok ? ok({ query, no: no.value as number }) : no;
};
