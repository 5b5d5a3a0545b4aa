import { type EnergyAnswer, energyEndpoints, type Tariff, type TariffAnswer } from '@plenum/insight/energy';
import type { QueryOf } from '@plenum/protocol/endpoint';
import type { Own } from './own.ts';

const { readEnergy, readTariff, setTariff } = energyEndpoints;

/** Range and periods of the energy to add up; the last days by default. Instants are ms since 1970 UTC. */
export type EnergyOptions = QueryOf<typeof readEnergy>;

/** Access to the recorded energy of a house; only Plenum bridges have it, others answer `unsupported`. */
export interface Energy {
  /** Reads the energy and cost of each period, and of the range before for comparison. */
  readonly read: (options?: EnergyOptions) => Promise<EnergyAnswer>;
  /** Reads the tariff, the prices of a kWh. */
  readonly tariff: () => Promise<TariffAnswer>;
  /** Sets the tariff. */
  readonly setTariff: (tariff: Tariff) => Promise<void>;
}

/** Creates access to the energy of the house behind one connection. */
export const createEnergy = (own: Own): Energy => ({
  read: (options = {}) => own.read(readEnergy, options),
  tariff: () => own.read(readTariff, undefined),
  setTariff: (tariff) => own.write(setTariff, tariff),
});
