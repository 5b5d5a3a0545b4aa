import { type DatagramOf, enumerations } from '@plenum/protocol';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { toHash } from '../frame/place.ts';

type Station = DatagramOf<'station'>;
const { stationMode, stationState } = enumerations;

const toNote = ({ Error: fault, State, Mode, LastRun }: Station): string => {
  if (fault !== 0) return `Wire ${wordOf(fieldOf('station', 'Error'), fault)}`;
  if (State !== 0) return capital(wordOf(fieldOf('station', 'State'), State));
  if (Mode !== stationMode.values.auto) return capital(wordOf(fieldOf('station', 'Mode'), Mode));
  if (LastRun === 0) return 'Watered today';
  return LastRun >= 7 ? 'A week ago or more' : `${LastRun} ${LastRun === 1 ? 'day' : 'days'} ago`;
};

/** The stations and when each was last watered. */
export const StationList = ({ stations }: { stations: readonly Station[] }) => (
  <ul className="stations">
    {stations.map((station) => (
      <li
        key={station.Index}
        className="stations__one"
        data-activity={
          station.Error !== 0
            ? 'alert'
            : station.State === stationState.values['not running']
              ? 'idle'
              : 'water'
        }
      >
        <a className="plain-link" href={toHash('overview', 'station', station.Index)}>
          {station.Name}
        </a>
        <span className="stations__note">{toNote(station)}</span>
      </li>
    ))}
  </ul>
);
