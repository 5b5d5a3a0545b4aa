/** Returns the name of a house until its owner chooses one. */
export const defaultHouseName = (systemId: string): string => `Bridge ${systemId}`;

interface NamedHouse {
  readonly name: string;
  readonly systemId: string;
  /** The datagram of its ducted unit as JSON, if it has sent one. */
  readonly unit: string | null;
}

/** Returns the name that the owner chose for a house, or else the text in its unit, as on the pages. */
export function houseNameOf({ name, systemId, unit }: NamedHouse): string {
  if (name !== defaultHouseName(systemId) || unit === null) return name;
  const { Tag1 } = JSON.parse(unit) as { readonly Tag1?: unknown };
  return (typeof Tag1 === 'string' && Tag1.trim()) || name;
}
