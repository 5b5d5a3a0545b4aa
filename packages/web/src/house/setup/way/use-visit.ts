import { useState } from 'react';

const storageKey = 'plenum.setup';

/** The state of a visit on this device: the rooms that are done, and the name for the report. */
interface Visit {
  readonly done: readonly number[];
  readonly name: string;
}

const none: Visit = { done: [], name: '' };

const readVisit = (): Visit => {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Visit>) };
  } catch {
    return none;
  }
};

/** Returns the visit of the installer, and a function that changes it. Without storage it lasts as long as the page. */
export function useVisit(): readonly [Visit, (change: Partial<Visit>) => void] {
  const [visit, setVisit] = useState(readVisit);
  const change = (more: Partial<Visit>) => {
    const next = { ...visit, ...more };
    setVisit(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // A private window may have no storage.
    }
  };
  return [visit, change];
}
