import type { Plant, State } from './state.ts';

/** The members of a plant that builds before 2026-11-22 did not store. */
type Added = 'schedules';

/** A stored state, in which an earlier build may have left members out. */
export type StoredState = Omit<State, 'plant'> & {
  readonly plant: Readonly<Omit<Plant, Added> & Partial<Pick<Plant, Added>>>;
};

/** What an earlier build stored of a machine: all but the favourite that it runs for. */
const withFavourite = <Machine extends { favourite?: number }>(machine: Machine): Machine =>
  machine.favourite === undefined ? { ...machine, favourite: -1 } : machine;

/**
 * A stored state as this build has it. What an earlier build did not store gets the value that means what that build
 * did: every favourite sets every zone, and none is known to run.
 */
export const restoreState = (stored: StoredState): State => {
  const { datagrams, plant } = stored;
  const { unit, schedules } = plant;
  const everyZone = datagrams.zone.map(({ Index }) => Index);
  return {
    ...stored,
    plant: {
      ...plant,
      unit: unit === undefined ? unit : withFavourite(unit),
      schedules: schedules ?? datagrams.schedule.map(() => ({ sets: everyZone })),
      splits: plant.splits.map(withFavourite),
      vrfs: plant.vrfs.map(withFavourite),
    },
  };
};
