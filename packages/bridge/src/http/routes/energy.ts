import { parseBody } from '@plenum/protocol/check';
import {
  checkTariff,
  type EnergyPeriod,
  energyPeriods,
  type Tariff,
  type TariffAnswer,
} from '@plenum/protocol/energy';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import { earlier, periodsOf } from '../../energy/periods.ts';
import { type EnergyRequest, maxBars, toEnergyReport } from '../../energy/report.ts';
import type { TariffStore } from '../../energy/tariff-store.ts';
import type { History } from '../../history/recorder.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { maxInstant, type Query, readNumber } from '../query-values.ts';
import type { Route } from '../route.ts';

/** How many periods are answered where the request does not say from when. */
const defaultBars: Readonly<Record<EnergyPeriod, number>> = { hour: 24, day: 7, week: 8, month: 12, year: 5 };

const readPeriod = ({ by = 'day' }: Query): Result<EnergyPeriod> => {
  const found = energyPeriods.find((period) => period === by);
  if (found !== undefined) return ok(found);
  return refuse('not-a-choice', { path: ['by'], input: by, facts: { choices: energyPeriods } });
};

const readTimeZone = ({ timeZone }: Query, byDefault: string): Result<string> => {
  if (timeZone === undefined || timeZone === '') return ok(byDefault);
  try {
    return ok(new Intl.DateTimeFormat('en', { timeZone: timeZone as string }).resolvedOptions().timeZone);
  } catch {
    const facts = { what: 'a time zone', why: 'name one such as Australia/Sydney' };
    return refuse('unusable-word', { path: ['timeZone'], input: timeZone, facts });
  }
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

export interface EnergyRoutesDeps {
  readonly device: Device;
  readonly history: History;
  readonly tariffs: TariffStore;
  readonly readOnly: boolean;
}

/** `GET /energy` adds up energy by periods of local time; `GET` and `POST /energy/tariff` read and set its price. */
export const createEnergyRoutes = ({ device, history, tariffs, readOnly }: EnergyRoutesDeps): Route[] => {
  const readTariff = (): TariffAnswer => tariffs.read(device.datagrams().power[0]?.CostOfPower);
  const ownZone = () => device.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const setTariff = (body: Body): Result<Tariff> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const checked = checkTariff(parsed.value);
    if (!checked.ok) return checked;
    const stored = tariffs.write(checked.value);
    return stored.ok ? checked : stored;
  };
  return [
    {
      method: 'GET',
      path: '/energy',
      endpoint: 'energy',
      handle: ({ query }) => {
        const now = device.at();
        const request = parseEnergyRequest(query as Query, { now, timeZone: ownZone() });
        return toAnswer(request, (range) => {
          const tariff = readTariff().tariff ?? undefined;
          const report = toEnergyReport(range, { ...history, datagrams: device.datagrams(), tariff, now });
          return toJsonAnswer(JSON.stringify(report));
        });
      },
    },
    {
      method: 'GET',
      path: '/energy/tariff',
      endpoint: 'energy',
      handle: () => toJsonAnswer(JSON.stringify(readTariff())),
    },
    {
      method: 'POST',
      path: '/energy/tariff',
      endpoint: 'energy',
      handle: (request) => toAnswer(setTariff(bodyOf(request)), () => toTextAnswer('OK')),
    },
  ];
};
