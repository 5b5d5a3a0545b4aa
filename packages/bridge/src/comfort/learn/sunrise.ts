/** Location of a house, in degrees north and east. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const day = 86_400_000;
const radians = Math.PI / 180;

/** Returns the sine of the height of the sun above the horizon, to about a degree (Cooper 1969; no equation of time). */
const sunHeight = (at: number, { latitude, longitude }: Place): number => {
  const dayOfYear = ((at / day) % 365.25) + 1;
  const declination = 23.45 * radians * Math.sin((2 * Math.PI * (dayOfYear + 284)) / 365.25);
  const hourAngle = ((at % day) / day) * 2 * Math.PI + longitude * radians - Math.PI;
  return (
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(hourAngle)
  );
};

/** True if the sun rises between two times in ms UTC, which are less than half a day apart. */
export const hasSunrise = (from: number, to: number, place: Place): boolean =>
  sunHeight(from, place) < 0 && sunHeight(to, place) >= 0;

/** True if the sun is up at the beginning or the end of a time span. */
export const hasSun = (from: number, to: number, place: Place): boolean =>
  sunHeight(from, place) >= 0 || sunHeight(to, place) >= 0;
