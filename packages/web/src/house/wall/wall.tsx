import { unitStatus } from '@plenum/insight/status';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { type CSSProperties, memo, useEffect, useSyncExternalStore } from 'react';
import { hasSameMembers } from '../../design/kept.tsx';
import { describeStatus } from '../../reading/house/status.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { formatSetpoint, formatTemperature, type Scale } from '../../reading/number/temperature.ts';
import { formatShortDay, formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { ConnectionStatus } from '../frame/connection-status.tsx';
import { toHash } from '../frame/routes.ts';
import { useDatagrams, useHouseContext, useHouseTime, useScale, useSimulation } from '../house-context.tsx';
import { columnsOf, isEmpty, type RoomRow, toRows } from '../room-list/rows.ts';
import './wall.css';

/** Maximum length of the status on a tile of normal size, in characters. */
const maxShort = 16;

const Tile = memo(
  ({ row }: { row: RoomRow }) => {
    const scale = useScale();
    const { kind, index, name, temperature, setpoint, activity, label } = row;
    return (
      <li className={label.length > maxShort ? 'tile tile--long' : 'tile'} data-activity={activity}>
        <a className="tile__link" href={toHash('wall', kind, index)}>
          <span className="tile__name">{name}</span>
          {temperature === undefined && setpoint !== undefined ? (
            <span className="tile__temperature tile__temperature--target num">
              {t('wall.to', { degrees: `${formatSetpoint(setpoint, scale)}°` })}
            </span>
          ) : (
            <span className="tile__temperature num">
              {temperature === undefined ? '–' : `${formatTemperature(temperature, scale)}°`}
            </span>
          )}
          <span className="tile__state">{label}</span>
        </a>
      </li>
    );
  },
  ({ row: before }, { row: after }) => hasSameMembers(before, after),
);

/** Returns the state of the unit in a few words; a fault in the words of its warning. */
const describeUnit = (unit: DatagramOf<'unit'>, zones: Datagrams['zone'], scale: Scale) => {
  const { activity, label } = describeStatus(unitStatus(unit, zones), scale);
  const fault = warningsOf('unit', unit, scale).find(({ about }) => about === 'fault');
  return fault === undefined ? { activity, label } : { activity: 'alert', label: fault.title };
};

const Clock = () => {
  const { now, timeZone } = useHouseTime();
  return (
    <p className="wall__clock num">
      {formatTime(now, timeZone)} <span className="wall__day">{formatShortDay(now, timeZone)}</span>
    </p>
  );
};

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const readProportion = () => Math.round((window.innerWidth / window.innerHeight) * 100) / 100;

/**
 * The house on a wall display: all rooms at the same time, readable from across the room. A touch opens the settings of
 * a room.
 */
export function Wall({ name }: { name: string }) {
  const house = useDatagrams();
  const scale = useScale();
  const { preferences } = useHouseContext();
  const weather = useSimulation()?.weather;
  const proportion = useSyncExternalStore(subscribe, readProportion);
  useEffect(() => preferences.set({ ...preferences.get(), start: 'wall' }), [preferences]);
  const rows = toRows(house, scale);
  const [unit] = house.unit;
  const state = unit && describeUnit(unit, house.zone, scale);
  const columns = columnsOf(rows.length, proportion);
  const size = { '--columns': columns, '--rows': Math.ceil(rows.length / columns) } as CSSProperties;
  return (
    <main className="wall" data-activity={state?.activity ?? 'idle'}>
      <header className="wall__head">
        <h1 className="wall__name">{name}</h1>
        {state !== undefined && (
          <p className="wall__state" role="status">
            {state.label}
          </p>
        )}
        {weather !== undefined && (
          <p className="wall__out num">
            <span className="quiet">{t('reading.outdoors')}</span>{' '}
            {formatTemperature(Math.round(weather.Temperature * 100), scale)}°
          </p>
        )}
        <Clock />
        <ConnectionStatus />
        <a
          className="button button--small"
          href={toHash('overview')}
          onClick={() => preferences.set({ ...preferences.get(), start: 'overview' })}
        >
          {t('wall.leave')}
        </a>
      </header>
      {isEmpty(house) && <p>{t('house.nothingInstalled')}</p>}
      <ul className="wall__rooms" style={size} aria-label={t('house.rooms')}>
        {rows.map((row) => (
          <Tile key={`${row.kind} ${row.index}`} row={row} />
        ))}
      </ul>
    </main>
  );
}
