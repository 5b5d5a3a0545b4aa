import {
  type AnswerOf,
  endpointsCountedAs,
  listOf,
  open,
  orNull,
  type ShapeValue,
} from '@plenum/protocol/endpoint';
import { isTimeZone } from '@plenum/protocol/extension';
import { bool, instant, number, quantity, text, word } from '@plenum/protocol/field';
import { energyPeriods } from './periods.ts';
import { checkTariff, type Tariff, tariff } from './tariff.ts';

const { get, post } = endpointsCountedAs('energy');

const energy = (description: string) => orNull(quantity(description));

const cost = energy(
  'cost of the part that came from the grid, which is the same for everything in use at a moment; null without a tariff',
);

const energyBar = open('energy of a period, in Wh', {
  from: instant('its beginning in local time'),
  to: instant('its end in local time'),
  known: number('seconds of the period for which the use of the house is known'),
  used: energy('Wh that the house used; null if nothing of it is known'),
  solar: energy('Wh that it generated'),
  import: energy('Wh from the grid'),
  export: energy('Wh to the grid'),
  surplus: energy('Wh generated beyond all use except that of solar diverters; null without a generator'),
  cost: energy(
    'cost of the energy from the grid, less the payment for energy to the grid; null without a tariff',
  ),
});

const energyChannel = open('a channel of the power monitor', {
  series: text('its series of `GET /history` without the unit: `power.0.1`'),
  name: text('its name'),
  isGenerator: bool('whether it is a generator'),
  isTotal: bool('whether it measures the whole house'),
  energy: listOf('its energy in each bar', energy('Wh')),
  cost: listOf('the cost of its energy in each bar', cost),
  before: open('the same of the earlier time, as a whole', { energy: energy('Wh'), cost }),
});

const energyRooms = open('the energy of the ducted unit by zone', {
  channels: listOf('the channels that feed the unit, by their names', text('a name')),
  zones: listOf(
    'the zones, each with its share of the air',
    open('a zone', {
      index: number('its index'),
      name: text('its name'),
      energy: listOf('its energy in each bar', energy('Wh')),
      cost: listOf('the cost of its energy in each bar', cost),
    }),
  ),
  rest: open('what belongs to no zone: the unit was off, or every damper was shut', {
    energy: listOf('energy in each bar', energy('Wh')),
    cost: listOf('cost in each bar', cost),
  }),
});

const at = 1_767_225_600_000;
const day = 86_400_000;
const priceExample: Tariff = {
  currency: 'AUD',
  prices: [
    { from: '00:00', price: 0.25 },
    { from: '15:00', price: 0.48 },
    { from: '21:00', price: 0.25 },
  ],
  feedIn: 0.05,
};
const barExample = {
  from: at,
  to: at + day,
  known: 86_400,
  used: 12_000,
  solar: 8_000,
  import: 7_000,
  export: 3_000,
  surplus: 3_000,
  cost: 2.14,
};

/** Endpoints for recorded energy and its price. */
export const energyEndpoints = {
  readEnergy: get('/energy', {
    summary: 'Read the energy of each hour, day, week, month or year, with its cost.',
    isForApps: true,
    query: open(
      'the energy to add up',
      {
        by: word('the period; `day` by default', energyPeriods),
        from: instant('beginning of the range, moved to the beginning of its period'),
        to: instant('now by default'),
        timeZone: text('IANA name; that of the house by default'),
      },
      { optional: ['by', 'from', 'to', 'timeZone'] },
    ),
    answer: open('The energy in Wh.', {
      by: word('the period', energyPeriods),
      timeZone: text('IANA name'),
      bars: listOf('the periods', energyBar),
      total: { ...energyBar, description: 'the sum of all bars, up to now' },
      before: {
        ...energyBar,
        description:
          'an earlier time of the same length: for a whole day, week, month or year the previous one, otherwise as many periods',
      },
      channels: listOf('the channels of the power monitor', energyChannel),
      rooms: {
        ...orNull(energyRooms),
        description:
          'the energy of the ducted unit by zone; null if no channel has a name that belongs to the unit',
      },
      tariff: orNull(tariff),
    }),
    isUsable: ({ timeZone }: { readonly timeZone: string }) => isTimeZone(timeZone),
    example: {
      by: 'day',
      timeZone: 'Australia/Sydney',
      bars: [barExample],
      total: barExample,
      before: { ...barExample, from: at - day, to: at },
      channels: [
        {
          series: 'power.0.1',
          name: 'Oven',
          isGenerator: false,
          isTotal: false,
          energy: [1_200],
          cost: [0.3],
          before: { energy: 900, cost: 0.22 },
        },
      ],
      rooms: {
        channels: ['Ducted'],
        zones: [{ index: 0, name: 'Lounge', energy: [1_500], cost: [0.4] }],
        rest: { energy: [40], cost: [0.01] },
      },
      tariff: priceExample,
    },
  }),
  readTariff: get('/energy/tariff', {
    summary: 'Read the price of a kWh.',
    isForApps: true,
    answer: open('The tariff.', {
      tariff: orNull(tariff),
      isSet: bool('whether it was set; if not, it is the price from the power monitor'),
    }),
    example: { tariff: priceExample, isSet: true },
  }),
  setTariff: post('/energy/tariff', {
    summary: 'Set the price of a kWh by time of day.',
    body: tariff,
    bodyExample: priceExample,
    check: checkTariff,
    refusals: ['not-stored'],
  }),
} as const;

/** The energy of one period, in Wh; null if it is unknown. */
export type EnergyBar = ShapeValue<typeof energyBar>;

/** One channel of the power monitor, with its energy in each period. */
export type EnergyChannel = ShapeValue<typeof energyChannel>;

/** The energy of the ducted unit by zone. */
export type EnergyRooms = ShapeValue<typeof energyRooms>;

/** The response of `GET /energy`. */
export type EnergyAnswer = AnswerOf<typeof energyEndpoints.readEnergy>;

/** The response of `GET /energy/tariff`; null if there is no tariff. */
export type TariffAnswer = AnswerOf<typeof energyEndpoints.readTariff>;
