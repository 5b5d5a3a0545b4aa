/**
 * Returns a label for display. Some labels have two meanings, as in `low (brand set: auto)`: the first applies unless
 * the unit has the fan speeds of a brand (`Brand` 1).
 */
export function plainLabel(label: string, isBrand: boolean): string {
  const [, plain, brand] = /^(?:(.*?) \()?brand set: ([^)]*)\)?$/.exec(label) ?? [];
  if (brand === undefined) return label;
  return isBrand ? brand : (plain ?? label);
}

/** True if a label is valid for a unit with, or without, the fan speeds of a brand. */
export const isLabelOf = (label: string, isBrand: boolean): boolean =>
  isBrand || !label.startsWith('brand set');
