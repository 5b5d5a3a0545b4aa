import {
  checkTariff,
  type EnergyAnswer,
  type EnergyPeriod,
  energyPeriods,
  type TariffAnswer,
} from '@plenum/insight/energy';
import { checkTimeZone } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Read, Write } from '../../device/records.ts';
import { earlier, periodsOf } from '../../energy/periods.ts';
import { type EnergyRequest, maxBars, toEnergyReport } from '../../energy/report.ts';
import type { TariffStore } from '../../energy/tariff-store.ts';
import type { History } from '../../history/history.ts';
import { maxInstant, type Query, readNumber } from '../query-values.ts';

/** How many periods are answered where the request does not say from when. */
const defaultBars: Readonly<Record<EnergyPeriod, number>> = { hour: 24, day: 7, week: 8, month: 12, year: 5 };

const readPeriod = ({ by = 'day' }: Query): Result<EnergyPeriod> => {
  const found = energyPeriods.find((period) => period === by);
  if (found !== undefined) return ok(found);
  return refuse('not-a-choice', { path: ['by'], input: by, facts: { choices: energyPeriods } });
};

const readTimeZone = ({ timeZone }: Query, byDefault: string): Result<string> => {
  if (timeZone === undefined || timeZone === '') return ok(byDefault);
  return checkTimeZone(timeZone);
};

/** The query of an energy request: from and to in ms UTC, up to now by default. */
export const parseEnergyRequest = (
  query: Query,
  { now, timeZone: ownZone }: { now: number; timeZone: string },
): Result<EnergyRequest> => {
  const by = readPeriod(query);
  if (!by.ok) return by;
  const timeZone = readTimeZone(query, ownZone);
  if (!timeZone.ok) return timeZone;
  const to = readNumber(query, 'to', { byDefault: now + 1, min: 1, max: maxInstant });
  if (!to.ok) return to;
  const first = earlier(to.value - 1, by.value, timeZone.value, defaultBars[by.value] - 1);
  const from = readNumber(query, 'from', { byDefault: Math.max(0, first), min: 0, max: to.value - 1 });
  if (!from.ok) return from;
  const request = { by: by.value, timeZone: timeZone.value, from: from.value, to: to.value };
  const { length } = periodsOf(request, request.by, request.timeZone, maxBars + 1);
  if (length > maxBars) return refuse('too-many', { path: ['from'], facts: { length, max: maxBars } });
  return ok(request);
};

export interface EnergyReadsDeps {
  readonly device: Device;
  readonly history: History;
  readonly tariffs: TariffStore;
}

/** `GET /energy` adds up energy by periods of local time; `GET /energy/tariff` reads its price. */
export const createEnergyReads = ({ device, history, tariffs }: EnergyReadsDeps): Read[] => {
  const readTariff = (): TariffAnswer => tariffs.read(device.datagrams().power[0]?.CostOfPower);
  const readEnergy = (query: Query): Result<EnergyAnswer> => {
    const now = device.at();
    const request = parseEnergyRequest(query, { now, timeZone: device.timeZone() });
    if (!request.ok) return request;
    const tariff = readTariff().tariff ?? undefined;
    return ok(toEnergyReport(request.value, { ...history, datagrams: device.datagrams(), tariff, now }));
  };
  return [
    { path: '/energy', endpoint: 'energy', read: readEnergy },
    { path: '/energy/tariff', endpoint: 'energy', read: () => ok(readTariff()) },
  ];
};

/** `POST /energy/tariff` sets the price of energy. */
export const createTariffWrite = (tariffs: TariffStore): Write => ({
  path: '/energy/tariff',
  endpoint: 'energy',
  write: (value) => {
    const checked = checkTariff(value);
    return checked.ok ? tariffs.write(checked.value) : checked;
  },
});
