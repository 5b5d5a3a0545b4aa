/** The units of a duration as they are written, in seconds. */
export const durationUnits = { d: 86_400, h: 3600, min: 60, s: 1 } as const;

const amount = String.raw`(\d+(?:\.\d+)?)\s*`;
/** The pattern of a duration such as `1h30m`, `90s` or `2d`. */
export const durationPattern = `^(?=.*\\d)(?:${amount}[dD])?\\s*(?:${amount}[hH])?\\s*(?:${amount}(?:[mM]|[mM][iI][nN]))?\\s*(?:${amount}[sS])?$`;
const duration = new RegExp(durationPattern);

/** Reads a duration such as `1h30m`, `90s` or `2d`, in seconds; undefined if it is not one. */
export function readDuration(text: string): number | undefined {
  const parts = duration.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  return Object.values(durationUnits).reduce((sum, each, at) => sum + each * Number(parts[at] ?? 0), 0);
}
