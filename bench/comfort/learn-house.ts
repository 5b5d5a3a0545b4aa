import {
  advanceComfort,
  type ComfortState,
  createFavouriteRuns,
  type FavouriteTime,
  fitHouse,
  followRooms,
  type HouseFit,
  noComfort,
  nothingKnown,
  observe,
  type RoomFollower,
  type StartSettings,
} from '@plenum/bridge';
import {
  createCalendar,
  createSimulator,
  type HouseFile,
  type Simulator,
  type State,
} from '@plenum/simulator';

export const minute = 60_000;
export const day = 1440 * minute;

/** A house after its days of learning. */
export interface LearntHouse {
  readonly simulator: Simulator;
  readonly house: HouseFile;
  readonly state: State;
  readonly follower: RoomFollower;
  readonly fit: HouseFit;
  readonly comfort: ComfortState;
}

/** Follows a house by its datagrams as a bridge does, once a minute, and decides on early starts. */
export interface ComfortFollower {
  see(state: State, at: number): ReturnType<typeof advanceComfort>['command'];
  learnt(): Pick<LearntHouse, 'follower' | 'fit' | 'comfort'>;
}

/** Returns the runs of favourites around a time. */
export function createRuns(house: HouseFile): (state: State, at: number) => readonly FavouriteTime[] {
  const find = createFavouriteRuns();
  const { timeZone } = house.place;
  const none: never[] = [];
  return (state, at) => find(state.datagrams, { at, timeZone, exceptions: none });
}

/** Temperature outdoors that the bridge of a simulated house publishes, for units that do not report it. */
const outdoorOf = (simulator: Simulator, state: State): number | undefined =>
  state.datagrams.brandStatus.length > 0 ? undefined : simulator.weather(state).Temperature;

/** Follows a house from what was learnt before. */
export function followComfort(
  { simulator, house }: Pick<LearntHouse, 'simulator' | 'house'>,
  from: number,
  known: Partial<Pick<LearntHouse, 'follower' | 'fit' | 'comfort'>> & { readonly isOn: boolean },
): ComfortFollower {
  const settings: StartSettings = {
    isOn: known.isOn,
    roomsOff: [],
    notBefore: undefined,
    mayEndRunning: false,
  };
  const runsAt = createRuns(house);
  const calendar = createCalendar(house.place.timeZone);
  const follower = followRooms(structuredClone(known.follower?.episodes()), house.place);
  let { fit = nothingKnown, comfort = noComfort } = known;
  return {
    see: (state, at) => {
      const { datagrams } = state;
      const outdoor = outdoorOf(simulator, state);
      const seen = observe(at, datagrams, outdoor);
      if (seen !== undefined) follower.see(seen);
      if ((at - from) % day === 0) fit = fitHouse(follower.episodes(), fit, at);
      const step = advanceComfort(comfort, {
        at,
        datagrams,
        outdoor,
        fit,
        settings,
        runs: runsAt(state, at),
        minuteOf: (when) => calendar.civil(when).minute,
      });
      comfort = step.state;
      return step.command;
    },
    learnt: () => ({ follower, fit, comfort }),
  };
}

/** Lets a house run for some days as it is, and learns from its datagrams every minute. */
export function learnHouse(
  house: HouseFile,
  {
    weather,
    from,
    days,
  }: { readonly weather: string | undefined; readonly from: number; readonly days: number },
): LearntHouse {
  const simulator = createSimulator(house, weather);
  const comfort = followComfort({ simulator, house }, from, { isOn: false });
  let state = simulator.advance(simulator.initial(from - 2 * day), from);
  for (let at = from + minute; at <= from + days * day; at += minute) {
    state = simulator.advance(state, at);
    comfort.see(state, at);
  }
  return { simulator, house, state, ...comfort.learnt() };
}
