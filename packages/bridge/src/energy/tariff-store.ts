import type { DatabaseSync } from 'node:sqlite';
import { checkTariff, defaultTariff, type Tariff, type TariffAnswer } from '@plenum/insight/energy';
import type { Result } from '@plenum/protocol/refusal';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

/** The tariff of a house, stored in its data folder. */
export interface TariffStore {
  /** Returns the stored tariff; without one, a tariff with the price that the power monitor reports. */
  read(costOfPower: number | undefined, timeZone: string): TariffAnswer;
  /** Stores a tariff; durable when it returns. */
  write(tariff: Tariff): Result<undefined>;
}

const key = 'tariff';

export function createTariffStore(db: DatabaseSync): TariffStore {
  const settings = createSettings(db);
  return {
    read: (costOfPower, timeZone) => {
      const stored = checkTariff(settings.read(key));
      if (stored.ok) return { tariff: stored.value, isSet: true };
      return { tariff: defaultTariff(costOfPower, timeZone) ?? null, isSet: false };
    },
    write: (tariff) => transact(db, () => settings.write(key, tariff)),
  };
}
