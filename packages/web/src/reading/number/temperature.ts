import { t } from '../../text/text.ts';
import { formatDecimal } from './intl.ts';

/** The temperature scale of a reader. */
export type Scale = 'C' | 'F';

/** Converts hundredths of a degree Celsius (the unit on the wire) to degrees of a reader's scale. */
export const toDegrees = (wire: number, scale: Scale): number =>
  scale === 'C' ? wire / 100 : (wire / 100) * 1.8 + 32;

/** Formats a measured temperature, to a tenth of a degree Celsius or a whole degree Fahrenheit: `21.5`, `71`. */
export const formatTemperature = (wire: number | undefined, scale: Scale): string =>
  wire === undefined ? '–' : write(toDegrees(wire, scale), scale === 'C' ? 1 : 0);

/**
 * Formats a measured temperature to a tenth of a degree in either scale, for readers who want the exact value: `21.5`,
 * `70.7`.
 */
export const formatExactly = (wire: number, scale: Scale): string => write(toDegrees(wire, scale), 1);

/** The step of setpoints on the wire: half a degree Celsius. */
const halfDegree = 50;
const degreeFahrenheit = 100 / 1.8;

/**
 * Returns the setpoint, in half degrees Celsius, that is nearest to whole degrees Fahrenheit. Every whole degree has a
 * different setpoint.
 */
const fromWholeFahrenheit = (degrees: number): number =>
  Math.round(((degrees - 32) * degreeFahrenheit) / halfDegree) * halfDegree;

/**
 * Returns the whole degrees Fahrenheit whose setpoint this is; `undefined` if there are none (22.5 °C is between 72 and
 * 73 °F).
 */
const toWholeFahrenheit = (wire: number): number | undefined => {
  const degrees = Math.round(toDegrees(wire, 'F'));
  return [degrees, degrees - 1, degrees + 1].find((each) => fromWholeFahrenheit(each) === wire);
};

/**
 * Returns the next setpoint above or below one, in the steps of the reader's scale: half a degree Celsius, or a whole
 * degree Fahrenheit. A setpoint with larger steps on the wire, like that of a fan-coil, moves in those larger steps for
 * every reader.
 */
export function nextSetpoint(
  wire: number,
  direction: 1 | -1,
  scale: Scale,
  step: number = halfDegree,
): number {
  if (scale === 'C' || step > halfDegree) {
    const length = Math.max(step, halfDegree);
    const steps = direction === 1 ? Math.floor(wire / length) : Math.ceil(wire / length);
    return (steps + direction) * length;
  }
  const degrees = toWholeFahrenheit(wire);
  if (degrees !== undefined) return fromWholeFahrenheit(degrees + direction);
  const near = Math.round(toDegrees(wire, 'F'));
  const next = [near, near + direction]
    .map(fromWholeFahrenheit)
    .find((each) => (each - wire) * direction > 0);
  return next ?? wire;
}

/**
 * Formats a setpoint, without decimals if it is whole: `22`, `22.5`. In Fahrenheit it is the whole degree whose
 * setpoint it is, so that a reader who chose 70° sees 70° although the device stores 21 °C. Any other setpoint has a
 * decimal: `72.5`.
 */
export function formatSetpoint(wire: number, scale: Scale): string {
  const whole = toWhole(wire, scale);
  return whole === undefined ? write(toDegrees(wire, scale), 1) : write(whole, 0);
}

/**
 * Returns the difference between a measured temperature and a setpoint, in degrees of a scale, calculated from the
 * displayed values.
 */
export function shownDifference(temperature: number, setpoint: number, scale: Scale): number {
  const set = toWhole(setpoint, scale) ?? Number(toDegrees(setpoint, scale).toFixed(1));
  return Math.abs(Number(toDegrees(temperature, scale).toFixed(1)) - set);
}

/** Returns the whole degrees that are displayed for a setpoint; `undefined` if it is displayed with a decimal. */
const toWhole = (wire: number, scale: Scale): number | undefined =>
  scale === 'C' ? (wire % 100 === 0 ? wire / 100 : undefined) : toWholeFahrenheit(wire);

const write = (degrees: number, digits: number): string => {
  const text = formatDecimal(Number(degrees.toFixed(digits)) || 0, digits);
  return text.replace('-', '−');
};

/** Formats a temperature for a screen reader. */
export const formatSpokenTemperature = (wire: number, scale: Scale): string =>
  t(scale === 'C' ? 'reading.celsius' : 'reading.fahrenheit', { degrees: formatSetpoint(wire, scale) });
