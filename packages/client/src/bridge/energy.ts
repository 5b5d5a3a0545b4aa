import {
  checkTariff,
  type EnergyAnswer,
  type EnergyPeriod,
  energyPeriods,
  type Tariff,
  type TariffAnswer,
} from '@plenum/protocol/energy';
import { toSentence } from '@plenum/protocol/refusal';
import type { Answer } from '../answer/read-answer.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';

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

const orThrow = ({ where }: Connection, answer: Answer): unknown => {
  if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
  if (answer.kind === 'missing') throw new BridgeError('unsupported', `${where} does not record energy.`);
  return answer.kind === 'json' ? answer.value : undefined;
};

/** An answer that has a member; a bridge that answers anything else does not record energy. */
const expectKey = <T>({ where }: Connection, answer: unknown, key: string): T => {
  if (typeof answer === 'object' && answer !== null && key in answer) return answer as T;
  throw new BridgeError('unsupported', `${where} does not record energy.`);
};

const isTimeZone = (name: unknown): boolean => {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

const isNumber = (value: unknown) => typeof value === 'number' || value === null;
const isBar = (bar: object) => Object.values(bar).every(isNumber);

/** The energy of the house behind one connection. */
export const createEnergy = (connection: Connection): Energy => {
  const get = async (path: string) =>
    orThrow(connection, await connection.send({ method: 'GET', path, retryIfLost: true }));
  return {
    read: async (options = {}) => {
      const query = new URLSearchParams(
        Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]),
      );
      const answer = expectKey<EnergyAnswer>(connection, await get(`/energy?${query}`), 'bars');
      const { bars, total, before, by, timeZone } = answer;
      const isKnown = energyPeriods.includes(by) && isTimeZone(timeZone) && Array.isArray(bars);
      if (isKnown && [...bars, total, before].every((bar) => bar instanceof Object && isBar(bar)))
        return answer;
      throw new BridgeError('malformed', `${connection.where} answers its energy in an unknown form.`);
    },
    tariff: async () => expectKey(connection, await get('/energy/tariff'), 'tariff'),
    setTariff: async (tariff) => {
      const checked = checkTariff(tariff);
      if (!checked.ok)
        throw new BridgeError('invalid', toSentence(checked.refusal), { refusal: checked.refusal });
      const body = JSON.stringify(tariff);
      const request = { method: 'POST', path: '/energy/tariff', body, retryIfLost: true } as const;
      orThrow(connection, await connection.send(request));
    },
  };
};
