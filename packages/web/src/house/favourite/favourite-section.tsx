import type { DatagramOf } from '@plenum/protocol/component';
import { Button } from 'react-aria-components';
import { useTemporaryState } from '../../design/use-temporary-state.ts';
import { formatNext, toCivil, toMinute, untilNext } from '../../reading/clock.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useAll, useHouseTime, useSendCommand } from '../context/house-context.tsx';
import { toHash } from '../frame/routes.ts';
import './favourite.css';

type Favourite = DatagramOf<'schedule'>;

const useNext = (favourite: Favourite): string => {
  const { now, timeZone } = useHouseTime(30_000);
  const start = toMinute(favourite.StartH, favourite.StartM);
  if (start === undefined) return t('house.manual');
  if (favourite.Enabled !== 1) return t('house.timerOff');
  const civil = toCivil(now, timeZone);
  const wait = untilNext(civil, favourite.DaysEnabled, [start]);
  return wait === undefined ? t('house.noDay') : capital(formatNext(civil, wait));
};

const Scene = ({ favourite }: { favourite: Favourite }) => {
  const command = useSendCommand();
  const [isStarted, sayStarted] = useTemporaryState(false, 2_500);
  const next = useNext(favourite);
  const start = async () => {
    if (await command('FavouriteSet', favourite.Index + 1)) sayStarted(true);
  };
  return (
    <li>
      <Button className="scene card" onPress={start} data-started={isStarted ? '' : undefined}>
        <span className="scene__name">{favourite.Name}</span>
        <span className="scene__next num">
          {isStarted
            ? t('house.started')
            : `${capital(wordOf(fieldOf('schedule', 'Mode'), favourite.Mode))} · ${next}`}
        </span>
      </Button>
    </li>
  );
};

/** The favourites of the ducted system as scenes: one touch starts one. */
export const FavouriteSection = () => {
  const favourites = useAll('schedule').filter(({ Name }) => Name !== '');
  if (favourites.length === 0) return null;
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
          <Scene key={favourite.Index} favourite={favourite} />
        ))}
      </ul>
    </section>
  );
};
