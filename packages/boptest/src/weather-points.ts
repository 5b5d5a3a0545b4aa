import type { Outdoors } from '@plenum/simulator';
import { type ForecastPoint, type Measurement, toKelvin } from './point.ts';

/** A value of the weather: its names as a forecast and, if it is measured, at the station; and how it is read. */
interface WeatherValue {
  readonly forecast: string;
  readonly measurement?: string;
  readonly unit: string;
  readonly description: string;
  readonly read: (outdoors: Outdoors) => number;
}

const weatherValues: readonly WeatherValue[] = [
  {
    forecast: 'TDryBul',
    measurement: 'weaSta_reaWeaTDryBul_y',
    unit: 'K',
    description: 'Temperature outdoors',
    read: ({ temperature }) => toKelvin(temperature),
  },
  {
    forecast: 'relHum',
    measurement: 'weaSta_reaWeaRelHum_y',
    unit: '1',
    description: 'Relative humidity outdoors',
    read: ({ relativeHumidity }) => relativeHumidity / 100,
  },
  {
    forecast: 'HGloHor',
    measurement: 'weaSta_reaWeaHGloHor_y',
    unit: 'W/m2',
    description: 'Sun on a horizontal plane',
    read: ({ global }) => global,
  },
  {
    forecast: 'HDirNor',
    measurement: 'weaSta_reaWeaHDirNor_y',
    unit: 'W/m2',
    description: 'Direct sun on a plane that faces it',
    read: ({ beam }) => beam,
  },
  {
    forecast: 'HDifHor',
    measurement: 'weaSta_reaWeaHDifHor_y',
    unit: 'W/m2',
    description: 'Diffuse sun on a horizontal plane',
    read: ({ diffuse }) => diffuse,
  },
  {
    forecast: 'HHorIR',
    unit: 'W/m2',
    description: 'Infrared from the sky on a horizontal plane',
    read: ({ infrared }) => infrared,
  },
  {
    forecast: 'winSpe',
    measurement: 'weaSta_reaWeaWinSpe_y',
    unit: 'm/s',
    description: 'Wind speed',
    read: ({ wind }) => wind,
  },
  {
    forecast: 'nTot',
    measurement: 'weaSta_reaWeaNTot_y',
    unit: '1',
    description: 'Cloud cover',
    read: ({ cloud }) => cloud,
  },
];

/** The measurements of the weather station. */
export const weatherMeasurements: readonly Measurement[] = weatherValues.flatMap(
  ({ measurement, unit, description, read }) =>
    measurement === undefined
      ? []
      : [
          {
            name: measurement,
            unit,
            description,
            minimum: null,
            maximum: null,
            read: ({ outdoors }) => read(outdoors),
          },
        ],
);

/** Returns the forecasts of the weather that comes. */
export const weatherForecasts = (weatherAt: (time: number) => Outdoors): readonly ForecastPoint[] =>
  weatherValues.map(({ forecast, unit, description, read }) => ({
    name: forecast,
    unit,
    description,
    at: (time) => read(weatherAt(time)),
  }));
