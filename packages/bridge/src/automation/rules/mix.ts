import type { Figure } from '@plenum/insight/explain';
import { enumerations } from '@plenum/protocol/field';
import { minute } from '../../comfort/plan-start.ts';
import type { ActionRule } from '../rule.ts';
import { isMeasured } from './rooms.ts';

const { vent } = enumerations.sysMode.values;
const { close } = enumerations.zoneMode.values;
/** Difference in K from which rooms are worth evening out, and at which they are even. */
const different = 2;
const even = 1;
/** Minutes for which the fan runs. */
const span = 30;

/** Suggests the fan alone if one room is too warm, another too cold, and the unit neither heats nor cools. */
export const mix: ActionRule = {
  propose: ({ datagrams, memory, settings }) => {
    const [unit] = datagrams.unit;
    if (unit === undefined || memory.run !== undefined) return undefined;
    if (unit.SysOn === 1 && unit.SysMode === vent) return undefined;
    const rooms = datagrams.zone.filter(
      (zone) => isMeasured(zone) && zone.Mode !== close && !settings.roomsOff.includes(zone.Index),
    );
    const sorted = rooms.toSorted((one, other) => other.Temp - one.Temp);
    const [warm, cold] = [sorted[0], sorted.at(-1)];
    if (warm === undefined || cold === undefined || warm.Temp - cold.Temp < different * 100) return undefined;
    // Mixing helps both only if the one is above its setpoint and the other below.
    if (warm.Temp <= warm.Setpoint || cold.Temp >= cold.Setpoint) return undefined;
    const figures: Record<string, Figure> = {
      warm: { value: warm.Name },
      cold: { value: cold.Name },
      difference: { value: (warm.Temp - cold.Temp) / 100, unit: 'K' },
      span: { value: span, unit: 'min' },
    };
    return {
      reason: { code: 'may-mix', figures },
      given: [
        { name: 'SysMode', value: vent },
        { name: 'SysOn', value: 1 },
      ],
    };
  },
  begin: ({ reason }, { at }) => ({
    reason: { code: 'mixes', figures: reason.figures },
    until: at + span * minute,
  }),
  ends: ({ until }, { at, datagrams }) => {
    const temperatures = datagrams.zone.filter(isMeasured).map(({ Temp }) => Temp);
    const isEven = Math.max(...temperatures) - Math.min(...temperatures) <= even * 100;
    return at >= until! || isEven ? 'returned' : undefined;
  },
};
