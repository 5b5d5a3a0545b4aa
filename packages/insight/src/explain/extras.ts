import {
  type ExplanationStep,
  type Extras,
  type HeatBalance,
  heatSources,
  type NextFavourite,
} from './explanation.ts';
import { degrees, LISTED, minutes, step, watts, word } from './figure.ts';
import type { StepCode } from './words.ts';

/**
 * Returns the sources of heat, the largest first, then their sum. All are whole watts, and the displayed sources add up to
 * the displayed sum: `heat-rest` has what is left.
 */
const heatSteps = ({ sources, total }: HeatBalance): ExplanationStep[] => {
  const large = heatSources
    .map((source) => ({ source, power: Math.round(sources[source]) }))
    .filter(({ power }) => Math.abs(power) >= LISTED)
    .sort((one, other) => Math.abs(other.power) - Math.abs(one.power));
  const whole = Math.round(total);
  const rest = large.reduce((left, { power }) => left - power, whole);
  return [
    ...large.map(({ source, power }) => step(`heat-${source}`, { power: watts(power) })),
    ...(rest === 0 ? [] : [step('heat-rest', { power: watts(rest) })]),
    // Leaves out the current rate of change of the air temperature: because the sensor and the walls lag, it could
    // contradict the trend below.
    step(whole < 0 ? 'heat-loss' : 'heat-gain', { power: watts(Math.abs(whole)) }),
  ];
};

/** Change in K below which a recorded temperature counts as steady: the last digit of a sensor. */
const steady = 0.2;

const trendStep = ({ minutes: span, change }: NonNullable<Extras['trend']>): ExplanationStep => {
  if (Math.abs(change) < steady)
    return step('trend-steady', { difference: { value: steady, unit: 'K' }, span: minutes(span) });
  return step(change > 0 ? 'trend-up' : 'trend-down', {
    difference: { value: Math.abs(change), unit: 'K' },
    span: minutes(span),
    rate: { value: (change * 60) / span, unit: 'K/h' },
  });
};

/** Returns the step code for the start of a favourite; the code depends on the modes of the kind of component. */
export type StartCode = (sets: NonNullable<NextFavourite['sets']>) => StepCode;

interface FavouriteEffect {
  readonly startCode: StartCode;
  /** True if the unit is on and a favourite can switch it off. */
  readonly canStop: boolean;
}

const nextStep = (
  { name, event, at, sets }: NextFavourite,
  { startCode, canStop }: FavouriteEffect,
): ExplanationStep => {
  const figures = { favourite: word(name), time: { value: at, unit: 'ms' } as const };
  if (event === 'stop') return step(canStop ? 'next-stops' : 'next-ends', figures);
  if (sets === undefined) return step('next-starts', figures);
  const setpoint = sets.setpoint === undefined ? {} : { setpoint: degrees(sets.setpoint) };
  return step(startCode(sets), { ...figures, ...setpoint });
};

/** Returns the steps that need more than the datagrams: heat sources, the trend, and the next favourite. */
export const extraSteps = (
  { heat, trend, next, automatic = [] }: Extras,
  effect: FavouriteEffect,
): readonly ExplanationStep[] => [
  ...(heat === undefined ? [] : heatSteps(heat)),
  ...(trend === undefined ? [] : [trendStep(trend)]),
  ...automatic,
  ...(next === undefined ? [] : [next === null ? step('next-none') : nextStep(next, effect)]),
];
