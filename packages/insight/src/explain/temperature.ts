import { needOf } from '../status/activity.ts';
import type { ExplanationStep } from './explanation.ts';
import { degrees, difference, step } from './figure.ts';

/** How far a temperature is from its setpoint, hundredths of a degree. */
export const temperatureStep = (temperature: number, setpoint: number): ExplanationStep => {
  const need = needOf(temperature, setpoint);
  const code = need === undefined ? 'near' : need === 'cool' ? 'warmer' : 'colder';
  return step(code, {
    temperature: degrees(temperature),
    difference: difference(temperature - setpoint),
    setpoint: degrees(setpoint),
  });
};

/** Hundredths of a degree from which air counts as colder or warmer than the room it comes into. */
const even = 100;

/** The air from the unit against the temperature where it goes, hundredths of a degree; undefined where nothing measures there. */
export const supplyStep = (supply: number, temperature: number | undefined): ExplanationStep => {
  const shown = { supply: degrees(supply) };
  if (temperature === undefined) return step('supply', shown);
  const above = supply - temperature;
  if (Math.abs(above) < even) return step('supply-even', shown);
  return step(above > 0 ? 'supply-warm' : 'supply-cold', { ...shown, difference: difference(above) });
};
