import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import { factsOf, type RecordField } from '@plenum/protocol/field';

/**
 * Returns a key for the target of a command: its name and the indices in its body. Undefined for a command whose whole
 * body is an index, because it starts something and must never be skipped.
 */
export function writeKey({ name, body }: AnyCommand): string | undefined {
  const field = catalogue.get(name)!.body;
  const { kind } = factsOf(field);
  if (kind === 'index') return undefined;
  if (kind !== 'record') return name;
  const indices = Object.entries((field as RecordField).properties)
    .filter(([, member]) => factsOf(member).kind === 'index')
    .map(([key]) => (body as Record<string, number>)[key]);
  return [name, ...indices].join(' ');
}
