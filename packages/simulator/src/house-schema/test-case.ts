import { list, quantity, record } from '@plenum/protocol/field';

const degrees = (description: string) => quantity(description, { min: -20, max: 60, unit: '°C' });
const price = (description: string) => quantity(`${description} of a kWh`, { min: -10, max: 10 });
const hours = (description: string) =>
  list(`${description}, from midnight`, price('price'), { min: 24, max: 24 });

/** The limits, prices and emissions by which tests of controllers are scored (`plenum boptest`). */
export const testCase = record(
  'limits, prices and emissions by which tests of controllers are scored',
  {
    lower: degrees('lowest comfortable temperature while people are in a room'),
    upper: degrees('highest comfortable temperature while people are in a room'),
    lowerEmpty: degrees('lowest temperature while nobody is in a room'),
    upperEmpty: degrees('highest temperature while nobody is in a room'),
    co2: quantity('highest carbon dioxide while people are in a room', { min: 400, max: 5_000, unit: 'ppm' }),
    emissions: quantity('carbon dioxide of a kWh of electricity', { min: 0, max: 5, unit: 'kg' }),
    price: price('constant price'),
    dynamic: hours('two-rate prices by hour of the day'),
    highlyDynamic: hours('market prices by hour of the day'),
  },
  {
    optional: [
      'lower',
      'upper',
      'lowerEmpty',
      'upperEmpty',
      'co2',
      'emissions',
      'price',
      'dynamic',
      'highlyDynamic',
    ],
  },
);
