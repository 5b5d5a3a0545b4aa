import type { ComponentKind } from '@plenum/protocol/component';
import { memo, useState } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { TextField } from '../../design/text-field.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { formatTemperature } from '../../reading/temperature.ts';
import { type PlainKey, t } from '../../text/text.ts';
import { useDatagrams, useScale, useSendCommand } from '../context/house-context.tsx';
import { toHash } from '../frame/routes.ts';
import { GroupBar } from '../group/group-bar.tsx';
import { findRows, isLarge, type RoomRow, toRows } from './rows.ts';
import './room-list.css';

/** A room in one row: its name leads to all that can be set. Compared by what it shows. */
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
  ({ row: before }, { row: after }) =>
    Object.keys({ ...before, ...after }).every((key) => before[key as never] === after[key as never]),
);

const sections: readonly (readonly [kind: ComponentKind, title: PlainKey])[] = [
  ['zone', 'house.rooms'],
  ['split', 'house.splits'],
  ['vrf', 'house.fanCoils'],
];

/** Every room in a row, by what cools it. A large house has a search. */
export const RoomList = () => {
  const house = useDatagrams();
  const [words, setWords] = useState('');
  const all = toRows(house, useScale());
  const found = findRows(all, words);
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
        <GroupBar />
      </div>
      {hasSearch && (
        <p className="hidden" role="status">
          {words === '' ? '' : t('wall.found', { count: found.length, all: all.length })}
        </p>
      )}
      {found.length === 0 && <p className="empty card">{t('wall.none', { words })}</p>}
      {sections.map(([kind, title]) => {
        const rows = found.filter((row) => row.kind === kind);
        if (rows.length === 0) return null;
        const id = `${kind === 'zone' ? 'zones' : kind}-title`;
        return (
          <section key={kind} aria-labelledby={id}>
            <h2 id={id} className="section-title" tabIndex={-1}>
              {t(title)}
            </h2>
            <ul className="room-list__rows">
              {rows.map((row) => (
                <Row key={row.index} row={row} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
};
