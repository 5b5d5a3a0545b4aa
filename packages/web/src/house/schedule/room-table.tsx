import {
  catalogue,
  type DatagramOf,
  enumerations,
  type NumberField,
  type RecordField,
} from '@plenum/protocol';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Picker } from '../../design/picker.tsx';
import { Stepper } from '../../design/stepper.tsx';
import { sayTemperature, showSetpoint } from '../../reading/temperature.ts';
import { fieldOf, optionsOf, someOf } from '../../reading/words.ts';
import { isSensed, modeWordsOf } from '../../reading/zone.ts';
import { useAll, useCommand, useScale } from '../context.tsx';

const target = (catalogue.get('ZoneSetpoint')!.body as RecordField).properties.Setpoint as NumberField;
const { zoneMode } = enumerations;

/** What a favourite does to each room that is installed. */
export const RoomTable = ({ favourite }: { favourite: DatagramOf<'schedule'> }) => {
  const zones = useAll('zone');
  const command = useCommand();
  const scale = useScale();
  const [draft, setDraft] = useState<DatagramOf<'schedule'>['Zones']>();
  const rooms = draft ?? favourite.Zones;
  const change = (place: number, more: object) => setDraft(rooms.with(place, { ...rooms[place]!, ...more }));
  const save = async () => {
    const body = { Index: favourite.Index, Zones: rooms.slice(0, zones.length) };
    if (await command('SchedZones', body)) setDraft(undefined);
  };
  return (
    <section className="rooms" aria-label="Rooms">
      <h3>Rooms</h3>
      <ul>
        {zones.map((zone, place) => {
          const { Mode, Setpoint } = rooms[place]!;
          const sensed = isSensed(zone);
          return (
            <li key={zone.Index} className="rooms__one">
              <span className="rooms__name">{zone.Name}</span>
              <Picker
                label={`${zone.Name} mode`}
                isLabelHidden
                value={Mode}
                onChange={(mode) => change(place, { Mode: mode })}
                options={someOf(
                  optionsOf(fieldOf('zone', 'Mode')),
                  zoneMode,
                  modeWordsOf(zone, sensed),
                  Mode,
                )}
              />
              {sensed && Mode === zoneMode.values.auto ? (
                <Stepper
                  label={`${zone.Name} setpoint`}
                  value={Setpoint}
                  min={target.minimum!}
                  max={target.maximum!}
                  step={target.multipleOf!}
                  settle={0}
                  onChange={(setpoint) => change(place, { Setpoint: setpoint })}
                  show={(wire) => `${showSetpoint(wire, scale)}°`}
                  say={(wire) => sayTemperature(wire, scale)}
                />
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
      <Button className="button button--main" isDisabled={draft === undefined} onPress={save}>
        Save rooms
      </Button>
    </section>
  );
};
