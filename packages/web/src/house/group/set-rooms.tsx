import { idsOf, type Room, type RoomGroup, roomsOf, setRooms, toRoomId } from '@plenum/insight/group';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import type { Sent } from '../../live/restore.ts';
import { setpointStepsOf } from '../../reading/body.ts';
import { isClosedRoom, isUnitOff, toAuto } from '../../reading/house/setpoint-offer.ts';
import { formatSetpoint, nextSetpoint, type Scale } from '../../reading/number/temperature.ts';
import { locale, t } from '../../text/text.ts';
import { useDatagrams, useScale } from '../house-context.tsx';
import { RoomChoice } from './room-choice.tsx';
import { useUndoable } from './use-undoable.ts';
import './group.css';

const steps = setpointStepsOf('ZoneSetpoint');
/** The lowest suggested setpoint, and the number of suggestions: whole degrees that people often choose. */
const common = { C: { first: 1800, count: 7, by: 2 }, F: { first: 2000, count: 7, by: 1 } } as const;

const commonSetpoints = (scale: Scale): readonly number[] => {
  const { first, count, by } = common[scale];
  const next = (wire: number) =>
    Array.from({ length: by }).reduce<number>((at) => nextSetpoint(at, 1, scale), wire);
  const all = [first as number];
  while (all.length < count) all.push(next(all.at(-1)!));
  return all;
};

/**
 * Returns notes on rooms that would get a different setpoint, such as a fan-coil, which accepts only whole degrees.
 */
const describeOthers = (rooms: readonly Room[], to: number, scale: Scale): readonly string[] => {
  const format = (wire: number) => `${formatSetpoint(wire, scale)}°`;
  const byDegrees = Map.groupBy(rooms, (room) => format(room.nearest(to)));
  byDegrees.delete(format(to));
  return [...byDegrees].map(([degrees, all]) =>
    t('group.nearest', {
      rooms: all.length === 1 ? all[0]!.name : t('group.rooms', { count: all.length }),
      degrees,
    }),
  );
};

/** Lists names in the language of the page. */
const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);

interface SetRoomsProps {
  readonly rooms: readonly Room[];
  /** Returns the sentence that describes a change to all rooms. */
  readonly allDone: (degrees: string) => string;
  readonly onClose: () => void;
}

/** Sets one setpoint for some rooms, or for those that the reader selects. */
const SetRooms = ({ rooms, allDone, onClose }: SetRoomsProps) => {
  const scale = useScale();
  const house = useDatagrams();
  const act = useUndoable();
  const [chosen, choose] = useState<readonly string[]>(rooms.map(({ id }) => id));
  const [setpoint, setSetpoint] = useState(2100);
  const [opens, setOpens] = useState(false);
  const [switchesOn, setSwitchesOn] = useState(false);
  const meant = rooms.filter(({ id }) => chosen.includes(id));
  const closed = house.zone.filter(
    (zone) => isClosedRoom(zone) && chosen.includes(toRoomId({ kind: 'zone', index: zone.Index })),
  );
  const isOff = isUnitOff(house) && chosen.some((id) => id.startsWith('zone '));
  const apply = (to: number) => {
    const degrees = `${formatSetpoint(to, scale)}°`;
    const done =
      meant.length === rooms.length ? allDone(degrees) : t('group.someSet', { count: meant.length, degrees });
    onClose();
    const sentence = [done, ...describeOthers(meant, to, scale)].join(' ');
    const commands: Sent[] = [...setRooms(meant, to, house)];
    // A room is opened before the unit blows air.
    if (opens) for (const { name, body } of closed.map(toAuto)) commands.push([name, body]);
    if (switchesOn && isOff) commands.push(['SysOn', 1]);
    void act({ commands, sentence });
  };
  return (
    <div className="group">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
      <div className="group__usual" role="group" aria-label={t('group.setTo')}>
        {commonSetpoints(scale).map((wire) => (
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
      {closed.length > 0 && (
        <Toggle
          label={t('group.openClosed', {
            count: closed.length,
            rooms: listOf(closed.map(({ Name }) => Name)),
          })}
          isOn={opens}
          onChange={setOpens}
        />
      )}
      {isOff && <Toggle label={t('group.switchOnUnit')} isOn={switchesOn} onChange={setSwitchesOn} />}
      <RoomChoice
        rooms={rooms.map(({ id, name, setpoint: now }) => ({
          id,
          name,
          note: `${formatSetpoint(now, scale)}°`,
        }))}
        chosen={chosen}
        onChange={choose}
      />
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

interface SetRoomsDialogProps {
  /** The group to set; all rooms if it is omitted. */
  readonly group?: RoomGroup;
  readonly onClose: () => void;
}

/** The dialog that sets all rooms, or those of a group, or a selection of them. */
export function SetRoomsDialog({ group, onClose }: SetRoomsDialogProps) {
  const all = roomsOf(useDatagrams());
  const ids = group && idsOf(group);
  const rooms = ids === undefined ? all : all.filter(({ id }) => ids.has(id));
  const allDone = (degrees: string) =>
    group === undefined ? t('group.allSet', { degrees }) : t('group.groupSet', { name: group.name, degrees });
  return (
    <Dialog title={group?.name ?? t('group.allRooms')} isOpen onClose={onClose}>
      <SetRooms rooms={rooms} allDone={allDone} onClose={onClose} />
    </Dialog>
  );
}
