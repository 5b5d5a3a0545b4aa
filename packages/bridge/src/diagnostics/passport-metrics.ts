import { passportWays } from '@plenum/insight/energy';
import type { Estimate } from '@plenum/insight/estimate';
import type { Datagrams } from '@plenum/protocol/component';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { Gauge, type Registry } from '@prometheus-io/client';

/** Figures that a house has learnt about itself. */
export type Learnt = Pick<ComfortAnswer, 'rooms' | 'timeConstant' | 'perDegreeDay' | 'day' | 'yesterday'>;

const bounds = ['value', 'low', 'high'] as const;
const interval = 'with the interval that holds it in nine of ten cases';

/** Sets a figure and the ends of its interval. */
const set = (
  gauge: Gauge<string>,
  figure: Estimate | null,
  { labels, factor = 1 }: { readonly labels: Readonly<Record<string, string>>; readonly factor?: number },
): void => {
  if (figure === null) return;
  for (const bound of bounds) gauge.set({ ...labels, bound }, figure[bound] * factor);
};

/** Adds what a house has learnt about itself, in base units. */
export function addPassport(
  registry: Registry,
  { rooms, timeConstant, perDegreeDay }: Learnt,
  { zone }: Datagrams,
): void {
  const registers = [registry];
  if (timeConstant !== null)
    set(
      new Gauge({
        name: 'plenum_house_time_constant_seconds',
        help: `Time constant of the house without the unit, ${interval}.`,
        labelNames: ['bound'],
        registers,
      }),
      timeConstant,
      { labels: {}, factor: 3_600 },
    );
  const known = passportWays.filter((way) => perDegreeDay[way] !== null);
  if (known.length > 0) {
    const energy = new Gauge({
      name: 'plenum_house_joules_per_degree_day',
      help: `Energy of the air conditioner for each degree-day, ${interval}.`,
      labelNames: ['way', 'bound'],
      registers,
    });
    for (const way of known) set(energy, perDegreeDay[way], { labels: { way }, factor: 3_600_000 });
  }
  if (rooms.length === 0) return;
  const rates = new Gauge({
    name: 'plenum_zone_rate_kelvin_per_second',
    help: `Change of a zone by the unit alone at full power, ${interval}.`,
    labelNames: ['index', 'name', 'way', 'bound'],
    registers,
  });
  for (const { index, way, rate } of rooms) {
    const name = zone.find(({ Index }) => Index === index)?.Name ?? '';
    set(rates, rate, { labels: { index: String(index), name, way }, factor: 1 / 3_600 });
  }
}

/** Adds the early starts that are planned, and the error of yesterday's. */
export function addPlan(registry: Registry, { day, yesterday }: Learnt): void {
  const registers = [registry];
  const labelNames = ['index', 'name'];
  const planned = new Gauge({
    name: 'plenum_favourite_planned_start_timestamp_seconds',
    help: 'When a favourite starts next, early or not, in seconds since 1970 UTC.',
    labelNames,
    registers,
  });
  for (const { favourite, name, start, startsAt } of day.toReversed())
    planned.set({ index: String(favourite), name }, (startsAt ?? start) / 1000);
  const error = new Gauge({
    name: 'plenum_favourite_arrival_error_seconds',
    help: 'Time by which the rooms of a favourite arrived late yesterday; negative if they were early.',
    labelNames,
    registers,
  });
  for (const { favourite, name, start, arrivedAt } of yesterday)
    if (arrivedAt !== undefined) error.set({ index: String(favourite), name }, (arrivedAt - start) / 1000);
}
