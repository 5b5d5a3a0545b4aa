import { idsOf, type RoomGroup, toRoomId } from '@plenum/insight/group';
import type { ComponentKind } from '@plenum/protocol/component';
import { memo, useState } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { hasSameMembers } from '../../design/kept.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { type PlainKey, t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { toHash } from '../frame/routes.ts';
import { Group } from '../group/group.tsx';
import { GroupBar } from '../group/group-bar.tsx';
import { groupedIds, useGroups } from '../group/use-groups.ts';
import { useDatagrams, useScale, useSendCommand } from '../house-context.tsx';
import { findRows, isLarge, type RoomRow, toRows } from './rows.ts';
import './room-list.css';

/** A room in one row, whose name links to all its settings. Rendered again only if its displayed values change. */
const Row = memo(
  ({ row }: { row: RoomRow }) => {
    const scale = useScale();
    const command = useSendCommand();
    const { kind, index: Index, name, temperature, setpoint, activity, label } = row;
    return (
      <li className="room-row" data-activity={activity}>
        <div className="room-row__words">
          <h3 className="room-row__name">
            <a href={toHash('overview', kind, Index)}>{name}</a>
          </h3>
          <p className="room-row__state">{label}</p>
        </div>
        <p className="room-row__temperature num">
          {temperature !== undefined && `${formatTemperature(temperature, scale)}°`}
        </p>
        {setpoint !== undefined && (
          <SetpointStepper
            label={t('house.setpointOf', { name })}
            value={setpoint}
            {...setpointStepsOf(row.command)}
            onChange={(Setpoint) => command(row.command, { Index, Setpoint })}
            scale={scale}
          />
        )}
      </li>
    );
  },
  ({ row: before }, { row: after }) => hasSameMembers(before, after),
);

const sections: readonly (readonly [kind: ComponentKind, title: PlainKey])[] = [
  ['zone', 'house.rooms'],
  ['split', 'house.splits'],
  ['vrf', 'house.fanCoils'],
];

const Rows = ({ rows }: { rows: readonly RoomRow[] }) => (
  <ControlFieldset>
    <ul className="room-list__rows">
      {rows.map((row) => (
        <Row key={toRoomId(row)} row={row} />
      ))}
    </ul>
  </ControlFieldset>
);

/** The filter value that shows every group. */
const every = -1;
const ungrouped = -2;

interface FilterProps {
  readonly groups: readonly RoomGroup[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const GroupFilter = ({ groups, value, onChange }: FilterProps) => (
  <Picker
    label={t('group.filter')}
    options={[
      { value: every, label: t('group.everyRoom') },
      ...groups.map(({ name }, place) => ({ value: place, label: name })),
      { value: ungrouped, label: t('group.ungrouped') },
    ]}
    value={value}
    onChange={onChange}
  />
);

/**
 * Lists all rooms, one per row: first the rooms in groups, then the others by kind of unit. A large house has a search
 * field.
 */
export function RoomList() {
  const house = useDatagrams();
  const groups = useGroups();
  const [words, setWords] = useState('');
  const [chosen, choose] = useState(every);
  const filter = chosen < groups.length ? chosen : every;
  const all = toRows(house, useScale());
  const grouped = groupedIds(groups);
  const isMeant = (id: string) =>
    filter === every || (filter === ungrouped ? !grouped.has(id) : idsOf(groups[filter]!).has(id));
  const found = findRows(all, words).filter((row) => isMeant(toRoomId(row)));
  const hasSearch = isLarge(house);
  return (
    <div className="room-list">
      <div className="room-list__head">
        {hasSearch && (
          <TextField
            label={t('wall.find')}
            hint={t('wall.findHint')}
            value={words}
            onChange={setWords}
            maxLength={60}
          />
        )}
        {hasSearch && groups.length > 0 && <GroupFilter groups={groups} value={filter} onChange={choose} />}
        <ControlFieldset>
          <GroupBar />
        </ControlFieldset>
      </div>
      {hasSearch && (
        <p className="hidden" role="status">
          {words === '' && filter === every ? '' : t('wall.found', { count: found.length, all: all.length })}
        </p>
      )}
      {found.length === 0 && words !== '' && <p className="empty card">{t('wall.none', { words })}</p>}
      {groups.map((group, place) => {
        const ids = idsOf(group);
        const rows = found.filter((row) => ids.has(toRoomId(row)));
        if (filter !== place && (filter !== every || (rows.length === 0 && words !== ''))) return null;
        return (
          <Group key={group.name} group={group} isForcedOpen={words !== '' || filter === place}>
            <Rows rows={rows} />
          </Group>
        );
      })}
      {sections.map(([kind, title]) => {
        const rows = found.filter((row) => row.kind === kind && !grouped.has(toRoomId(row)));
        if (rows.length === 0) return null;
        const id = `${kind === 'zone' ? 'zones' : kind}-title`;
        const isOther = kind === 'zone' && groups.length > 0;
        return (
          <section key={kind} aria-labelledby={id}>
            <h2 id={id} className="section-title" tabIndex={-1}>
              {isOther ? t('group.otherRooms') : t(title)}
            </h2>
            <Rows rows={rows} />
          </section>
        );
      })}
    </div>
  );
}
