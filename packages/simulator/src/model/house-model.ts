import { type Calendar, createCalendar } from '../calendar/calendar.ts';
import { type HouseFile, seedOf } from '../house-schema/house.ts';
import { houseWithZones } from '../house-schema/with-zones.ts';
import {
  createGeneratedWeather,
  createSun,
  createThermalModel,
  type FindSun,
  overrideWeather,
  readEpw,
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

/** The weather of a house, and the mean air pressure in Pa and the altitude in m if its file tells them. */
interface HouseWeather {
  readonly source: WeatherSource;
  readonly pressure?: number;
  readonly altitude?: number;
}

/** Returns the weather of a house: generated, or from the text of its weather file. */
const createWeather = (house: HouseFile, text: string | undefined, findSun: FindSun): HouseWeather => {
  const { csv: _, epw, ...climate } = house.climate ?? {};
  if (text !== undefined && epw !== undefined) {
    const { place, source } = readEpw(text, house.place.altitude);
    return { source, pressure: place.pressure, altitude: place.altitude };
  }
  if (text !== undefined) return { source: readWeatherCsv(text, house.place) };
  return {
    source: createGeneratedWeather({ ...SYDNEY, ...house.place, ...climate }, seedOf(house), findSun),
  };
};

const models = new WeakMap<HouseModel, WeakMap<HouseFile, HouseModel>>();

/** Returns the model of a house with the number of zones that its installer set, based on that of its file. */
export function modelWithZones(model: HouseModel, count: number): HouseModel {
  const house = houseWithZones(model.house, count);
  if (house === model.house) return model;
  const known = models.get(model) ?? new WeakMap<HouseFile, HouseModel>();
  models.set(model, known);
  let found = known.get(house);
  if (found === undefined) {
    const isLarger = house.rooms.length !== model.house.rooms.length;
    const settings = { step: model.stepMs / 1000, pressure: model.thermal.air.pressure };
    const thermal = isLarger ? createThermalModel(house.rooms, house.place, settings) : model.thermal;
    found = { ...model, house, thermal };
    known.set(house, found);
  }
  return found;
}

/**
 * Creates the model of a house file. `weatherFile` is the text of its weather file, if there is one. A house without an
 * altitude has that of the weather file, if it tells one.
 */
export function createHouseModel(file: HouseFile, weatherFile?: string): HouseModel {
  const findSun = createSun(file.place);
  const { source, pressure, altitude } = createWeather(file, weatherFile, findSun);
  const house = altitude === undefined ? file : { ...file, place: { altitude, ...file.place } };
  const step = stepOf(house);
  const settings = { step, findSun, ...(pressure !== undefined && { pressure }) };
  const thermal = createThermalModel(house.rooms, house.place, settings);
  return {
    house,
    thermal,
    calendar: createCalendar(house.place.timeZone),
    weatherAt: overrideWeather(source, house.place, thermal.air.pressure),
    stepMs: step * 1000,
  };
}
