import type { ComfortAnswer } from '@plenum/protocol/schedule';

/** Rounds to hundredths. */
const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(100 * value) / 100 : null;

type Figure = NonNullable<ComfortAnswer['timeConstant']>;

const toFigure = (figure: Figure | null, factor = 1) =>
  figure && {
    value: rounded(figure.value * factor),
    low: rounded(figure.low * factor),
    high: rounded(figure.high * factor),
    observations: figure.count,
  };

/** Returns the message about what a house has learnt; each figure has the interval that holds it in nine of ten cases. */
export const toPassport = ({ timeConstant, perDegreeDay, rooms }: ComfortAnswer) => ({
  time_constant_hours: toFigure(timeConstant),
  kwh_per_degree_day: {
    heating: toFigure(perDegreeDay.heating),
    cooling: toFigure(perDegreeDay.cooling),
  },
  rooms: rooms.map(({ index, way, rate, dead, drift }) => ({
    zone: index,
    way,
    rate_kelvin_per_hour: toFigure(rate),
    dead_time_seconds: toFigure(dead),
    drift_percent_per_hour: toFigure(drift, 100),
  })),
});
