import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { memo } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Segmented } from '../../design/field/segmented.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import type { StatusText } from '../../reading/house/status.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { modesOf } from '../../reading/house/zone.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { WhyLink } from '../explain/why-link.tsx';
import { toHash } from '../frame/routes.ts';
import { useScale, useSendCommand } from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { Damper } from './damper.tsx';
import './zone.css';

type Zone = DatagramOf<'zone'>;

const zoneMode = enumerations.zoneMode;
const steps = setpointStepsOf('ZoneSetpoint');

interface ZoneCardProps extends StatusText {
  readonly zone: Zone;
  /** True if the unit moves air. */
  readonly hasAir: boolean;
}

/** A card for one zone of the ducted system: temperature, setpoint, mode and damper. */
export const ZoneCard = memo(({ zone, hasAir, activity, label, sentence }: ZoneCardProps) => {
  const command = useSendCommand();
  const scale = useScale();
  const sensed = isSensed(zone);
  const { Index } = zone;
  const isFollowing = zone.Mode === zoneMode.values.auto || zone.Mode === zoneMode.values.constant;
  return (
    <li className="zone card" data-activity={activity}>
      <header className="zone__head">
        <h3 className="zone__name">
          <a href={toHash('overview', 'zone', Index)}>{zone.Name}</a>
        </h3>
        <span className="zone__state" title={sentence}>
          {label}
        </span>
      </header>
      <div className="zone__middle">
        <p className="zone__temperature num">
          {sensed ? (
            <>
              {formatTemperature(zone.Temp, scale)}
              <span className="zone__degree">°</span>
            </>
          ) : (
            <span className="zone__blind">{t('house.noSensor')}</span>
          )}
        </p>
        {sensed && (
          <div className="zone__target" data-faint={isFollowing ? undefined : ''}>
            <SetpointStepper
              label={t('house.setpointOf', { name: zone.Name })}
              value={zone.Setpoint}
              {...steps}
              onChange={(Setpoint) => command('ZoneSetpoint', { Index, Setpoint })}
              scale={scale}
            />
          </div>
        )}
      </div>
      <Damper opening={zone.DmpPos} least={zone.MinAir} most={zone.MaxAir} hasAir={hasAir} />
      <Segmented
        label={t('house.modeOf', { name: zone.Name })}
        options={modesOf(zone, zone.Mode)}
        value={zone.Mode}
        onChange={(Mode) => command('ZoneMode', { Index, Mode })}
      />
      <WhyLink kind="zone" index={Index} name={zone.Name} />
      <WarningList warnings={warningsOf('zone', zone, scale)} />
    </li>
  );
});
