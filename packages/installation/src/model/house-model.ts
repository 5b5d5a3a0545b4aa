import { type Calendar, createCalendar } from '../calendar/calendar.ts';
import { type HouseFile, seedOf } from '../house/house.ts';
import {
  createGeneratedWeather,
  createThermalModel,
  overrideWeather,
  readWeatherCsv,
  SYDNEY,
  type ThermalModel,
  type Weather,
  type WeatherOverride,
  type WeatherSource,
} from '../physics/index.ts';

/** Everything about a house that time does not change. */
export interface HouseModel {
  readonly house: HouseFile;
  readonly thermal: ThermalModel;
  readonly calendar: Calendar;
  /** Outdoors at an instant (ms UTC) under what is held of it; every call fills and returns the same object. */
  readonly weatherAt: (at: number, held: WeatherOverride) => Weather;
  readonly stepMs: number;
}

/** Seconds of a step where the house file does not say. */
const defaultStep = 30;

const createWeather = (house: HouseFile, csv: string | undefined): WeatherSource => {
  if (csv !== undefined) return readWeatherCsv(csv, house.place);
  const { csv: _, ...climate } = house.climate ?? {};
  return createGeneratedWeather({ ...SYDNEY, ...house.place, ...climate }, seedOf(house));
};

/** Works out what a house file says once; `csv` is the text of its weather file, where it names one. */
export const createHouseModel = (house: HouseFile, csv?: string): HouseModel => {
  const weather = createWeather(house, csv);
  return {
    house,
    thermal: createThermalModel(house.rooms, house.place),
    calendar: createCalendar(house.place.timeZone),
    weatherAt: overrideWeather(weather, house.place),
    stepMs: (house.step ?? defaultStep) * 1000,
  };
};
