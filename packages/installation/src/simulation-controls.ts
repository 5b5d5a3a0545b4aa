import type { WeatherOverride } from './physics/index.ts';

/** What the simulator's operator holds: the house obeys it instead of its own course. */
export interface SimulationControls {
  /** Weather put in place of the source's, member by member. */
  weather: WeatherOverride;
  /** Whether people come and go by their daily rhythm, stay at home or stay away. */
  people: 'rhythm' | 'home' | 'away';
  /** Rooms, by number, whose windows stand open. */
  openWindows: number[];
}

/** Nothing is held. */
export const createSimulationControls = (): SimulationControls => ({
  weather: {},
  people: 'rhythm',
  openWindows: [],
});
