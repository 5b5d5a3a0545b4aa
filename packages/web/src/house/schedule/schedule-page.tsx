import type { ComponentKind, DatagramOf, Datagrams } from '@plenum/protocol/component';
import { exceptionsOf, isHoliday, type KeptException, toMinute } from '@plenum/protocol/schedule';
import type { CSSProperties } from 'react';
import { daysOf, lengthOf, startsOf } from '../../reading/house/garden.ts';
import { toCivil } from '../../reading/time/civil.ts';
import { formatMinute, toHourAndMinute } from '../../reading/time/clock.ts';
import { datedStretchesOf, stretchesOf } from '../../reading/time/week.ts';
import { t } from '../../text/text.ts';
import { AutomaticActions } from '../automation/automatic-actions.tsx';
import { navigate, useRoute } from '../frame/routes.ts';
import {
  useAll,
  useDatagrams,
  useHouseContext,
  useHouseTime,
  useIsAvailable,
  useOne,
  useSendCommand,
} from '../house-context.tsx';
import { TimeZoneSetting } from '../time-zone/time-zone-setting.tsx';
import { describeException } from './describe-exception.ts';
import { EarlyStarts } from './early-starts.tsx';
import { FavouriteEditor } from './favourite-editor.tsx';
import { type Family, type Favourite, families } from './favourite-kinds.ts';
import { Holidays } from './holidays.tsx';
import { ProgramEditor } from './program-editor.tsx';
import { useExceptions } from './use-exceptions.ts';
import type { Shift } from './use-move.ts';
import { Week, type WeekRow } from './week.tsx';
import './schedule.css';

/** One colour for each favourite or program of a family (interface 4.4). */
const colours = 9;

const Plan = ({ title, rows }: { title: string; rows: readonly (WeekRow & { note: string })[] }) => (
  <section className="panel card" aria-label={title}>
    <h2>{title}</h2>
    <div className="plan__parts">
      <Week rows={rows} label={t('schedule.theWeek', { title })} />
      <ul className="plan__list">
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="plan__row"
              data-off={row.isOn ? undefined : ''}
              onClick={row.onOpen}
            >
              <span
                className="plan__colour"
                style={{ '--colour': `var(--chart-${row.colour})` } as CSSProperties}
              />
              <span className="plan__name">{row.name}</span>
              <span className="plan__note num">{row.note}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

/**
 * Returns the index of the component whose editor is open. It is part of the URL, so that the Back button closes the
 * editor.
 */
const useOpen = (kind: ComponentKind): number | undefined => {
  const { rest } = useRoute();
  return rest[0] === kind ? Number(rest[1]) : undefined;
};

const close = () => navigate('schedules');

const noteOf = ({ Name, Enabled, StartH, StartM, StopH, StopM }: Favourite): string => {
  if (Name === '') return t('schedule.notUsed');
  const start = toMinute(StartH, StartM);
  const stop = toMinute(StopH, StopM);
  if (start === undefined) return t('house.manual');
  const times =
    stop === undefined
      ? t('schedule.from', { start: formatMinute(start) })
      : `${formatMinute(start)}–${formatMinute(stop)}`;
  return Enabled === 1 ? times : t('schedule.timesOff', { times });
};

const day = 1_440;

/** Returns a function that moves the times of a favourite on all its days, and offers to undo the move. */
const useMoveFavourite = ({ settings }: Family) => {
  const { toasts } = useHouseContext();
  const send = useSendCommand();
  const isAvailable = useIsAvailable();
  return (favourite: Favourite) => {
    const start = toMinute(favourite.StartH, favourite.StartM);
    const stop = toMinute(favourite.StopH, favourite.StopM);
    if (settings === undefined || !isAvailable(settings) || start === undefined || stop === undefined)
      return undefined;
    return async (shift: Shift) => {
      const { Index, StartH, StartM, StopH, StopM, DaysEnabled } = favourite;
      const [from, to] = [start + shift.start, stop + shift.stop].map((minute) => (minute + day) % day) as [
        number,
        number,
      ];
      const [begin, end] = [toHourAndMinute(from), toHourAndMinute(to)];
      const moved = { StartH: begin.h, StartM: begin.m, StopH: end.h, StopM: end.m };
      if (!(await send(settings, { Index, ...moved, DaysEnabled }))) return;
      toasts.showUndo(
        t('oneDate.moved', { name: favourite.Name, from: formatMinute(from), to: formatMinute(to) }),
        {
          label: t('group.undo'),
          run: () => void send(settings, { Index, StartH, StartM, StopH, StopM, DaysEnabled }),
        },
      );
    };
  };
};

/** Returns the favourites of a family, without unused ones that cannot be set up because there are no commands for them. */
const listedOf = ({ kind, settings }: Family, datagrams: Datagrams): readonly Favourite[] =>
  (datagrams[kind] as readonly Favourite[]).filter(({ Name }) => Name !== '' || settings !== undefined);

const Favourites = ({ family }: { family: Family }) => {
  const { now, timeZone } = useHouseTime(30_000);
  const { exceptions } = useExceptions();
  const { day: today } = toCivil(now, timeZone);
  const { kind } = family;
  /** Returns the exceptions of one favourite. Holidays do not apply to a favourite that does not run by time. */
  const exceptionsOfOne = ({ Index: index, Enabled, Name }: Favourite): readonly KeptException[] =>
    kind === 'vrfFavourite'
      ? []
      : (exceptionsOf(exceptions ?? [], { kind, index }) as readonly KeptException[]).filter(
          (one) => !isHoliday(one) || (Enabled === 1 && Name !== ''),
        );
  const all = listedOf(family, useDatagrams());
  const open = useOpen(family.kind);
  const toMove = useMoveFavourite(family);
  if (all.length === 0) return null;
  const rows = all.map((one, place) => ({
    id: String(one.Index),
    name: one.Name || t('schedule.unused', { number: one.Index }),
    note: [noteOf(one), ...exceptionsOfOne(one).slice(0, 1).map(describeException)].join(' · '),
    colour: (place % colours) + 1,
    isOn: one.Enabled === 1,
    stretches: datedStretchesOf(one, exceptionsOfOne(one), today),
    onOpen: () => navigate('schedules', family.kind, one.Index),
    onMove: toMove(one),
  }));
  const chosen = all.find(({ Index }) => Index === open);
  return (
    <>
      <Plan title={t(family.title)} rows={rows} />
      {chosen !== undefined && (
        <FavouriteEditor key={chosen.Index} family={family} favourite={chosen} onClose={close} />
      )}
    </>
  );
};

const Programs = ({ controller }: { controller: DatagramOf<'irrigation'> }) => {
  const programs = useAll('program');
  const stations = useAll('station');
  const open = useOpen('program');
  const rows = programs.map((program, place) => {
    const length = Math.round(lengthOf(program, stations, controller));
    const starts = startsOf(program);
    const times = `${starts.map(formatMinute).join(', ') || t('house.manual')} · ${length} min`;
    return {
      id: String(program.Index),
      name: program.Name || t('schedule.unused', { number: program.Index }),
      note: program.Enable === 1 ? times : t('schedule.timesOff', { times }),
      colour: (place % colours) + 1,
      isOn: program.Enable === 1,
      stretches: starts.flatMap((start) =>
        stretchesOf(daysOf(program), start, (start + Math.max(length, 8)) % 1_440),
      ),
      onOpen: () => navigate('schedules', 'program', program.Index),
    };
  });
  const chosen = programs.find(({ Index }) => Index === open);
  return (
    <>
      <Plan title={t('schedule.programs')} rows={rows} />
      {chosen !== undefined && <ProgramEditor key={chosen.Index} program={chosen} onClose={close} />}
    </>
  );
};

export function SchedulePage() {
  const controller = useOne('irrigation');
  const datagrams = useDatagrams();
  const dated = datagrams.schedule.length + datagrams.splitFavourite.length;
  const hasFavourites = families.some((family) => listedOf(family, datagrams).length > 0);
  if (!hasFavourites && controller === undefined) return <p className="empty card">{t('schedule.none')}</p>;
  return (
    <div className="page">
      <p className="quiet">{t('schedule.help')}</p>
      {families.map((family) => (
        <Favourites key={family.kind} family={family} />
      ))}
      <EarlyStarts />
      <AutomaticActions />
      {dated > 0 && <Holidays />}
      {controller !== undefined && <Programs controller={controller} />}
      <section aria-labelledby="time-zone-title">
        <h2 id="time-zone-title" className="section-title">
          {t('timeZone.title')}
        </h2>
        <TimeZoneSetting />
      </section>
    </div>
  );
}
