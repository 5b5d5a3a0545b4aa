import type { Settings } from '../store/settings.ts';
import type { HouseClock } from './house-clock.ts';

/** How time ran in the house, and the last instant it is known to have reached, ms UTC. */
export interface StoredTime {
  readonly clock: HouseClock;
  readonly reached: number;
}

/** Call within a transaction. */
export const writeTime = (settings: Settings, time: StoredTime): void => settings.write('time', time);

export const readTime = (settings: Settings): StoredTime | undefined =>
  settings.read('time') as StoredTime | undefined;
