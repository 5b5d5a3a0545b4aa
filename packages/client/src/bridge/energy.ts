import { type EnergyAnswer, energyEndpoints, type Tariff, type TariffAnswer } from '@plenum/insight/energy';
import type { QueryOf } from '@plenum/protocol/endpoint';
import type { Own } from './own.ts';

const { readEnergy, readTariff, setTariff } = energyEndpoints;

/** What to add up: the last days where nothing is said. Instants are ms since 1970 UTC. */
export type EnergyOptions = QueryOf<typeof readEnergy>;

/** The recorded energy of a house; only a Plenum bridge has it, others answer `unsupported`. */
export interface Energy {
  /** The energy of each period, with its cost, and of the same time before. */
  readonly read: (options?: EnergyOptions) => Promise<EnergyAnswer>;
  /** What a kWh costs. */
  readonly tariff: () => Promise<TariffAnswer>;
  /** Sets what a kWh costs. */
  readonly setTariff: (tariff: Tariff) => Promise<void>;
}

/** The energy of the house behind one connection. */
export const createEnergy = (own: Own): Energy => ({
  read: (options = {}) => own.read(readEnergy, options),
  tariff: () => own.read(readTariff, undefined),
  setTariff: (tariff) => own.write(setTariff, tariff),
});
