/** Returns a table that has for each name the value that `make` creates from the name and its place in the list. */
export function tableOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name, place: number) => Value,
): Record<Name, Value>;
/** As above, for a table whose names have values of different types: `tableOf<Datagrams>(componentKinds, ...)`. */
export function tableOf<Table extends object>(
  names: readonly (keyof Table & string)[],
  make: (name: keyof Table & string, place: number) => Table[keyof Table],
): Table;
export function tableOf(names: readonly string[], make: (name: string, place: number) => unknown): object {
  return Object.fromEntries(names.map((name, place) => [name, make(name, place)]));
}
