import type { EnergyAnswer } from '@plenum/insight/energy';
import { type Clock, every } from '@plenum/platform';
import type { House } from './house.ts';

export interface FollowEnergyDeps {
  readonly clock: Clock;
  readonly onEnergy: (answer: EnergyAnswer) => void;
  readonly onError: (error: unknown) => void;
}

const energyInterval = 60_000;

/** Polls the energy of a house, if the bridge records it, until the returned function is called. */
export function followEnergy(house: House, { clock, onEnergy, onError }: FollowEnergyDeps): () => void {
  const read = () =>
    house
      .readEnergy()
      .then((answer) => answer && onEnergy(answer))
      .catch(onError);
  void read();
  return every(clock, energyInterval, read);
}
