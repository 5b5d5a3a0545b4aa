import { type FunctionComponent, memo, useCallback, useRef } from 'react';

type Handler = (value: never) => unknown;

const isSame = (before: unknown, after: unknown): boolean =>
  Object.is(before, after) ||
  (typeof before === 'object' && JSON.stringify(before) === JSON.stringify(after));

const areSame = <T extends object>(before: T, after: T): boolean => {
  const keys = Object.keys(before) as (keyof T)[];
  return keys.length === Object.keys(after).length && keys.every((key) => isSame(before[key], after[key]));
};

/** True if two objects have the same members, such as those that a row of a list shows. */
export const hasSameMembers = <T extends object>(before: T, after: T): boolean =>
  (Object.keys({ ...before, ...after }) as (keyof T)[]).every((key) => before[key] === after[key]);

/**
 * Wraps a control so that it renders again only if its displayed values have changed. Its options may be a new array
 * with the same content, and its `onChange` a new function; the latest one is called. The controls of a room are the
 * larger part of its card, and rarely change when its temperature does.
 */
export function kept<Props extends { readonly onChange: Handler }>(
  Control: FunctionComponent<Props>,
): FunctionComponent<Props> {
  const Kept = memo(Control, areSame) as FunctionComponent<Props>;
  return (props) => {
    const latest = useRef<Handler>(props.onChange);
    latest.current = props.onChange;
    const onChange = useCallback((value: never) => latest.current(value), []);
    return <Kept {...props} onChange={onChange} />;
  };
}
