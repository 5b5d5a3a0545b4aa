import type { DatagramOf } from '@plenum/protocol/component';
import { Button } from 'react-aria-components';
import { useMoment } from '../../design/use-moment.ts';
import { showWait, toCivil, toMinute, untilNext } from '../../reading/clock.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { useAll, useCommand, useHouseTime } from '../context.tsx';
import { toHash } from '../frame/place.ts';
import './favourite.css';

type Favourite = DatagramOf<'schedule'>;

const useNext = (favourite: Favourite): string => {
  const { now, timeZone } = useHouseTime(30_000);
  const start = toMinute(favourite.StartH, favourite.StartM);
  if (start === undefined) return 'By hand';
  if (favourite.Enabled !== 1) return 'Timer off';
  const civil = toCivil(now, timeZone);
  const wait = untilNext(civil, favourite.DaysEnabled, [start]);
  return wait === undefined ? 'No day set' : capital(showWait(civil, wait));
};

const Scene = ({ favourite }: { favourite: Favourite }) => {
  const command = useCommand();
  const [isStarted, sayStarted] = useMoment(false, 2_500);
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
            ? 'Started'
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
          Favourites
        </h2>
        <a className="small quiet" href={toHash('schedules')}>
          Times and rooms
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
