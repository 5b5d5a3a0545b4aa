import { useEffect, useRef, useState } from 'react';

/** Delay after the last change before a draft is saved, in ms. */
const pause = 700;

/** A draft that is saved automatically. */
interface Autosave<Draft> {
  /** The draft that has not been confirmed; `undefined` if there is none. */
  readonly draft: Draft | undefined;
  /** Changes the draft. It is saved after a delay or, for text, when the field loses focus. */
  change(draft: Draft, isTyping?: boolean): void;
  /** Saves unsaved changes immediately. */
  flush(): void;
}

/** Saves changes after a delay, when a field loses focus, and when the editor closes. Drops refused changes. */
export function useAutosave<Draft>(save: (draft: Draft) => Promise<unknown>): Autosave<Draft> {
  const [draft, setDraft] = useState<Draft>();
  const unsaved = useRef<Draft>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(save);
  latest.current = save;
  const flush = () => {
    clearTimeout(timer.current);
    const given = unsaved.current;
    if (given === undefined) return;
    unsaved.current = undefined;
    void latest.current(given).then(() => setDraft((now) => (now === given ? undefined : now)));
  };
  const atEnd = useRef(flush);
  atEnd.current = flush;
  useEffect(() => () => atEnd.current(), []);
  return {
    draft,
    flush,
    change: (next, isTyping = false) => {
      setDraft(next);
      unsaved.current = next;
      clearTimeout(timer.current);
      if (!isTyping) timer.current = setTimeout(() => atEnd.current(), pause);
    },
  };
}
