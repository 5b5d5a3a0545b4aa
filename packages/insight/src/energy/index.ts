export {
  allEnergy,
  type EnergyAnswer,
  type EnergyBar,
  type EnergyChannel,
  type EnergyPeriod,
  energyPeriods,
  type TariffAnswer,
} from './answer.ts';
export {
  countedChannels,
  type PowerChannel,
  type PowerFlows,
  powerChannels,
  powerFlows,
} from './channels.ts';
export {
  checkTariff,
  currencyOf,
  defaultTariff,
  pricesOn,
  startOf,
  type Tariff,
  tariff,
} from './tariff.ts';
