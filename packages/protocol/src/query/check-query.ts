import { check } from '../check/check.ts';
import type { Subsystem } from '../definition/subsystem.ts';
import { subsystems, subsystemsByPath } from '../definition/subsystem.ts';
import type { Fields } from '../field/field.ts';
import { index, number } from '../field/make.ts';
import { isRecord } from '../json/is-record.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { queriesOf } from './catalogue.ts';
import type { Part, Query } from './query.ts';

/** A checked query: its definition, and the index of the component it selects. */
export interface ParsedQuery {
  readonly query: Query;
  readonly no: number;
  /** The number of the requested portion, counted from 1; undefined if the query requests the whole datagram. */
  readonly portion?: number;
}

const unused = number('reserved or unused');

/** Returns the part of a response that `No` selects, if there is one. */
export const chosenPart = (query: Query) =>
  Object.values(query.answer).find(
    (part): part is Extract<Part, { from: 'nth' | 'portion' }> =>
      part.from === 'nth' || part.from === 'portion',
  );

/** Returns the fields of a query's body. `No` and `No1` may be omitted if they are unused (interface 4.2). */
export function queryFields(query: Query): Fields {
  const chosen = chosenPart(query);
  const no = chosen === undefined ? unused : index(chosen.noun, { count: chosen.count });
  const portion =
    chosen?.from === 'portion' ? index('part', { count: chosen.of.sizes.length, from: 1 }) : unused;
  return { Type: number('the kind of data to read'), No: no, No1: portion };
}

const fieldsOf = new WeakMap<Query, Fields>();
const knownFields = (query: Query) => {
  const fields = fieldsOf.get(query) ?? queryFields(query);
  fieldsOf.set(query, fields);
  return fields;
};

/**
 * Finds the root key of a body among the subsystems that share its path, and returns that subsystem and the content
 * under the root.
 */
const findRoot = (candidates: readonly Subsystem[], body: unknown) => {
  const roots = candidates.filter((name) => isRecord(body) && Object.hasOwn(body, subsystems[name].root));
  const [subsystem] = roots;
  const keys = roots.map((name) => subsystems[name].root);
  if (roots.length > 1) return refuse('several-queries', { facts: { keys } });
  const given = subsystem === undefined ? undefined : (body as Record<string, unknown>)[keys[0]!];
  if (subsystem !== undefined && isRecord(given)) return ok({ subsystem, given, root: keys[0]! });
  const expected = (keys.length > 0 ? keys : candidates.map((name) => subsystems[name].root))
    .map((root) => `${root}: {Type, No, No1}`)
    .join(' or ');
  return refuse('not-an-object', { facts: { expected } });
};

/**
 * Checks the parsed body of a query to a subsystem's path, `{<root>: {Type, No, No1}}`. If several subsystems share the
 * path, the root identifies the subsystem.
 */
export function checkQuery(addressed: Subsystem, body: unknown): Result<ParsedQuery> {
  const found = findRoot(subsystemsByPath.query.get(subsystems[addressed].query)!, body);
  if (!found.ok) return found;
  const { subsystem, given, root } = found.value;
  if (given.Type === undefined) return refuse('missing-key', { path: [root], facts: { key: 'Type' } });
  const known = queriesOf(subsystem);
  const query = known.find(({ type }) => type === given.Type);
  if (query === undefined) {
    // Summaries contain Markdown, refusals do not.
    const choices = known.map(({ type, summary }) => `${type} (${summary.replaceAll(/`|\.$/g, '')})`);
    return refuse('unknown-query', { path: [root, 'Type'], input: given.Type, facts: { choices } });
  }
  const fields = knownFields(query);
  const no = check(fields.No!, given.No ?? 0, [root, 'No']);
  if (!no.ok) return no;
  if (chosenPart(query)?.from !== 'portion') return ok({ query, no: no.value as number });
  const portion = check(fields.No1!, given.No1 || 1, [root, 'No1']);
  return portion.ok ? ok({ query, no: no.value as number, portion: portion.value as number }) : portion;
}
