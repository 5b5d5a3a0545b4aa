import { type Calendar, createCalendar } from '../calendar/calendar.ts';
import { type HouseFile, seedOf } from '../house-schema/house.ts';
import { houseWithZones } from '../house-schema/with-zones.ts';
import {
  createGeneratedWeather,
  createSun,
  createThermalModel,
  type FindSun,
  overrideWeather,
  readWeatherCsv,
  SYDNEY,
  type ThermalModel,
  type Weather,
  type WeatherOverride,
  type WeatherSource,
} from '../physics/index.ts';

/** The constant data of a house file, ready to be simulated. */
export interface HouseModel {
  readonly house: HouseFile;
  readonly thermal: ThermalModel;
  readonly calendar: Calendar;
  /**
   * Returns the weather at a time (ms UTC), with the values that an override holds. Every call returns the same object.
   */
  readonly weatherAt: (at: number, held: WeatherOverride) => Weather;
  readonly stepMs: number;
}

/** Length of a step in seconds if the house file has none. */
const defaultStep = 30;
/**
 * Maximum step length with irrigation, in seconds: the shortest soak pause, so that no pause begins and ends within a
 * step.
 */
const maxIrrigationStep = 60;

/** Returns the length of a house's step in seconds. */
const stepOf = ({ step = defaultStep, irrigation }: HouseFile): number =>
  irrigation === undefined ? step : Math.min(step, maxIrrigationStep);

const createWeather = (house: HouseFile, csv: string | undefined, findSun: FindSun): WeatherSource => {
  if (csv !== undefined) return readWeatherCsv(csv, house.place);
  const { csv: _, ...climate } = house.climate ?? {};
  return createGeneratedWeather({ ...SYDNEY, ...house.place, ...climate }, seedOf(house), findSun);
};

const models = new WeakMap<HouseModel, WeakMap<HouseFile, HouseModel>>();

/** Returns the model of a house with the number of zones that its installer set, based on that of its file. */
export const modelWithZones = (model: HouseModel, count: number): HouseModel => {
  const house = houseWithZones(model.house, count);
  if (house === model.house) return model;
  const known = models.get(model) ?? new WeakMap<HouseFile, HouseModel>();
  models.set(model, known);
  let found = known.get(house);
  if (found === undefined) {
    const isLarger = house.rooms.length !== model.house.rooms.length;
    const thermal = isLarger ? createThermalModel(house.rooms, house.place) : model.thermal;
    found = { ...model, house, thermal };
    known.set(house, found);
  }
  return found;
};

/** Creates the model of a house file. `csv` is the text of its weather file, if there is one. */
export const createHouseModel = (house: HouseFile, csv?: string): HouseModel => {
  const findSun = createSun(house.place);
  const weather = createWeather(house, csv, findSun);
  return {
    house,
    thermal: createThermalModel(house.rooms, house.place, findSun),
    calendar: createCalendar(house.place.timeZone),
    weatherAt: overrideWeather(weather, house.place),
    stepMs: stepOf(house) * 1000,
  };
};
