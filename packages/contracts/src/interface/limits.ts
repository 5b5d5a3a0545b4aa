import type { Catalogue } from '@plenum/protocol/command';
import { describe } from '@plenum/protocol/derive';
import type { Kind } from '@plenum/protocol/field';
import { type Field, factsOf } from '@plenum/protocol/field';
import { placedFields } from '../markdown/fields.ts';
import { table } from '../markdown/markdown.ts';

/** Kinds of field whose values have a limited range, count or length. */
const limited: ReadonlySet<Kind> = new Set([
  ...(['setpoint', 'percent', 'minutes', 'number', 'index', 'name', 'list'] as const),
]);

/** Returns the values of a field. For a list, returns only its length, because its content has separate rows. */
const toLimit = (field: Field): string => describe(field).replace(/^list of ([0-9-]+): .*$/, '$1 entries');

/** Returns a table of all limits on values in commands, once per group of commands. */
export function toLimits(catalogue: Catalogue): string {
  const rows = Array.from(catalogue.values()).flatMap(({ group, body }) =>
    placedFields(body)
      .filter(({ field }) => limited.has(factsOf(field).kind))
      .map(({ field }) => [group, field.description, toLimit(field)]),
  );
  const once = new Map(rows.map((row) => [row.join('\n'), row]));
  return table(['Commands', 'Value', 'Limit'], Array.from(once.values()));
}
