import type { ComfortPlan } from '@plenum/protocol/schedule';
import { formatCost } from '../../reading/number/cost.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useAll, useHouseTime, useScale } from '../house-context.tsx';

/** Returns a function that describes the coming start of a favourite: when and why it starts early, or why it does not. */
export function usePlanText(): (plan: ComfortPlan) => string {
  const { timeZone } = useHouseTime(30_000);
  const zones = useAll('zone');
  const scale = useScale();
  return ({ name, start, startsAt, room, setpoint, cost, currency, reason }) => {
    if (startsAt === undefined)
      return t('early.plain', {
        name,
        start: formatTime(start, timeZone),
        // A selector of a message may not contain a hyphen.
        reason: (reason ?? 'off').replaceAll('-', '_'),
      });
    return t('early.plan', {
      name,
      at: formatTime(startsAt, timeZone),
      start: formatTime(start, timeZone),
      room: zones.find(({ Index }) => Index === room)?.Name ?? '',
      setpoint: `${formatTemperature((setpoint ?? 0) * 100, scale)}°`,
      hasCost: cost !== undefined,
      cost: formatCost(cost, currency),
    });
  };
}
