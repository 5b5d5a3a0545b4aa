import { useState } from 'react';
import { Button, Checkbox, CheckboxGroup } from 'react-aria-components';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { formatSetpoint, nextSetpoint, type Scale } from '../../reading/temperature.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useScale } from '../context/house-context.tsx';
import { type Room, roomsOf, setRooms } from './rooms.ts';
import { useUndoable } from './use-undoable.ts';
import './group.css';

const steps = setpointStepsOf('ZoneSetpoint');
/** The first of the setpoints at hand, and how many: whole degrees that people choose. */
const usual = { C: { first: 1800, count: 7, by: 2 }, F: { first: 2000, count: 7, by: 1 } } as const;

const usualSetpoints = (scale: Scale): readonly number[] => {
  const { first, count, by } = usual[scale];
  const next = (wire: number) =>
    Array.from({ length: by }).reduce<number>((at) => nextSetpoint(at, 1, scale), wire);
  const all = [first as number];
  while (all.length < count) all.push(next(all.at(-1)!));
  return all;
};

interface SetRoomsProps {
  readonly rooms: readonly Room[];
  readonly onClose: () => void;
}

/** One setpoint for all rooms, or for those that are chosen. */
const SetRooms = ({ rooms, onClose }: SetRoomsProps) => {
  const scale = useScale();
  const house = useDatagrams();
  const act = useUndoable();
  const [chosen, choose] = useState<readonly string[]>(rooms.map(({ id }) => id));
  const [setpoint, setSetpoint] = useState(2100);
  const meant = rooms.filter(({ id }) => chosen.includes(id));
  const apply = (to: number) => {
    const degrees = `${formatSetpoint(to, scale)}°`;
    const sentence =
      meant.length === rooms.length
        ? t('group.allSet', { degrees })
        : t('group.someSet', { count: meant.length, degrees });
    onClose();
    void act({ commands: setRooms(meant, to, house), sentence });
  };
  return (
    <div className="group">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
      <div className="group__usual" role="group" aria-label={t('group.setTo')}>
        {usualSetpoints(scale).map((wire) => (
          <Button
            key={wire}
            className="button num"
            isDisabled={meant.length === 0}
            onPress={() => apply(wire)}
          >
            {`${formatSetpoint(wire, scale)}°`}
          </Button>
        ))}
      </div>
      <div className="group__exact">
        <SetpointStepper
          label={t('group.other')}
          value={setpoint}
          {...steps}
          settle={0}
          onChange={setSetpoint}
          scale={scale}
        />
        <Button
          className="button button--main"
          isDisabled={meant.length === 0}
          onPress={() => apply(setpoint)}
        >
          {t('group.set', { degrees: `${formatSetpoint(setpoint, scale)}°` })}
        </Button>
      </div>
      <CheckboxGroup
        className="group__rooms"
        aria-label={t('house.rooms')}
        value={[...chosen]}
        onChange={choose}
      >
        {rooms.map(({ id, name, setpoint: now }) => (
          <Checkbox key={id} value={id} className="group__room">
            <span className="group__box">
              <Icon name="check" />
            </span>
            <span className="group__name">{name}</span>
            <span className="quiet num">{`${formatSetpoint(now, scale)}°`}</span>
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="panel__row">
        <Button
          className="button button--small"
          onPress={() => choose(chosen.length === 0 ? rooms.map(({ id }) => id) : [])}
        >
          {chosen.length === 0 ? t('group.chooseAll') : t('group.chooseNone')}
        </Button>
        <Button className="button button--small" onPress={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
};

/** The dialog that sets all rooms, or those that are chosen. */
export const SetRoomsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('group.allRooms')} isOpen onClose={onClose}>
    <SetRooms rooms={roomsOf(useDatagrams())} onClose={onClose} />
  </Dialog>
);
