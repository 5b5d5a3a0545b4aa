/** The scale a reader thinks in. */
export type Scale = 'C' | 'F';

/** Degrees of a reader's scale; the wire has hundredths of a degree Celsius. */
export const toDegrees = (wire: number, scale: Scale): number =>
  scale === 'C' ? wire / 100 : (wire / 100) * 1.8 + 32;

/** A measured temperature, to a tenth of a degree Celsius or a whole one Fahrenheit: `21.5`, `71`. */
export const formatTemperature = (wire: number | undefined, scale: Scale): string =>
  wire === undefined ? '–' : minus(toDegrees(wire, scale).toFixed(scale === 'C' ? 1 : 0));

/** A setpoint: without decimals where it is whole, since setpoints move in half degrees: `22`, `22.5`, `72.5`. */
export const formatSetpoint = (wire: number, scale: Scale): string =>
  minus((Math.round(toDegrees(wire, scale) * 10) / 10).toFixed(wire % 100 === 0 && scale === 'C' ? 0 : 1));

const minus = (text: string) => (text === '-0.0' || text === '-0' ? text.slice(1) : text.replace('-', '−'));

/** A temperature as text for a screen reader. */
export const formatSpokenTemperature = (wire: number, scale: Scale): string =>
  `${formatSetpoint(wire, scale)} degrees ${scale === 'C' ? 'Celsius' : 'Fahrenheit'}`;
