import { check } from '../check/check.ts';
import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { listOf, open, orNull, type ShapeValue } from '../endpoint/shape.ts';
import { bool, instant, list, number, quantity, record, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { Result } from '../refusal/refusal.ts';

/** Reasons for which a favourite does not start early. */
export const holdReasons = [
  'off',
  'rooms-off',
  'later',
  'by-hand',
  'running',
  'quiet',
  'not-known',
  'no-outdoor',
  'no-need',
] as const;
export type HoldReason = (typeof holdReasons)[number];

const { get, post } = endpointsCountedAs('comfort');

const zoneIndex = number('index of a zone', { min: 0, max: 13 });
const favouriteIndex = number('index of a favourite of the ducted system', { min: 0, max: 8 });

/** The owner's settings for favourites that start early. */
export const comfortSettings = record(
  'early starts',
  {
    isOn: bool('whether favourites start early'),
    roomsOff: list('zones for which favourites do not start early', zoneIndex, { min: 0, max: 14 }),
    notBefore: text('local time of day before which nothing starts early', {
      pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
      expected: 'a time of day, such as 05:30',
      example: '05:30',
    }),
    mayEndRunning: bool('whether a favourite may start early while another one is running'),
  },
  { optional: ['notBefore'] },
);
export type ComfortSettings = Value<typeof comfortSettings>;

/** Settings of a house whose owner has not set any. */
export const defaultComfort: ComfortSettings = { isOn: false, roomsOff: [], mayEndRunning: false };

const startLater = record('the favourite that starts later', { favourite: favouriteIndex });

/** Checks untrusted settings of early starts. */
export const checkComfort = (input: unknown): Result<ComfortSettings> =>
  check(comfortSettings, input, ['comfort']) as Result<ComfortSettings>;

const estimate = (description: string) =>
  open(description, {
    value: quantity('the figure'),
    low: quantity('lower end of the interval that holds it in nine of ten cases'),
    high: quantity('upper end of that interval'),
    count: number('number of observations'),
  });

const plan = open(
  'the coming start of a favourite',
  {
    favourite: favouriteIndex,
    name: text('name of the favourite'),
    start: instant('when it begins by the week'),
    startsAt: instant('when it starts early; left out if it does not'),
    needed: number('minutes that the slowest room is expected to need'),
    room: zoneIndex,
    setpoint: quantity('setpoint of that room in °C'),
    cost: quantity('expected cost of the time until its start by the week'),
    currency: text('ISO 4217 code of that cost'),
    reason: word('why it does not start early', holdReasons),
  },
  { optional: ['startsAt', 'needed', 'room', 'setpoint', 'cost', 'currency', 'reason'] },
);

const planResult = open(
  'a run of yesterday: its plan at the midnight before, and what happened',
  {
    favourite: favouriteIndex,
    name: text('name of the favourite'),
    start: instant('when it began by the week'),
    startsAt: instant('when it was to start early; left out if it was not'),
    startedAt: instant('when it started; left out if it did not'),
    arrivedAt: instant('when its slowest room came within 0.5 K of its setpoint; left out if it did not'),
  },
  { optional: ['startsAt', 'startedAt', 'arrivedAt'] },
);

const arrival = open(
  'a start of a favourite',
  {
    favourite: favouriteIndex,
    name: text('name of the favourite'),
    start: instant('when it began by the week'),
    startedAt: instant('when it started'),
    arrivedAt: instant('when its slowest room came within 0.5 K of its setpoint; left out if it did not yet'),
  },
  { optional: ['arrivedAt'] },
);

const knownRoom = open('a zone of which enough is known', {
  index: zoneIndex,
  way: word('direction', ['heat', 'cool']),
  rate: estimate('change by the unit alone at full power, in K/h'),
  sharing: quantity('number of zones that shared the air'),
  dead: orNull(estimate('seconds from a start of the compressor until the room moved by 0.2 K')),
  drift: orNull(
    estimate('drift without the unit, in K/h for each K of difference to the outdoor temperature'),
  ),
  from: instant('first observation'),
  to: instant('last observation'),
});

const at = 1_767_225_600_000;
const minutes = (count: number) => at + count * 60_000;
const figure = (value: number) => ({ value, low: value * 0.9, high: value * 1.1, count: 9 });

/** Endpoints for favourites that start early enough for their rooms to be comfortable when they begin. */
export const comfortEndpoints = {
  readComfort: get('/comfort', {
    isForApps: true,
    summary:
      'Read when the next favourite starts early, how punctual the last ones were, and what is known of the rooms.',
    answer: open('Early starts.', {
      settings: comfortSettings,
      plan: orNull(plan),
      day: listOf('the starts of favourites in the next 24 hours', plan),
      yesterday: listOf('the starts of yesterday, as planned and as they happened', planResult),
      arrivals: listOf('the latest starts, the newest last', arrival),
      rooms: listOf('the zones of which enough is known; the others are not yet known', knownRoom),
      timeConstant: orNull(estimate('time constant of the house in hours')),
      perDegreeDay: open('kWh of the air conditioner for each degree-day, by the days of the record', {
        heating: orNull(estimate('below 18 °C outdoors')),
        cooling: orNull(estimate('above 24 °C outdoors')),
      }),
    }),
    example: {
      settings: { isOn: true, roomsOff: [3], notBefore: '05:30', mayEndRunning: false },
      plan: {
        favourite: 0,
        name: 'Wake up',
        start: minutes(60),
        startsAt: minutes(14),
        needed: 44,
        room: 1,
        setpoint: 21,
        cost: 0.2,
        currency: 'AUD',
      },
      day: [
        { favourite: 0, name: 'Wake up', start: minutes(60), startsAt: minutes(14), room: 1, setpoint: 21 },
        { favourite: 1, name: 'Evening', start: minutes(700), reason: 'no-need' },
      ],
      yesterday: [
        {
          favourite: 0,
          name: 'Wake up',
          start: minutes(-1_380),
          startsAt: minutes(-1_420),
          startedAt: minutes(-1_421),
          arrivedAt: minutes(-1_384),
        },
      ],
      arrivals: [
        { favourite: 0, name: 'Wake up', start: at, startedAt: minutes(-46), arrivedAt: minutes(-8) },
      ],
      rooms: [
        {
          index: 1,
          way: 'heat',
          rate: figure(6),
          sharing: 3,
          dead: figure(120),
          drift: figure(0.1),
          from: minutes(-20_000),
          to: at,
        },
      ],
      timeConstant: figure(12),
      perDegreeDay: { heating: figure(1.5), cooling: null },
    },
  }),
  setComfort: post('/comfort', {
    summary: 'Set whether favourites start early, for which rooms, and not before which time.',
    body: comfortSettings,
    bodyExample: { isOn: true, roomsOff: [3], notBefore: '05:30', mayEndRunning: false },
    check: checkComfort,
    refusals: ['not-stored'],
  }),
  startLater: post('/comfort/later', {
    summary: 'Let the next run of a favourite start at its own time.',
    body: startLater,
    bodyExample: { favourite: 0 },
    refusals: ['not-stored'],
  }),
} as const;

/** The response of `GET /comfort`. */
export type ComfortAnswer = AnswerOf<typeof comfortEndpoints.readComfort>;
export type ComfortPlan = ShapeValue<typeof plan>;
export type ComfortResult = ShapeValue<typeof planResult>;
export type ComfortArrival = ShapeValue<typeof arrival>;
