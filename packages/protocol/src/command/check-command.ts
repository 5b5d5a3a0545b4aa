import { check } from '../check/check.ts';
import type { Command } from '../definition/command.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { type AnyCommand, type Catalogue, catalogue } from './catalogue.ts';
import { nearest } from './nearest.ts';

const byName = new WeakMap<Catalogue, ReadonlyMap<string, Command>>();

const spellings = (of: Catalogue): ReadonlyMap<string, Command> => {
  const known =
    byName.get(of) ??
    new Map([...of.values()].flatMap((one) => [one.name, ...one.alias].map((key) => [key, one])));
  byName.set(of, known);
  return known;
};

/**
 * Finds the command in a parsed body and checks its values (docs/design.md, "The path of a request"). The body must be
 * an object whose only key is the command's name (interface 4.2).
 */
export function checkCommand(body: unknown, of: Catalogue = catalogue): Result<AnyCommand> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse('not-an-object', { facts: { expected: 'one command' } });
  const keys = Object.keys(body);
  if (keys.length !== 1) return refuse('one-command', { facts: { count: keys.length } });
  const key = keys[0]!;
  const definition = spellings(of).get(key);
  if (definition === undefined)
    return refuse('unknown-command', { input: key, facts: { nearest: nearest(key, of.keys()) } });
  const checked = check(definition.body, (body as Record<string, unknown>)[key], [definition.name]);
  return checked.ok ? ok({ name: definition.name, body: checked.value } as AnyCommand) : checked;
}
