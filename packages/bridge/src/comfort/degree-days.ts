import { energyPerDegreeDay, passportDays, passportSeries } from '@plenum/insight/energy';
import { type ComfortAnswer, minutesInDay } from '@plenum/protocol/schedule';
import { instantOf, localMinuteOf } from '../exceptions/window.ts';
import type { History } from '../history/history.ts';
import { minute } from './plan-start.ts';

/** Days of the record that count. */
const recordedDays = 400;
const dayLong = minutesInDay * minute;

/** Creates a function that returns the kWh for each degree-day on the complete days of the record, found once a day. */
export function createDegreeDayReader(
  history: Pick<History, 'view'>,
): (at: number, timeZone: string) => ComfortAnswer['perDegreeDay'] {
  let read: { readonly to: number; readonly known: ComfortAnswer['perDegreeDay'] } | undefined;
  return (at, timeZone) => {
    const today = Math.floor(localMinuteOf(at, timeZone) / minutesInDay);
    const to = instantOf(today * minutesInDay, timeZone);
    if (read?.to === to) return read.known;
    const from = to - recordedDays * dayLong;
    const { series: values } = history.view({ series: [...passportSeries], from, to, step: dayLong });
    const times = Array.from({ length: recordedDays }, (_, place) => from + place * dayLong);
    const days = passportDays({ times, values });
    const known = {
      heating: energyPerDegreeDay(days, 'heating') ?? null,
      cooling: energyPerDegreeDay(days, 'cooling') ?? null,
    };
    read = { to, known };
    return known;
  };
}
