/** A map that keeps the most recently set keys and drops the oldest ones. */
interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Creates a map that keeps at most `most` keys. */
export function createRecentMap<Value>(most: number): RecentMap<Value> {
  const values = new Map<string, Value>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.delete(key);
      values.set(key, value);
      if (values.size > most) values.delete(values.keys().next().value!);
    },
    delete: (key) => void values.delete(key),
  };
}
