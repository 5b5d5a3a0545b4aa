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
import { formatNextRun, nextRun } from '../../reading/time/next-run.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import {
  useAll,
  useDatagrams,
  useHouseTime,
  useOne,
  useStartedFavourite,
} from '../context/house-context.tsx';
import { toHash } from '../frame/routes.ts';
import { useUndoable } from '../group/use-undoable.ts';
import { describeException } from '../schedule/describe-exception.ts';
import { useExceptions } from '../schedule/use-exceptions.ts';
import './favourite.css';

type Favourite = DatagramOf<'schedule'>;

/** Returns the next automatic start of a favourite, and the exception on an earlier date, if there is one. */
const useNext = (favourite: Favourite): string => {
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
    if (next.isOnce) return `${time} · ${t('oneDate.onceOnly')}`;
    return isLeftOut ? `${time} · ${describeException(first)}` : time;
  }
  if (toMinute(favourite.StartH, favourite.StartM) === undefined) return t('house.manual');
  return t(favourite.Enabled === 1 ? 'house.noDay' : 'house.timerOff');
};

const describeActive = ({ until, changedRooms }: ActiveFavourite): string => {
  const since =
    until === undefined ? t('group.active') : t('group.activeUntil', { time: formatMinute(until) });
  return changedRooms === 0 ? since : `${since} · ${t('group.changedRooms', { count: changedRooms })}`;
};

const Scene = ({ favourite, active }: { favourite: Favourite; active: ActiveFavourite | undefined }) => {
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
            ? `${capital(wordOf(fieldOf('schedule', 'Mode'), favourite.Mode))} · ${next}`
            : describeActive(active)}
        </span>
      </Button>
    </li>
  );
};

/** Shows the favourites of the ducted system as scenes: one touch starts a favourite. The active one shows its end. */
export const FavouriteSection = () => {
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
          />
        ))}
      </ul>
    </section>
  );
};
