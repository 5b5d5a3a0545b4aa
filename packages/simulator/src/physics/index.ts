export { type Air, blendAir } from './air.ts';
export { copyToWork, createClimateState, type InitialClimate, toState, toWork } from './climate-state.ts';
export { type Climate, SYDNEY } from './climates.ts';
export { COLDEST_COIL } from './coil.ts';
export { DAILY_PROFILES, shareAt } from './daily-profiles.ts';
export {
  EVAPORATIVE_COOLER,
  type EvaporativeCooler,
  type EvaporativeDemand,
  type EvaporativeOutput,
  runEvaporativeCooler,
} from './evaporative-cooler.ts';
export { fanPower, fanWarming } from './fan.ts';
export { HOTTEST_SUPPLY, runGasHeater } from './gas-heater.ts';
export { createHeatFlows } from './heat-flows.ts';
export {
  defrostFactor,
  findCapacity,
  findEfficiency,
  type HeatPumpDemand,
  type HeatPumpOutput,
  runHeatPump,
} from './heat-pump.ts';
export { HEAT_PUMPS, type HeatPump, scaleHeatPump } from './heat-pump-models.ts';
export { advanceTank, heatTo, type Tank, tankLoss } from './hot-water-tank.ts';
export { noise, smoothNoise } from './noise.ts';
export {
  dewPoint,
  enthalpy,
  saturationPressure,
  saturationRatio,
  toHumidityRatio,
  toRelativeHumidity,
  wetBulb,
} from './psychrometrics.ts';
export { DEFAULT_INSULATION, DEFAULT_ROOM } from './room-defaults.ts';
export { computeSkyRadiation } from './sky-radiation.ts';
export { createSun, type Sun, sunDirection, sunHeight } from './sun.ts';
export { SURFACES } from './surfaces.ts';
export { createThermalModel } from './thermal-model.ts';
export type * from './types.ts';
export { readWeatherCsv, WEATHER_COLUMNS } from './weather-csv.ts';
export { createGeneratedWeather } from './weather-generator.ts';
export { overrideWeather, type WeatherOverride } from './weather-override.ts';
