import { useEffect, useRef, useState } from 'react';

/** A value while it is being changed, and a function to change it. */
interface Settled<Value> {
  /** The value that has not been reported yet; `undefined` if there is none. */
  readonly draft: Value | undefined;
  readonly change: (value: Value) => void;
}

/**
 * Reports the last of several quick changes after `settle` milliseconds, or when the page closes, so that no change is
 * lost.
 */
export function useSettled<Value>(onChange: (value: Value) => void, settle: number): Settled<Value> {
  const [draft, setDraft] = useState<Value>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  useEffect(() => () => pending.current?.(), []);
  const change = (value: Value) => {
    clearTimeout(timer.current);
    setDraft(value);
    pending.current = () => {
      clearTimeout(timer.current);
      pending.current = undefined;
      setDraft(undefined);
      onChange(value);
    };
    timer.current = setTimeout(pending.current, settle);
  };
  return { draft, change };
}
