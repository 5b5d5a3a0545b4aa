import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { modesOf } from '../../reading/house/zone.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale, useSendCommand } from '../house-context.tsx';
import { useAutosave } from './use-autosave.ts';

const steps = setpointStepsOf('ZoneSetpoint');
const zoneMode = enumerations.zoneMode;

type Room = DatagramOf<'schedule'>['Zones'][number];
/** The changes made here, by the index of the room; the other settings may be changed elsewhere. */
type Changes = Readonly<Record<number, Partial<Room>>>;

export function RoomTable({ favourite }: { favourite: DatagramOf<'schedule'> }) {
  const zones = useAll('zone');
  const command = useSendCommand();
  const scale = useScale();
  const withChanges = (changes: Changes) =>
    favourite.Zones.map((room, place) => ({ ...room, ...changes[place] }));
  const { draft: changes = {}, change: edit } = useAutosave((given: Changes) =>
    command('SchedZones', { Index: favourite.Index, Zones: withChanges(given).slice(0, zones.length) }),
  );
  const rooms = withChanges(changes);
  const change = (place: number, more: Partial<Room>) =>
    edit({ ...changes, [place]: { ...changes[place], ...more } });
  return (
    <section className="rooms" aria-label={t('house.rooms')}>
      <h3>{t('house.rooms')}</h3>
      <ul>
        {zones.map((zone, place) => {
          const { Mode, Setpoint } = rooms[place]!;
          return (
            <li key={zone.Index} className="rooms__one">
              <span className="rooms__name">{zone.Name}</span>
              <Picker
                label={t('house.modeOf', { name: zone.Name })}
                isLabelHidden
                value={Mode}
                onChange={(mode) => change(place, { Mode: mode })}
                options={modesOf(zone, Mode)}
              />
              {isSensed(zone) && Mode === zoneMode.values.auto ? (
                <SetpointStepper
                  label={t('house.setpointOf', { name: zone.Name })}
                  value={Setpoint}
                  {...steps}
                  settle={0}
                  onChange={(setpoint) => change(place, { Setpoint: setpoint })}
                  scale={scale}
                />
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
