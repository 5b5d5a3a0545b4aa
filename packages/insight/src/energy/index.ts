export { airShares, type UnitPower, unitChannels, unitPower } from './air.ts';
export {
  countedChannels,
  type PowerChannel,
  type PowerFlows,
  powerChannels,
  powerFlows,
  readItems,
} from './channels.ts';
export { currencyOfZone } from './currency.ts';
export {
  degreeDayBases,
  degreeDaysOf,
  energyPerDegreeDay,
  leastDegreeDays,
  type PassportDay,
  type PassportWay,
  passportDays,
  passportSeries,
  passportWays,
} from './degree-days.ts';
export {
  type EnergyAnswer,
  type EnergyBar,
  type EnergyChannel,
  type EnergyRooms,
  energyEndpoints,
  type TariffAnswer,
} from './endpoints.ts';
export { allEnergy, type EnergyPeriod, energyPeriods } from './periods.ts';
export {
  checkTariff,
  currencyOf,
  defaultTariff,
  pricesOn,
  startOf,
  type Tariff,
  tariff,
} from './tariff.ts';
