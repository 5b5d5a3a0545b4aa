import { useEffect, useRef, useState } from 'react';

/** A state that returns to its default after some milliseconds. */
export const useTemporaryState = <T>(usual: T, ms: number): [T, (said: T) => void] => {
  const [state, setState] = useState(usual);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (said: T) => {
    setState(said);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(usual), ms);
  };
  return [state, say];
};
