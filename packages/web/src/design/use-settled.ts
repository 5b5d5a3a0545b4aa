import { useEffect, useRef, useState } from 'react';

/** A value while it is being changed, and how to change it. */
export interface Settled<Value> {
  /** What is not reported yet; undefined where nothing is. */
  readonly draft: Value | undefined;
  readonly change: (value: Value) => void;
}

/** Reports the last of quick changes when none has come for some ms, or when the page closes: what is still pending is meant. */
export const useSettled = <Value>(onChange: (value: Value) => void, settle: number): Settled<Value> => {
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
};
