import { useRef } from 'react';

/** The instant at which each key was first present; keys that are gone are removed. */
export const useFirstSeen = (things: readonly string[], now: number): ((thing: string) => number) => {
  const seen = useRef<ReadonlyMap<string, number>>(new Map());
  seen.current = new Map(things.map((thing) => [thing, seen.current.get(thing) ?? now]));
  return (thing) => seen.current.get(thing) ?? now;
};
