import type { EnergyAnswer } from '@plenum/insight/energy';
import { type Clock, every } from '@plenum/platform';
import type { House } from './house.ts';

export interface FollowEnergyDeps {
  readonly clock: Clock;
  readonly onEnergy: (answer: EnergyAnswer) => void;
  readonly onError: (error: unknown) => void;
}

const energyInterval = 60_000;

/** Keeps reading the energy of a house, where a record of it is kept; the returned function ends that. */
export const followEnergy = (house: House, { clock, onEnergy, onError }: FollowEnergyDeps): (() => void) => {
  const read = () =>
    house
      .readEnergy()
      .then((answer) => answer && onEnergy(answer))
      .catch(onError);
  void read();
  return every(clock, energyInterval, read);
};
