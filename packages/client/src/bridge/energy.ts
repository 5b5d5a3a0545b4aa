import { type EnergyAnswer, energyEndpoints, type Tariff, type TariffAnswer } from '@plenum/insight/energy';
import type { QueryOf } from '@plenum/protocol/endpoint';
import type { Own } from './own.ts';

const { readEnergy, readTariff, setTariff } = energyEndpoints;

/**
 * The range and the periods of an energy report; by default the last days. `from` and `to` are in ms since 1970 UTC.
 */
export type EnergyOptions = QueryOf<typeof readEnergy>;

/** Access to the recorded energy of a house. Calls fail as `unsupported` if the bridge is not a Plenum bridge. */
export interface Energy {
  /** Reads the energy and cost of each period, and of the preceding range for comparison. */
  readonly read: (options?: EnergyOptions) => Promise<EnergyAnswer>;
  /** Reads the prices per kWh. */
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
