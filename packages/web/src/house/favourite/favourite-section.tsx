import type { DatagramOf } from '@plenum/protocol/component';
import { exceptionsOf, type KeptException, toMinute } from '@plenum/protocol/schedule';
import { Button } from 'react-aria-components';
import {
  type ActiveFavourite,
  activeFavourite,
  unitOf,
  zonesOf,
} from '../../reading/house/active-favourite.ts';
import { toCivil } from '../../reading/time/civil.ts';
import { formatMinute } from '../../reading/time/clock.ts';
import { formatLocalDate, formatNextRun, nextRun } from '../../reading/time/next-run.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useUndoable } from '../group/use-undoable.ts';
import {
  useAll,
  useDatagrams,
  useHouseContext,
  useHouseTime,
  useMayWrite,
  useOne,
  useStartedFavourite,
} from '../house-context.tsx';
import { describeException } from '../schedule/describe-exception.ts';
import { exceptionsPath, useExceptions } from '../schedule/use-exceptions.ts';
import './favourite.css';

type Favourite = DatagramOf<'schedule'>;

/** The next automatic start of a favourite as text, and its date if it has one. */
interface Next {
  readonly text: string;
  readonly date?: string;
}

/** Returns the next automatic start of a favourite, and the exception on an earlier date, if there is one. */
const useNext = (favourite: Favourite): Next => {
  const { now, timeZone } = useHouseTime(30_000);
  const { exceptions = [] } = useExceptions();
  const civil = toCivil(now, timeZone);
  const ref = { kind: 'schedule', index: favourite.Index } as const;
  const own = exceptionsOf(exceptions, ref) as readonly KeptException[];
  const next = nextRun(favourite, own, civil);
  const isWeekly = toMinute(favourite.StartH, favourite.StartM) !== undefined && favourite.Enabled === 1;
  const [first] = isWeekly ? own : [];
  const isLeftOut = first !== undefined && (next === undefined || first.date < next.date);
  if (next !== undefined) {
    const time = capital(formatNextRun(next, civil));
    const note = next.isOnce ? t('oneDate.onceOnly') : isLeftOut ? describeException(first) : undefined;
    return { text: note === undefined ? time : `${time} · ${note}`, date: next.date };
  }
  if (toMinute(favourite.StartH, favourite.StartM) === undefined) return { text: t('house.manual') };
  return { text: t(favourite.Enabled === 1 ? 'house.noDay' : 'house.timerOff') };
};

const describeActive = ({ until, changedRooms }: ActiveFavourite): string => {
  const since =
    until === undefined ? t('group.active') : t('group.activeUntil', { time: formatMinute(until) });
  return changedRooms === 0 ? since : `${since} · ${t('group.changedRooms', { count: changedRooms })}`;
};

/** Leaves out the next start of a favourite, and offers to undo that. */
const SkipButton = ({ index, date }: { index: number; date: string }) => {
  const { toasts } = useHouseContext();
  const { exceptions, send } = useExceptions();
  const mayWrite = useMayWrite(exceptionsPath);
  if (exceptions === undefined || !mayWrite) return null;
  const which = { kind: 'schedule', index, date };
  const day = formatLocalDate(date);
  const skip = async () => {
    if (await send(exceptionsPath, which))
      toasts.showUndo(t('oneDate.skips', { day }), {
        label: t('group.undo'),
        run: () => void send(`${exceptionsPath}/end`, which),
      });
  };
  return (
    <Button className="scene__skip small quiet" onPress={skip}>
      {t('oneDate.skip', { day })}
    </Button>
  );
};

interface SceneProps {
  readonly favourite: Favourite;
  readonly active: ActiveFavourite | undefined;
  readonly hasSkip: boolean;
}

const Scene = ({ favourite, active, hasSkip }: SceneProps) => {
  const act = useUndoable();
  const house = useDatagrams();
  const next = useNext(favourite);
  const [unit] = house.unit;
  const start = () =>
    act({
      commands: [['FavouriteSet', favourite.Index + 1]],
      sentence: t('group.started', { name: favourite.Name }),
      expected: {
        ...house,
        unit: unit === undefined ? [] : [unitOf(unit, favourite)],
        zone: zonesOf(house.zone, favourite),
      },
    });
  return (
    <li>
      <Button className="scene card" onPress={start} data-started={active === undefined ? undefined : ''}>
        <span className="scene__name">{favourite.Name}</span>
        <span className="scene__next num">
          {active === undefined
            ? `${capital(wordOf(fieldOf('schedule', 'Mode'), favourite.Mode))} · ${next.text}`
            : describeActive(active)}
        </span>
      </Button>
      {hasSkip && next.date !== undefined && <SkipButton index={favourite.Index} date={next.date} />}
    </li>
  );
};

/** Shows the favourites of the ducted system as scenes: one touch starts a favourite. The active one shows its end. */
export function FavouriteSection({ hasSkip = false }: { hasSkip?: boolean }) {
  const favourites = useAll('schedule').filter(({ Name }) => Name !== '');
  const unit = useOne('unit');
  const zones = useAll('zone');
  const started = useStartedFavourite();
  const { now, timeZone } = useHouseTime(30_000);
  const { exceptions = [] } = useExceptions();
  if (favourites.length === 0) return null;
  const active = activeFavourite(favourites, { unit, zones }, toCivil(now, timeZone), {
    exceptions,
    ...(started !== undefined && { started }),
  });
  return (
    <section aria-labelledby="scenes-title">
      <div className="section-head">
        <h2 id="scenes-title" className="section-title">
          {t('house.favourites')}
        </h2>
        <a className="small quiet" href={toHash('schedules')}>
          {t('house.timesAndRooms')}
        </a>
      </div>
      <ul className="scenes">
        {favourites.map((favourite) => (
          <Scene
            key={favourite.Index}
            favourite={favourite}
            active={active?.index === favourite.Index ? active : undefined}
            hasSkip={hasSkip}
          />
        ))}
      </ul>
    </section>
  );
}
