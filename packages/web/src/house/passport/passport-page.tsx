import {
  currencyOf,
  type EnergyAnswer,
  type PassportDay,
  passportDays,
  passportSeries,
  passportWays,
} from '@plenum/insight/energy';
import type { Estimate } from '@plenum/insight/estimate';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { isSensed } from '@plenum/protocol/zone';
import { useState } from 'react';
import { Stepper } from '../../design/field/stepper.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { totalOf } from '../../reading/energy/room-energy.ts';
import { daysByMonth, energyAt, toMonth } from '../../reading/house/passport.ts';
import { formatCost } from '../../reading/number/cost.ts';
import { dateFormat, formatDecimal } from '../../reading/number/intl.ts';
import { noSamples } from '../../reading/number/samples.ts';
import { formatSetpoint, type Scale } from '../../reading/number/temperature.ts';
import { dayOf } from '../../reading/time/calendar.ts';
import { dayLong } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useEnergy } from '../energy/use-energy.ts';
import { useHistory } from '../history/use-history.ts';
import { useAll, useHouseTime, useScale, useTimeZone } from '../house-context.tsx';
import { useComfort } from '../schedule/use-comfort.ts';

/** Days of the record that the passport is made of. */
const recordedDays = 400;

/** Formats a figure with its interval: `6.1 (5.5 to 6.7) K/h`. */
const figure = ({ value, low, high }: Estimate, unit: string, factor = 1): string => {
  const digits = Math.abs(value * factor) < 10 ? 1 : 0;
  const number = (of: number) => (Number.isFinite(of) ? formatDecimal(of * factor, digits) : '∞');
  return t('passport.figure', { value: number(value), low: number(low), high: number(high), unit });
};

/** Returns a function that formats the days that a figure comes from. */
const useSpan = () => {
  const timeZone = useTimeZone();
  return (from: number, to: number) =>
    dateFormat({ timeZone, day: 'numeric', month: 'short' }).formatRange(from, to);
};

/** The figures of each room; rooms of which too little is known say so. */
const Rooms = ({ rooms }: Pick<ComfortAnswer, 'rooms'>) => {
  const zones = useAll('zone').filter(isSensed);
  const scale = useScale();
  const span = useSpan();
  const lines = zones.flatMap(({ Index, Name }) => {
    const known = rooms.filter(({ index }) => index === Index);
    if (known.length === 0) return { label: Name, value: t('passport.notYet') };
    return known.map(({ way, rate, dead, drift, from, to }) => ({
      label: t('passport.room', { name: Name, way }),
      value: [
        figure(rate, `°${scale}/h`, degreesOf(scale)),
        dead === null ? '' : t('passport.dead', { minutes: formatDecimal(dead.value / 60, 0) }),
        drift === null ? '' : t('passport.drift', { share: formatDecimal(100 * drift.value, 0) }),
        t('passport.runs', { count: rate.count, days: span(from, to) }),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    }));
  });
  return (
    <section className="panel card" aria-labelledby="passport-rooms">
      <h2 id="passport-rooms">{t('passport.rooms')}</h2>
      <p className="quiet small">{t('passport.roomsHelp')}</p>
      <ValueList lines={lines} />
    </section>
  );
};

/** Degrees of a temperature scale in a kelvin. */
const degreesOf = (scale: Scale): number => (scale === 'F' ? 1.8 : 1);

/** The figures of the house: how fast it cools down, and the energy of a degree-day. */
const House = ({ timeConstant, perDegreeDay }: Pick<ComfortAnswer, 'timeConstant' | 'perDegreeDay'>) => {
  const lines = [
    {
      label: t('passport.timeConstant'),
      value:
        timeConstant === null
          ? t('passport.notYet')
          : `${figure(timeConstant, 'h')} · ${t('passport.nights', { count: timeConstant.count })}`,
    },
    ...passportWays.map((way) => {
      const known = perDegreeDay[way];
      return {
        label: t('passport.perDegreeDay', { way }),
        value:
          known === null
            ? t('passport.notYet')
            : `${figure(known, 'kWh')} · ${t('passport.days', { count: known.count })}`,
      };
    }),
  ];
  return (
    <section className="panel card" aria-labelledby="passport-house">
      <h2 id="passport-house">{t('passport.house')}</h2>
      <ValueList lines={lines} />
    </section>
  );
};

/** Each month, divided by its degree-days. */
const Months = ({ months }: { readonly months: readonly (readonly PassportDay[])[] }) => {
  const timeZone = useTimeZone();
  if (months.length === 0) return null;
  return (
    <section className="panel card" aria-labelledby="passport-months">
      <h2 id="passport-months">{t('passport.months')}</h2>
      <p className="quiet small">{t('passport.monthsHelp')}</p>
      <ValueList
        lines={months.map(toMonth).map(({ from, days, energy, heating, cooling, perDegreeDay }) => ({
          label: dateFormat({ timeZone, month: 'long', year: 'numeric' }).format(from + dayLong / 2),
          value: [
            t('passport.days', { count: days }),
            `${formatDecimal(energy, 0)} kWh`,
            t('passport.degreeDays', {
              heating: formatDecimal(heating, 0),
              cooling: formatDecimal(cooling, 0),
            }),
            perDegreeDay === undefined ? '' : t('passport.each', { energy: formatDecimal(perDegreeDay, 2) }),
          ]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
    </section>
  );
};

/** Returns the cost of the air conditioner in an answer; undefined if it is unknown. */
const costOf = ({ rooms }: EnergyAnswer): number | undefined => {
  if (rooms === null) return undefined;
  const known = [...rooms.zones, rooms.rest].flatMap((one) => totalOf(one).cost ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0);
};

/** Estimates the cost of the latest complete month at another temperature. */
const OtherRooms = ({ days }: { readonly days: readonly PassportDay[] }) => {
  const [setpoint, setSetpoint] = useState(23);
  const scale = useScale();
  const timeZone = useTimeZone();
  const { data } = useEnergy({ by: 'day', from: days[0]!.at, to: days.at(-1)!.at + dayLong });
  const at = energyAt(days, setpoint);
  if (at === undefined) return null;
  const cost = data === undefined ? undefined : costOf(data);
  const format = (celsius: number) => formatSetpoint(celsius * 100, scale);
  const write = (share: number) =>
    cost === undefined
      ? `${formatDecimal(at.energy * share, 0)} kWh`
      : formatCost(cost * share, currencyOf(data?.tariff ?? null));
  return (
    <section className="panel card" aria-labelledby="passport-other">
      <h2 id="passport-other">{t('passport.other')}</h2>
      <Stepper
        label={t('passport.setpoint')}
        value={setpoint}
        min={16}
        max={30}
        step={0.5}
        settle={0}
        format={format}
        unit={`°${scale}`}
        onChange={setSetpoint}
      />
      <p role="status">
        {t('passport.wouldBe', {
          month: dateFormat({ timeZone, month: 'long', year: 'numeric' }).format(days[0]!.at + dayLong / 2),
          was: write(1),
          indoor: `${formatDecimal(scale === 'F' ? at.indoor * 1.8 + 32 : at.indoor, 1)} °${scale}`,
          wouldBe: write(at.wouldBe / at.energy),
          setpoint: `${format(setpoint)} °${scale}`,
        })}
      </p>
      <p className="quiet small">{t('passport.otherHelp')}</p>
    </section>
  );
};

/** The thermal passport: what the house has shown about its rooms and its energy, each figure with its interval. */
export function PassportPage() {
  const { comfort } = useComfort();
  const { now, timeZone } = useHouseTime(60_000);
  const from = dayOf(now - recordedDays * dayLong, timeZone).from;
  const to = dayOf(now, timeZone).from;
  const { samples = noSamples } = useHistory(passportSeries, { from, to, step: dayLong });
  const days = passportDays(samples);
  const months = daysByMonth(days, timeZone ?? 'UTC');
  const last = months[1] ?? months[0];
  return (
    <div className="page">
      <header className="page__head">
        <div>
          <h1 className="page__title">{t('passport.title')}</h1>
          <p className="page__lead">{t('passport.lead')}</p>
        </div>
      </header>
      {comfort !== undefined && <House {...comfort} />}
      {comfort !== undefined && <Rooms rooms={comfort.rooms} />}
      {last !== undefined && <OtherRooms days={last} />}
      <Months months={months} />
    </div>
  );
}
