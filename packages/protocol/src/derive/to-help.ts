import type { Availability, Command } from '../definition/command.ts';
import type { Kind } from '../field/facts.ts';
import { type Field, factsOf, type NumberField, type RecordField } from '../field/field.ts';
import { describe } from './describe.ts';
import { toCommandExample } from './to-example.ts';

/** One key of a command, as a person types it. Numbers are on the wire's scale; `values` describes them in words. */
export interface HelpKey {
  readonly key: string;
  readonly kind: Kind;
  readonly meaning: string;
  readonly values: string;
  readonly optional: boolean;
  readonly alias: readonly string[];
  readonly unit?: string;
  readonly scale?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly disabled?: number;
  /** The values of an enumeration by label. Labels may be typed too. */
  readonly choices?: Readonly<Record<string, number>>;
}

/** Any item that help can describe: a command, or another item with a name and a body. */
export type HelpSubject = Pick<Command, 'name' | 'alias' | 'group' | 'summary' | 'over' | 'body'>;

/** Help and completion for one command on a command line. A command with a single value has one key, named `value`. */
export interface Help {
  readonly name: string;
  readonly alias: readonly string[];
  readonly group: string;
  readonly summary: string;
  readonly over: readonly Availability[];
  readonly usage: string;
  readonly single: boolean;
  readonly keys: readonly HelpKey[];
  readonly example: Readonly<Record<string, unknown>>;
}

const toKey = (key: string, field: Field, optional: boolean): HelpKey => {
  const { kind, unit, scale, disabled, choices, alias = [] } = factsOf(field);
  const { minimum: min, maximum: max, multipleOf: step } = field as NumberField;
  return {
    key,
    kind,
    meaning: field.description,
    values: describe(field),
    optional,
    alias,
    ...(unit !== undefined && { unit }),
    ...(scale !== undefined && { scale }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
    ...(disabled !== undefined && { disabled }),
    ...(choices !== undefined && { choices }),
  };
};

const keysOf = (body: Field): readonly HelpKey[] => {
  if (factsOf(body).kind !== 'record') return [toKey('value', body, false)];
  const { properties, required } = body as RecordField;
  return Object.entries(properties).map(([key, field]) =>
    toKey(key, field as Field, !required.includes(key)),
  );
};

const shown = ({ key, kind, optional }: HelpKey): string => {
  const slot = kind === 'record' || kind === 'list' ? `${key}=JSON` : `${key}=${kind.toUpperCase()}`;
  return optional ? `[${slot}]` : slot;
};

const toEntry = (command: HelpSubject): Help => {
  const { name, alias, group, summary, over, body } = command;
  const keys = keysOf(body);
  const single = factsOf(body).kind !== 'record';
  const usage = single ? `${name} ${keys[0]!.kind.toUpperCase()}` : `${name} ${keys.map(shown).join(' ')}`;
  return { name, alias, group, summary, over, usage, single, keys, example: toCommandExample(command) };
};

/** Returns the help of each command of a catalogue, in its order. */
export const toHelp = (of: ReadonlyMap<string, HelpSubject>): readonly Help[] =>
  Array.from(of.values(), toEntry);
