import type { DatagramOf } from '@plenum/protocol/component';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { formatTemperature } from '../../reading/temperature.ts';
import { t } from '../../text/text.ts';
import { useScale, useSendCommand } from '../context/house-context.tsx';
import { toHash } from '../frame/routes.ts';

/** A temperature controller: its load, the temperature of its room, its target. */
export const ThermostatCard = ({ lamp }: { lamp: DatagramOf<'lamp'> }) => {
  const command = useSendCommand();
  const scale = useScale();
  const { Index: No, Name: name, On, Setpoint, RoomTemp } = lamp;
  return (
    <li className="lights__card card" data-on={On === 1 ? '' : undefined}>
      <div className="lights__head">
        <h3 className="lights__name">
          <a href={toHash('lights', 'lamp', No)}>{name}</a>
        </h3>
        <Toggle
          label={name}
          isLabelHidden
          isOn={On === 1}
          onChange={(on) => command('LiOn', { No, On: on ? 1 : 0 })}
        />
      </div>
      <div className="lights__head">
        {RoomTemp !== undefined && <p className="lights__room num">{formatTemperature(RoomTemp, scale)}°</p>}
        {Setpoint !== undefined && (
          <SetpointStepper
            label={t('lights.target', { name })}
            value={Setpoint}
            min={1500}
            max={3000}
            step={50}
            onChange={(to) => command('CacrtcSetpoint', { No, Setpoint: to })}
            scale={scale}
          />
        )}
      </div>
    </li>
  );
};
