import type { HouseFile } from '@plenum/simulator';

/** A cold house with one room that a favourite heats every morning from seven to nine. */
export const learningHouse: HouseFile = {
  name: 'Cold',
  seed: 7,
  step: 60,
  place: { latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' },
  climate: { mean: 9, seasonal: 10, daily: 3, fronts: 2 },
  rooms: [
    {
      name: 'Lounge',
      area: 30,
      roof: 30,
      walls: [{ facing: 'N', area: 25, window: 5 }],
      neighbours: [{ room: 'Hall', area: 8 }],
    },
    { name: 'Hall', area: 12, walls: [{ facing: 'S', area: 8 }] },
  ],
  ducted: {
    unit: {
      cooling: 4,
      heating: 4.5,
      airflow: 260,
      returnAir: 'zones',
      mode: 'heat',
      fan: 'auto',
      setpoint: 21,
      on: false,
    },
    zones: [
      { name: 'Lounge', room: 'Lounge', type: 'auto', setpoint: 21 },
      { name: 'Hall', room: 'Hall', type: 'constant', minAir: 10 },
    ],
    favourites: [
      {
        name: 'Morning',
        enabled: true,
        start: '07:00',
        stop: '09:00',
        mode: 'heat',
        fan: 'auto',
        zones: [{ mode: 'auto', setpoint: 21 }, { mode: 'constant' }],
      },
    ],
  },
} as HouseFile;
