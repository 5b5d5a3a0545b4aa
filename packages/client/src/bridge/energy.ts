import {
  checkTariff,
  type EnergyAnswer,
  type EnergyPeriod,
  energyPeriods,
  type Tariff,
  type TariffAnswer,
} from '@plenum/insight/energy';
import { isTimeZone } from '@plenum/protocol/extension';
import { unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { orThrow } from '../error/or-throw.ts';
import type { Queue } from '../queue/queue.ts';
import { ownAnswer, readOwn } from './read-own.ts';

/** What to add up: the last days where nothing is said. Instants are ms since 1970 UTC. */
export interface EnergyOptions {
  readonly by?: EnergyPeriod;
  readonly from?: number;
  readonly to?: number;
  /** IANA name; by default that of the house. */
  readonly timeZone?: string;
}

/** The recorded energy of a house; only a Plenum bridge has it, others answer `unsupported`. */
export interface Energy {
  /** The energy of each period, with its cost, and of the same time before. */
  readonly read: (options?: EnergyOptions) => Promise<EnergyAnswer>;
  /** What a kWh costs. */
  readonly tariff: () => Promise<TariffAnswer>;
  /** Sets what a kWh costs. */
  readonly setTariff: (tariff: Tariff) => Promise<void>;
}

const lacks = 'does not record energy';

const isNumber = (value: unknown) => typeof value === 'number' || value === null;
const isBar = (bar: object) => Object.values(bar).every(isNumber);

/** The energy of the house behind one connection. */
export const createEnergy = (connection: Connection, queue: Queue): Energy => {
  const readEnergy = async (options: EnergyOptions) => {
    const query = new URLSearchParams(
      Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const answer = await readOwn<EnergyAnswer>(connection, { path: `/energy?${query}`, key: 'bars', lacks });
    const { bars, total, before, by, timeZone } = answer;
    const isKnown = energyPeriods.includes(by) && isTimeZone(timeZone) && Array.isArray(bars);
    if (isKnown && [...bars, total, before].every((bar) => bar instanceof Object && isBar(bar)))
      return answer;
    throw unknownForm(connection, 'its energy');
  };
  const sendTariff = async (tariff: Tariff) => {
    orThrow(checkTariff(tariff));
    const body = JSON.stringify(tariff);
    const request = { method: 'POST', path: '/energy/tariff', body, retryIfLost: true } as const;
    ownAnswer(connection, await connection.send(request), lacks);
  };
  const readTariff = () =>
    readOwn<TariffAnswer>(connection, { path: '/energy/tariff', key: 'tariff', lacks });
  return {
    read: (options = {}) => queue.read(`energy ${JSON.stringify(options)}`, () => readEnergy(options)),
    tariff: () => queue.read('tariff', readTariff),
    setTariff: (tariff) => queue.write({ key: undefined, body: tariff, run: () => sendTariff(tariff) }),
  };
};
