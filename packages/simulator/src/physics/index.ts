export {
  type Air,
  blendAir,
  createPlaceAir,
  type PlaceAir,
  SEA_LEVEL,
  standardPressure,
  VAPORISATION,
} from './air.ts';
export { FLOORS, PARTITIONS, ROOFS, WALLS, WINDOWS } from './construction/library.ts';
export { DAILY_PROFILES, placeOfHour, toDailyProfile } from './daily-profiles.ts';
export { underRoofSpace } from './envelope/envelope.ts';
export { describeEnvelope, type RoomEnvelope } from './envelope/room-envelope.ts';
export { createHeatFlows, createUnitFlows } from './heat-flows.ts';
export { COLDEST_COIL } from './machine/coil.ts';
export {
  EVAPORATIVE_COOLER,
  type EvaporativeCooler,
  type EvaporativeDemand,
  type EvaporativeOutput,
  runEvaporativeCooler,
} from './machine/evaporative-cooler.ts';
export { fanPower, fanWarming } from './machine/fan.ts';
export { HOTTEST_SUPPLY, runGasHeater } from './machine/gas-heater.ts';
export {
  defrostShare,
  type HeatPumpDemand,
  type HeatPumpOutput,
  runHeatPump,
} from './machine/heat-pump.ts';
export { createHeatPump, type HeatPump, type HeatPumpKind } from './machine/heat-pump-models.ts';
export { advanceTank, heatTo, type Tank, tankLoss } from './machine/hot-water-tank.ts';
export { FAN_COIL, type Regulator, regulate } from './machine/regulator.ts';
export {
  dewPoint,
  enthalpy,
  saturationPressure,
  saturationRatio,
  toHumidityRatio,
  toRelativeHumidity,
  wetBulb,
} from './psychrometrics.ts';
export { DEFAULT_ROOM } from './room-defaults.ts';
export { createSun, type FindSun, sunDirection, sunHeight } from './sun/sun.ts';
export { createThermalModel } from './thermal-model.ts';
export type * from './types.ts';
export { toState } from './weather/climate-state.ts';
export { type Climate, SYDNEY } from './weather/climates.ts';
export { copyWeather, mixWeather } from './weather/create-weather.ts';
export { noise, smoothNoise } from './weather/noise.ts';
export { computeSkyRadiation } from './weather/sky-radiation.ts';
export { readWeatherCsv, WEATHER_COLUMNS } from './weather/weather-csv.ts';
export { readEpw } from './weather/weather-epw.ts';
export { createGeneratedWeather } from './weather/weather-generator.ts';
export { overrideWeather, type WeatherOverride } from './weather/weather-override.ts';
