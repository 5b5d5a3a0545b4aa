import type { Texts } from '../formatter.ts';

export const simulator = {
  realTime: 'Real time',
  tenMinutes: '10 minutes',
  oneHour: '1 hour',
  oneDay: '1 day',
  oneWeek: '1 week',
  time: 'Time',
  timeHelp:
    'Everything in the house follows this clock: rooms, timers, favourites, watering, history. Connected integrations see the changes as they happen.',
  speed: 'Speed',
  resume: 'Resume',
  pause: 'Pause',
  skipAhead: ({ step }: { step: string | number }) => `Skip ahead ${step}`,
  skipping: 'Skipping…',
  inject: 'Inject',
  clear: 'Clear',
  faults: 'Faults',
  faultsHelp:
    'Inject a fault and see how the house, this page and your integration react. It stays until you clear it.',
  faultType: 'Fault type',
  behaviour: 'Device behaviour',
  behaviourHelp:
    'Real devices are busy, slow or wrong at times. Choose what this bridge does to test a client. This page is not affected.',
  quirk: 'Behaviour',
  peopleAndWindows: 'People and windows',
  peopleHelp: 'People warm a room, moisten it and fill it with CO₂. An open window lets outdoor air in.',
  people: 'People',
  windowOf: ({ room }: { room: string | number }) => `${room} window`,
  byHand: 'By hand',
  byHandHelp:
    'What somebody in the house does beside the controller. Values that you leave as they are stay.',
  act: 'What happens',
  doIt: 'Do it',
  hotWater: 'Hot water',
  hotWaterHelp: 'A solar diverter heats this tank with what would go to the grid, and with nothing else.',
  hotWaterNow: ({ temperature, power }: { temperature: string; power: string }) =>
    `${temperature}, takes ${power}`,
  notLoaded: ({ reason }: { reason: string | number }) =>
    `The state of the simulation cannot be loaded: ${reason} Retrying every few seconds.`,
  notSimulated: 'This bridge controls a real house, or its simulation controls are off (--no-simulation).',
  simulated: 'This house is simulated, with its own physics. A real bridge does not have these controls.',
  heatWave: 'Heat wave',
  frostyNight: 'Frosty night',
  downpour: 'Downpour',
  hold: ({ what }: { what: string | number }) => `Hold: ${what}`,
  weather: 'Weather',
  weatherHelp:
    'Comes from a seeded generator (or your CSV file). Move a slider to hold a value; turn its switch off to release it.',
  releaseAll: 'Release all',
} satisfies Texts;
