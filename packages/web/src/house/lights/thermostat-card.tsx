import type { DatagramOf } from '@plenum/protocol/component';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { useScale, useSendCommand } from '../context/house-context.tsx';
import { LampHead } from './lamp-head.tsx';

const steps = setpointStepsOf('CacrtcSetpoint');

/** A card for a temperature controller: its load, the temperature of its room, and its setpoint. */
export function ThermostatCard({ lamp }: { lamp: DatagramOf<'lamp'> }) {
  const command = useSendCommand();
  const scale = useScale();
  const { Index: No, Name: name, On, Setpoint, RoomTemp } = lamp;
  return (
    <li className="lights__card card" data-on={On === 1 ? '' : undefined}>
      <LampHead lamp={lamp} />
      <div className="lights__head">
        {RoomTemp !== undefined && <p className="lights__room num">{formatTemperature(RoomTemp, scale)}°</p>}
        {Setpoint !== undefined && (
          <SetpointStepper
            label={t('lights.target', { name })}
            value={Setpoint}
            {...steps}
            onChange={(to) => command('CacrtcSetpoint', { No, Setpoint: to })}
            scale={scale}
          />
        )}
      </div>
    </li>
  );
}
