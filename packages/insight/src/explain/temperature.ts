import { needOf } from '../status/activity.ts';
import type { ExplanationStep, Extras } from './explanation.ts';
import { degrees, difference, LISTED, step } from './figure.ts';

/** Returns the step that compares a temperature with its setpoint, both in hundredths of a degree. */
export function temperatureStep(temperature: number, setpoint: number): ExplanationStep {
  const need = needOf(temperature, setpoint);
  const code = need === undefined ? 'near' : need === 'cool' ? 'warmer' : 'colder';
  return step(code, {
    temperature: degrees(temperature),
    difference: difference(temperature - setpoint),
    setpoint: degrees(setpoint),
  });
}

/** Minimum difference, in hundredths of a degree, at which air counts as colder or warmer than its room. */
const even = 100;

/**
 * Returns the step that compares the supply air with the temperature of its destination, both in hundredths of a
 * degree. The temperature is undefined if it is not measured. `heat` is the W that this air brings, if it is known: when
 * the unit starts or stops, its sensor lags behind the air.
 */
export function supplyStep(
  supply: number,
  temperature: number | undefined,
  { heat }: Pick<Extras, 'heat'>,
): ExplanationStep {
  const shown = { supply: degrees(supply) };
  if (temperature === undefined) return step('supply', shown);
  const above = supply - temperature;
  if (Math.abs(above) < even) return step('supply-even', shown);
  const power = heat?.sources.supply ?? 0;
  if (Math.abs(power) >= LISTED && power > 0 !== above > 0) return step('supply-lags', shown);
  return step(above > 0 ? 'supply-warm' : 'supply-cold', { ...shown, difference: difference(above) });
}
