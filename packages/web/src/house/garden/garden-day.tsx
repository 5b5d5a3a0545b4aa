import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { useRef } from 'react';
import { Hours } from '../../design/day.tsx';
import { runningKeys, runsByHand, runsOn } from '../../reading/house/garden.ts';
import { toCivil } from '../../reading/time/civil.ts';
import { formatMinute } from '../../reading/time/clock.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useHouseTime } from '../house-context.tsx';
import { DayTimeline, describeBar } from './day-timeline.tsx';

type Station = DatagramOf<'station'>;

interface GardenDayProps {
  readonly controller: DatagramOf<'irrigation'>;
  readonly stations: readonly Station[];
  readonly programs: readonly DatagramOf<'program'>[];
}

const stationMode = enumerations.stationMode;
const stationState = enumerations.stationState;

const toNote = ({ Error: fault, State, Mode, LastRun }: Station): string => {
  if (fault !== 0) return t('garden.wire', { fault: wordOf(fieldOf('station', 'Error'), fault) });
  if (State !== 0) return capital(wordOf(fieldOf('station', 'State'), State));
  if (Mode !== stationMode.values.auto) return capital(wordOf(fieldOf('station', 'Mode'), Mode));
  if (LastRun === 0) return t('garden.wateredToday');
  return LastRun >= 7 ? t('garden.weekAgo') : t('garden.daysAgo', { days: LastRun });
};

const activityOf = ({ Error: fault, State }: Station) => {
  if (fault !== 0) return 'alert';
  return State === stationState.values['not running'] ? 'idle' : 'water';
};

/** Returns the time at which each key was first present; removes keys that are gone. */
const useFirstSeen = (things: readonly string[], now: number): ((thing: string) => number) => {
  const seen = useRef<ReadonlyMap<string, number>>(new Map());
  seen.current = new Map(things.map((thing) => [thing, seen.current.get(thing) ?? now]));
  return (thing) => seen.current.get(thing) ?? now;
};

/** Shows today in the garden: planned runs, manual runs, and the last watering of each station. */
export function GardenDay(garden: GardenDayProps) {
  const { controller, stations } = garden;
  const { now, timeZone } = useHouseTime(10_000);
  const { weekday, minute } = toCivil(now, timeZone);
  const seen = useFirstSeen(runningKeys(garden), now);
  const planned = controller.Enable ? runsOn(weekday, garden) : [];
  const byHand = runsByHand(garden, planned, minute, (turn) => minute - (now - seen(turn)) / 60_000);
  const runs = [
    ...planned.map((run) => ({ ...run, isByHand: false })),
    ...byHand.map((run) => ({ ...run, isByHand: true })),
  ];
  const next = planned.find(({ to }) => to > minute);
  return (
    <figure className="day">
      <figcaption className="hidden">
        {planned.length === 0
          ? t('garden.nothingToday')
          : t('garden.today', { runs: planned.map(describeBar).join('; ') })}
        {byHand.length > 0 && `. ${t('garden.byHand', { runs: byHand.map(describeBar).join('; ') })}`}
      </figcaption>
      <ul className="day__lanes">
        <li className="day__one" data-activity="water">
          <span className="day__name">{t('garden.programs')}</span>
          <DayTimeline bars={runs} minute={minute} />
          <span className="day__note num">
            {next === undefined
              ? t('garden.noMoreToday')
              : `${formatMinute(Math.floor(next.from))} ${next.name}`}
          </span>
        </li>
        {stations.map((station) => (
          <li key={station.Index} className="day__one" data-activity={activityOf(station)}>
            <a className="day__name plain-link" href={toHash('overview', 'station', station.Index)}>
              {station.Name}
            </a>
            <DayTimeline
              bars={runs.flatMap(({ name, isByHand, waterings }) =>
                waterings
                  .filter((each) => each.station === station.Index)
                  .map(({ from, to }) => ({ name, isByHand, from, to })),
              )}
              minute={minute}
            />
            <span className="day__note">{toNote(station)}</span>
          </li>
        ))}
      </ul>
      <Hours className="day__hours" />
    </figure>
  );
}
