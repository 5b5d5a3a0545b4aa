/**
 * Returns an object with the members of the current object, which may be replaced later: its functions call those of
 * the object that is current at the time of the call. The other members stay those of the first object.
 */
export const forward = <T extends object>(current: () => T): T =>
  Object.fromEntries(
    Object.entries(current()).map(([key, first]: [string, unknown]) => {
      const member = () => current()[key as keyof T];
      if (typeof first === 'function')
        return [key, (...given: unknown[]) => (member() as (...given: unknown[]) => unknown)(...given)];
      if (typeof first === 'object' && first !== null && Object.values(first).some(isFunction))
        return [key, forward(member as () => object)];
      return [key, first];
    }),
  ) as T;

const isFunction = (value: unknown) => typeof value === 'function';
