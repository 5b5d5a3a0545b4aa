import type { DiagnosticsBundle } from '@plenum/insight/diagnostics';
import { refuse } from '@plenum/protocol/refusal';
import { checkHouseOverride, exportAssumedHouse, type Simulator, type State } from '@plenum/simulator';
import type { HouseToRun } from '../house/house-to-run.ts';

const refused = () =>
  refuse('not-available', {
    facts: { what: 'change', reason: 'replay' },
  });

const weather = { Temperature: 0, Humidity: 0, Cloud: 0, Wind: 0, Rain: 0, held: [] };

/** Returns a house that shows the state of a bundle and never changes. */
export function toReplayedHouse({ datagrams }: DiagnosticsBundle): HouseToRun {
  const simulator: Simulator = {
    initial: (at) => ({ at, datagrams, plant: { exceptions: [] as unknown } as State['plant'] }),
    restore: (stored) => stored as State,
    apply: refused,
    checkOverride: (_, name, body) => checkHouseOverride(datagrams, name, body),
    applyOverride: refused,
    withExceptions: (state) => state,
    advance: (state, until) => (until <= state.at ? state : { ...state, at: until }),
    weather: () => weather,
    status: () => ({ timeZone: 'UTC', weather, people: 'rhythm', windows: [], faults: [] }),
    export: () => exportAssumedHouse(datagrams, 'UTC'),
    explain: () => ({}),
    heat: () => [],
  };
  return { name: 'Replay', simulator, rooms: [] };
}
