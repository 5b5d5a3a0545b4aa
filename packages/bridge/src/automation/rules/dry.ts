import { enumerations } from '@plenum/protocol/field';
import { minute } from '../../comfort/plan-start.ts';
import { comfortable } from '../../comfort/predict-arrival.ts';
import type { ActionRule, RuleInput } from '../rule.ts';
import { needOf, regulated } from './rooms.ts';

const { dry: drying, cool, auto } = enumerations.sysMode.values;
/** Dew point in °C from which air is muggy (ASHRAE 55: 12 g/kg, which is 16.8 °C), and at which it is dry enough. */
const muggy = 16.8;
const dryEnough = 15;
/** Longest time for which the unit dries, and the distance in K of a room from its setpoint that needs cooling. */
const longest = 60 * minute;
const tooWarm = 1;

/** Returns the dew point in °C by the formula of Magnus (Alduchov and Eskridge 1996). */
export function dewPoint(temperature: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (17.625 * temperature) / (243.04 + temperature);
  return (243.04 * gamma) / (17.625 - gamma);
}

const dewPointOf = ({ unit: [unit] }: RuleInput['datagrams']): number | undefined =>
  unit === undefined || !(unit.InRh > 0) ? undefined : dewPoint(unit.Temp / 100, unit.InRh);

/** Dries the air if it is muggy although every room is at its setpoint, so that cooling alone would rest. */
export const dry: ActionRule = {
  propose: (input) => {
    const { datagrams } = input;
    const [unit] = datagrams.unit;
    const point = dewPointOf(datagrams);
    if (unit?.SysOn !== 1 || (unit.SysMode !== cool && unit.SysMode !== auto)) return undefined;
    if (point === undefined || point < muggy) return undefined;
    const rooms = regulated(input);
    if (rooms.length === 0 || rooms.some((room) => Math.abs(needOf(room, 'cool')) > comfortable))
      return undefined;
    return {
      reason: { code: 'may-dry', figures: { humidity: { value: unit.InRh, unit: '%' } } },
      given: [{ name: 'SysMode', value: drying }],
    };
  },
  begin: ({ reason }, { at }) => ({
    reason: { code: 'dries', figures: reason.figures },
    until: at + longest,
  }),
  ends: ({ until }, input) => {
    const point = dewPointOf(input.datagrams);
    const isOver =
      input.at >= until! ||
      point === undefined ||
      point <= dryEnough ||
      regulated(input).some((room) => needOf(room, 'cool') > tooWarm);
    return isOver ? 'returned' : undefined;
  },
};
