import { type Dialect, neutral } from '../dialect/dialect.ts';
import { fromWord, toWord } from '../dialect/word.ts';
import { type ComponentKind, type ComponentRef, componentKinds, kinds } from './kinds.ts';

const byToken = new Map<string, ComponentKind>(
  componentKinds.flatMap((kind) => {
    const { token } = kinds[kind];
    return token === undefined ? [] : [[token, kind] as const];
  }),
);

/**
 * Returns the cloud id of a component, `<system_id>_<token>_<index>`, or undefined if the cloud does not have that
 * kind.
 */
export function toComponentId(
  systemId: string,
  { kind, index }: ComponentRef,
  dialect: Dialect = neutral,
): string | undefined {
  const { token } = kinds[kind];
  return token === undefined ? undefined : `${systemId}_${toWord(dialect, 'kinds', token)}_${index}`;
}

/**
 * Reads a component id in the words of the dialect or in neutral ones; undefined if the text is not a component id
 * (interface 2.10).
 */
export function fromComponentId(
  id: string,
  dialect: Dialect = neutral,
): ({ systemId: string } & ComponentRef) | undefined {
  const parts = /^([A-Za-z0-9]+)_([a-z]+_[a-z]+)_(0|[1-9][0-9]{0,2})$/.exec(id);
  const kind = parts === null ? undefined : byToken.get(fromWord(dialect, 'kinds', parts[2]!));
  return kind === undefined ? undefined : { systemId: parts![1]!, kind, index: Number(parts![3]) };
}
