import { type AnyCommand, type CommandBody, type CommandName, effectOf } from '@plenum/protocol/command';
import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from './draft.ts';

/** Returns a copy of plain data with a value at a path, or the same object if the value is unchanged. */
const put = (into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
  if (key === undefined) return value;
  const before = (into as Record<string, unknown> | undefined)?.[key];
  const after = put(before, rest, value);
  if (before === after) return into;
  return Array.isArray(into) ? into.with(Number(key), after) : { ...(into as object), [key]: after };
};

/** Sets the fields of a command's definition to the values of its body. */
export function setFields<Name extends CommandName>(draft: Draft, name: Name, body: CommandBody<Name>): void {
  const { kind, index, fields } = effectOf({ name, body } as AnyCommand)!;
  const before = (draft.datagrams[kind] as readonly object[])[index]!;
  const after = fields.reduce<unknown>((made, { path, value }) => put(made, path, value), before);
  patch(draft, kind, index, after as Partial<DatagramOf<ComponentKind>>);
}
