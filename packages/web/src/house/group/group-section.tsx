import { idsOf, isGroupOn, type RoomGroup, roomsOf, switchGroup } from '@plenum/insight/group';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { lazyComponent } from '../../design/lazy.tsx';
import { formatSetpoint } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';
import { useDatagrams, usePreference, useScale } from '../house-context.tsx';
import { useUndoable } from './use-undoable.ts';
import './group.css';

const SetRoomsDialog = lazyComponent(async () => (await import('./set-rooms.tsx')).SetRoomsDialog);

/** Shows the setpoint of a group, or the lowest and highest setpoint of its rooms. */
const Setpoints = ({ group, ids }: { group: RoomGroup; ids: ReadonlySet<string> }) => {
  const scale = useScale();
  const [isOpen, setOpen] = useState(false);
  const setpoints = roomsOf(useDatagrams())
    .filter(({ id }) => ids.has(id))
    .map(({ setpoint }) => setpoint);
  if (setpoints.length === 0) return null;
  const ends = [Math.min(...setpoints), Math.max(...setpoints)].map((wire) => formatSetpoint(wire, scale));
  const degrees = `${[...new Set(ends)].join('–')}°`;
  return (
    <>
      <Button
        className="button button--small num"
        aria-label={t('group.setGroup', { name: group.name, degrees })}
        onPress={() => setOpen(true)}
      >
        {degrees}
      </Button>
      {isOpen && (
        <LazyBoundary what={group.name}>
          <Suspense fallback={null}>
            <SetRoomsDialog group={group} onClose={() => setOpen(false)} />
          </Suspense>
        </LazyBoundary>
      )}
    </>
  );
};

const Switch = ({ group: { name }, ids }: { group: RoomGroup; ids: ReadonlySet<string> }) => {
  const house = useDatagrams();
  const act = useUndoable();
  const isOn = isGroupOn(house, ids);
  const sentence = isOn ? t('group.groupOff', { name }) : t('group.groupOn', { name });
  return (
    <Button
      className="button button--small"
      aria-label={isOn ? t('group.switchOff', { name }) : t('group.switchOn', { name })}
      data-on={isOn || undefined}
      onPress={() => act({ commands: switchGroup(house, ids, !isOn), sentence })}
    >
      <Icon name="power" />
    </Button>
  );
};

/**
 * Returns whether a group is collapsed on this device, and a function to change that. Names have no line breaks (`name`
 * of `@plenum/protocol/field`).
 */
const useCollapsed = (name: string): [boolean, (to: boolean) => void] => {
  const [collapsed, set] = usePreference('collapsed');
  const all = collapsed.split('\n').filter(Boolean);
  const others = all.filter((one) => one !== name);
  return [all.includes(name), (to) => set((to ? [...others, name].slice(-40) : others).join('\n'))];
};

export interface GroupSectionProps {
  readonly group: RoomGroup;
  /** True to show a collapsed group open, such as during a search. */
  readonly isForcedOpen?: boolean;
  /** Its rooms. */
  readonly children: ReactNode;
}

/** A group of rooms: its name, its setpoint and its switch, and its rooms, which can be collapsed. */
export function GroupSection({ group, isForcedOpen = false, children }: GroupSectionProps) {
  const { name, rooms } = group;
  const [isCollapsed, collapse] = useCollapsed(name);
  const ids = idsOf(group);
  const isOpen = isForcedOpen || !isCollapsed;
  return (
    <section className="group-section" aria-label={name}>
      <details
        className="group-section__fold"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (!isForcedOpen && currentTarget.open === isCollapsed) collapse(!currentTarget.open);
        }}
      >
        <summary className="group-section__head">
          <div className="group-section__words">
            <h2 className="group-section__name">{name}</h2>
            <span className="quiet small">{t('group.rooms', { count: rooms.length })}</span>
          </div>
        </summary>
        {isOpen && children}
      </details>
      {rooms.length > 0 && (
        <div className="group-section__controls">
          <ControlFieldset>
            <Setpoints group={group} ids={ids} />
            <Switch group={group} ids={ids} />
          </ControlFieldset>
        </div>
      )}
    </section>
  );
}
