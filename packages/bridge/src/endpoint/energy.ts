import { type EnergyPeriod, energyEndpoints } from '@plenum/insight/energy';
import type { QueryOf } from '@plenum/protocol/endpoint';
import { checkTimeZone } from '@plenum/protocol/extension';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import { earlier, periodsOf } from '../energy/periods.ts';
import { type EnergyRequest, maxBars, toEnergyReport } from '../energy/report.ts';
import type { TariffStore } from '../energy/tariff-store.ts';
import type { History } from '../history/history.ts';
import { bindRead, bindWrite } from './bind.ts';
import type { ReadEndpoint, WriteEndpoint } from './endpoint.ts';
import { maxInstant, readWithin } from './query-values.ts';

const { readEnergy, readTariff, setTariff } = energyEndpoints;

/** Number of periods in a response if the request has no `from`. */
const defaultBars: Readonly<Record<EnergyPeriod, number>> = { hour: 24, day: 7, week: 8, month: 12, year: 5 };

/** Reads an energy request: from and to in ms UTC, up to now by default. */
const toEnergyRequest = (
  query: QueryOf<typeof readEnergy>,
  { now, timeZone: ownZone }: { now: number; timeZone: string },
): Result<EnergyRequest> => {
  const { by = 'day' } = query;
  const timeZone = query.timeZone === undefined ? ok(ownZone) : checkTimeZone(query.timeZone);
  if (!timeZone.ok) return timeZone;
  const to = readWithin(query, 'to', { byDefault: now + 1, min: 1, max: maxInstant });
  if (!to.ok) return to;
  const first = earlier(to.value - 1, by, timeZone.value, defaultBars[by] - 1);
  const from = readWithin(query, 'from', { byDefault: Math.max(0, first), min: 0, max: to.value - 1 });
  if (!from.ok) return from;
  const request = { by, timeZone: timeZone.value, from: from.value, to: to.value };
  const { length } = periodsOf(request, request.by, request.timeZone, maxBars + 1);
  if (length > maxBars) return refuse('too-many', { path: ['from'], facts: { length, max: maxBars } });
  return ok(request);
};

interface EnergyReadsDeps {
  readonly device: Device;
  readonly history: History;
  readonly tariffs: TariffStore;
}

/** Creates the endpoints that read the recorded energy and its price. */
export function createEnergyReads({ device, history, tariffs }: EnergyReadsDeps): ReadEndpoint[] {
  const currentTariff = () => tariffs.read(device.datagrams().power[0]?.CostOfPower, device.timeZone());
  return [
    bindRead(readEnergy, (query) => {
      const now = device.at();
      const request = toEnergyRequest(query, { now, timeZone: device.timeZone() });
      if (!request.ok) return request;
      const tariff = currentTariff().tariff ?? undefined;
      return ok(toEnergyReport(request.value, { ...history, datagrams: device.datagrams(), tariff, now }));
    }),
    bindRead(readTariff, () => ok(currentTariff())),
  ];
}

export const createTariffWrite = (tariffs: TariffStore): WriteEndpoint => bindWrite(setTariff, tariffs.write);
