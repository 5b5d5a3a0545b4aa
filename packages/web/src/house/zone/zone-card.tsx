import {
  catalogue,
  type DatagramOf,
  enumerations,
  type NumberField,
  type RecordField,
} from '@plenum/protocol';
import { memo } from 'react';
import { Icon } from '../../design/icon.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { Stepper } from '../../design/stepper.tsx';
import { type Activity, activityWords, zoneActivityOf } from '../../reading/activity.ts';
import { sayTemperature, showSetpoint, showTemperature } from '../../reading/temperature.ts';
import { fieldOf, optionsOf, someOf } from '../../reading/words.ts';
import { isForced, isSensed, modeWordsOf, troublesOf } from '../../reading/zone.ts';
import { useCommand, useScale } from '../context.tsx';
import { toHash } from '../frame/place.ts';
import { Damper } from './damper.tsx';
import './zone.css';

type Zone = DatagramOf<'zone'>;

const { zoneMode } = enumerations;
const target = (catalogue.get('ZoneSetpoint')!.body as RecordField).properties.Setpoint as NumberField;

const modesOf = (zone: Zone) =>
  someOf(optionsOf(fieldOf('zone', 'Mode')), zoneMode, modeWordsOf(zone, isSensed(zone)), zone.Mode);

const stateOf = (zone: Zone, activity: Activity): string => {
  if (isForced(zone)) return 'Held open for the unit';
  if (activity === 'off') return zone.Mode === zoneMode.values.close ? 'Closed' : 'Unit off';
  return activity === 'idle' ? (zone.DmpPos === 0 ? 'Satisfied' : 'At rest') : activityWords[activity];
};

interface ZoneCardProps {
  readonly zone: Zone;
  readonly unit: Activity;
}

/** One zone of the ducted system: how warm it is, how warm it shall be, how much air it gets. */
export const ZoneCard = memo(({ zone, unit }: ZoneCardProps) => {
  const command = useCommand();
  const scale = useScale();
  const activity = zoneActivityOf(zone, unit);
  const sensed = isSensed(zone);
  const troubles = troublesOf(zone);
  const { Index } = zone;
  const isFollowing = zone.Mode === zoneMode.values.auto || zone.Mode === zoneMode.values.constant;
  return (
    <li className="zone card" data-activity={activity}>
      <header className="zone__head">
        <h3 className="zone__name">
          <a href={toHash('overview', 'zone', Index)}>{zone.Name}</a>
        </h3>
        <span className="zone__state">{stateOf(zone, activity)}</span>
      </header>
      <div className="zone__middle">
        <p className="zone__temperature num">
          {sensed ? (
            <>
              {showTemperature(zone.Temp, scale)}
              <span className="zone__degree">°</span>
            </>
          ) : (
            <span className="zone__blind">No sensor</span>
          )}
        </p>
        {sensed && (
          <div className="zone__target" data-faint={isFollowing ? undefined : ''}>
            <Stepper
              label={`${zone.Name} setpoint`}
              value={zone.Setpoint}
              min={target.minimum!}
              max={target.maximum!}
              step={target.multipleOf!}
              onChange={(Setpoint) => command('ZoneSetpoint', { Index, Setpoint })}
              show={(value) => `${showSetpoint(value, scale)}°`}
              say={(value) => sayTemperature(value, scale)}
            />
          </div>
        )}
      </div>
      <Damper opening={zone.DmpPos} least={zone.MinAir} most={zone.MaxAir} activity={activity} />
      <Segmented
        label={`${zone.Name} mode`}
        options={modesOf(zone)}
        value={zone.Mode}
        onChange={(Mode) => command('ZoneMode', { Index, Mode })}
      />
      {troubles.length > 0 && (
        <ul className="zone__troubles" data-activity="alert">
          {troubles.map((trouble) => (
            <li key={trouble}>
              <Icon
                name={
                  trouble.includes('attery') ? 'battery' : trouble.includes('signal') ? 'signal' : 'warning'
                }
              />
              {trouble}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});
