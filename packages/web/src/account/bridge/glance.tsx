import type { DatagramOf } from '@plenum/protocol/component';
import { activityOf, activityWords } from '../../reading/activity.ts';
import { formatSetpoint, formatTemperature } from '../../reading/temperature.ts';
import { useStore } from '../../state/use-store.ts';
import { useAccountContext } from '../context/account-context.tsx';

const toSentence = (unit: DatagramOf<'unit'>, setpoint: string): string => {
  const activity = activityOf(unit);
  if (activity === 'off' || activity === 'vent') return activityWords[activity];
  return `${activity === 'idle' ? 'Holding' : `${activityWords[activity]} to`} ${setpoint}°`;
};

/** The indoor temperature of a house and what its unit does, in large type. */
export const Glance = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  return (
    <div className="glance" data-activity={activityOf(unit)}>
      <p className="glance__value num">
        <span className="hidden">Indoors </span>
        {formatTemperature(unit.Temp, scale)}
        <span className="glance__degree">°</span>
      </p>
      <p className="glance__words">{toSentence(unit, formatSetpoint(unit.Setpoint, scale))}</p>
    </div>
  );
};
