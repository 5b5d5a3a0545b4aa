import { list, quantity, record, text, word } from '@plenum/protocol/field';

const facing = word('compass direction', ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']);
const rhythm = word('daily rhythm', [
  'living',
  'bedroom',
  'kitchen',
  'office',
  'bathroom',
  'service',
  'cooking',
  'evening',
  'washing',
  'always',
  'never',
]);
const area = (description: string) => quantity(description, { min: 0, max: 10_000, unit: 'm²' });

/** The climate of the location. Missing values are those of Sydney. */
export const climate = record(
  'climate',
  {
    mean: quantity('mean temperature of the year', { min: -40, max: 45, unit: '°C' }),
    seasonal: quantity('difference between the mean and the middle of summer', {
      min: 0,
      max: 40,
      unit: '°C',
    }),
    daily: quantity('difference between the middle of a day and its peak', { min: 0, max: 20, unit: '°C' }),
    fronts: quantity('shift of whole days by passing air masses', { min: 0, max: 15, unit: '°C' }),
    humidity: quantity('mean relative humidity', { min: 0, max: 100, unit: '%' }),
    cloud: quantity('mean cloud cover', { min: 0, max: 1 }),
    rain: quantity('rain in a year', { min: 0, max: 10_000, unit: 'mm' }),
    wind: quantity('mean wind speed', { min: 0, max: 20, unit: 'm/s' }),
    co2: quantity('carbon dioxide outside', { min: 250, max: 2000, unit: 'ppm' }),
    csv: text('weather file in the folder of the house file, instead of a generated climate'),
  },
  { optional: ['mean', 'seasonal', 'daily', 'fronts', 'humidity', 'cloud', 'rain', 'wind', 'co2', 'csv'] },
);

/** The location of the house. */
export const place = record(
  'place',
  {
    latitude: quantity('degrees north', { min: -66, max: 66, unit: '°' }),
    longitude: quantity('degrees east', { min: -180, max: 180, unit: '°' }),
    timeZone: text('IANA time zone, such as Australia/Sydney'),
    ground: quantity('temperature of the ground', { min: -10, max: 35, unit: '°C' }),
  },
  { optional: ['ground'] },
);

const wall = record(
  'outside wall',
  {
    facing,
    area: area('gross area of the wall'),
    window: area('area of glass in it'),
    shade: quantity('share of the sun kept off the glass', { min: 0, max: 1 }),
  },
  { optional: ['window', 'shade'] },
);

const neighbour = record(
  'neighbour',
  {
    room: text('name of the other room'),
    area: area('shared wall'),
    door: quantity('air through the door', { min: 0, max: 5, unit: 'm³/s' }),
  },
  { optional: ['door'] },
);

const insulation = record(
  'insulation: U-values in W/m²K',
  {
    wall: quantity('walls', { min: 0.05, max: 6 }),
    window: quantity('windows', { min: 0.3, max: 8 }),
    roof: quantity('roof', { min: 0.05, max: 8 }),
    floor: quantity('floor', { min: 0.05, max: 6 }),
    partition: quantity('inside walls', { min: 0.05, max: 6 }),
    solarGain: quantity('share of the sun that the glass lets through', { min: 0, max: 1 }),
    absorptance: quantity('share of the sun that walls absorb', { min: 0, max: 1 }),
  },
  { optional: ['wall', 'window', 'roof', 'floor', 'partition', 'solarGain', 'absorptance'] },
);

/** One room of the house. Everything except name and area has a default. */
export const room = record(
  'room',
  {
    name: text('name of the room', {
      pattern: '^[^\\p{Cc}]{0,60}$',
      expected: 'at most 60 characters on one line',
    }),
    area: quantity('floor area', { min: 1, max: 10_000, unit: 'm²' }),
    height: quantity('height', { min: 1.5, max: 30, unit: 'm' }),
    walls: list('outside walls', wall, { min: 0, max: 16 }),
    roof: area('ceiling under the roof'),
    ground: area('floor on the ground'),
    insulation,
    leakage: quantity('air changes an hour', { min: 0, max: 10 }),
    mass: word('weight of the structure', ['light', 'medium', 'heavy']),
    occupants: quantity('largest number of people in it', { min: 0, max: 1000 }),
    presence: rhythm,
    equipment: quantity('highest power of appliances and lights', { min: 0, max: 100_000, unit: 'W' }),
    usage: rhythm,
    neighbours: list('neighbours', neighbour, { min: 0, max: 32 }),
  },
  {
    optional: [
      'height',
      'walls',
      'roof',
      'ground',
      'insulation',
      'leakage',
      'mass',
      'occupants',
      'presence',
      'equipment',
      'usage',
      'neighbours',
    ],
  },
);
