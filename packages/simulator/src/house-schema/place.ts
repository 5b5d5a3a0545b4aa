import { list, quantity, record, text, word } from '@plenum/protocol/field';
import { FLOORS, PARTITIONS, ROOFS, WALLS, WINDOWS } from '../physics/index.ts';
import { timeOfDay } from './fields.ts';

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
    epw: text('weather file in EPW format in the folder of the house file, instead of a generated climate'),
  },
  {
    optional: [
      'mean',
      'seasonal',
      'daily',
      'fronts',
      'humidity',
      'cloud',
      'rain',
      'wind',
      'co2',
      'csv',
      'epw',
    ],
  },
);

/** The location of the house. */
export const place = record(
  'place',
  {
    latitude: quantity('degrees north', { min: -66, max: 66, unit: '°' }),
    longitude: quantity('degrees east', { min: -180, max: 180, unit: '°' }),
    altitude: quantity('height above the sea, which thins the air', { min: -430, max: 5_500, unit: 'm' }),
    timeZone: text('IANA time zone, such as Australia/Sydney'),
    ground: quantity('temperature of the ground', { min: -10, max: 35, unit: '°C' }),
  },
  { optional: ['altitude', 'ground'] },
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
    area: area('shared wall, or floor between storeys'),
    side: word('position of the other room; beside if left out', ['beside', 'above', 'below']),
    door: quantity('air through the door or up the stairs', { min: 0, max: 5, unit: 'm³/s' }),
  },
  { optional: ['side', 'door'] },
);

const named = <Name extends string>(description: string, library: { readonly [name in Name]: unknown }) =>
  word(description, Object.keys(library) as Name[]);

const built = record(
  'constructions by name; those that are left out follow from the mass',
  {
    wall: named('outside walls', WALLS),
    roof: named('roof and ceiling', ROOFS),
    floor: named('floor', FLOORS),
    partition: named('walls between rooms', PARTITIONS),
    window: named('windows', WINDOWS),
  },
  { optional: ['wall', 'roof', 'floor', 'partition', 'window'] },
);

const layer = record(
  'layer',
  {
    thickness: quantity('thickness', { min: 0.0001, max: 5, unit: 'm' }),
    conductivity: quantity('conductivity in W/mK', { min: 0.001, max: 500 }),
    density: quantity('density; without it, the layer stores no heat', {
      min: 0,
      max: 20_000,
      unit: 'kg/m³',
    }),
    heat: quantity('specific heat in J/kgK', { min: 0, max: 10_000 }),
  },
  { optional: ['density', 'heat'] },
);

const layersOf = (description: string) =>
  list(`${description}, from outside to inside`, layer, { min: 1, max: 12 });

const layers = record(
  'constructions by their layers; they replace those of the same name in `built`',
  {
    wall: layersOf('outside walls'),
    roof: layersOf('roof and ceiling'),
    floor: layersOf('floor'),
    partition: layersOf('walls between rooms'),
  },
  { optional: ['wall', 'roof', 'floor', 'partition'] },
);

const pane = record(
  'pane',
  {
    thickness: quantity('thickness', { min: 0.001, max: 0.05, unit: 'm' }),
    conductivity: quantity('conductivity in W/mK', { min: 0.1, max: 10 }),
    transmittance: quantity('share of the sun that it lets through', { min: 0.01, max: 0.95 }),
    reflectance: quantity('share of the sun that it reflects', { min: 0.01, max: 0.5 }),
    emissivity: quantity('infrared emissivity of its faces', { min: 0.02, max: 1 }),
    coating: quantity('infrared emissivity of its outer face, if that is coated', { min: 0.01, max: 1 }),
  },
  { optional: ['coating'] },
);

const glazing = record(
  'windows by their panes; they replace `built.window`',
  {
    panes: list('panes, from outside to inside', pane, { min: 1, max: 4 }),
    gap: quantity('gap between panes', { min: 0.003, max: 0.1, unit: 'm' }),
    gas: word('gas in the gap', ['air', 'argon']),
  },
  { optional: ['gap', 'gas'] },
);

const surfaces = record(
  'properties of the surfaces of walls, roof and floor, inside and outside',
  {
    absorptance: quantity('share of the sun that they absorb', { min: 0.01, max: 1 }),
    emissivity: quantity('infrared emissivity', { min: 0.05, max: 1 }),
  },
  { optional: ['absorptance', 'emissivity'] },
);

const ventilation = record('fan that brings in outside air', {
  from: timeOfDay('time at which it starts'),
  to: timeOfDay('time at which it stops'),
  flow: quantity('airflow, as air of sea level', { min: 0, max: 100_000, unit: 'm³/h' }),
});

const setpoints = (description: string) =>
  list(
    description,
    record('setpoint', {
      at: timeOfDay('time of day'),
      setpoint: quantity('setpoint', { min: -50, max: 80, unit: '°C' }),
    }),
    { min: 1, max: 24 },
  );

const ideal = record(
  'ideal heater and cooler, which keeps the air at its setpoint; setpoints change evenly from one time to the next',
  {
    heat: setpoints('heating setpoints of a day; two at one time are a jump'),
    cool: setpoints('cooling setpoints of a day'),
  },
  { optional: ['heat', 'cool'] },
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
    overAir: area('floor above outside air'),
    built,
    layers,
    glazing,
    surfaces,
    leakage: quantity('air changes an hour, as air of sea level', { min: 0, max: 10 }),
    infiltration: word('whether wind and temperature change the leakage', ['weather', 'steady']),
    ventilation: list('fans that bring in outside air', ventilation, { min: 0, max: 8 }),
    furniture: quantity('heat in furniture in kJ/K per m² of floor', { min: 0, max: 100 }),
    mass: word('weight of the structure', ['light', 'medium', 'heavy']),
    occupants: quantity('largest number of people in it', { min: 0, max: 1000 }),
    presence: rhythm,
    equipment: quantity('highest power of appliances and lights', { min: 0, max: 100_000, unit: 'W' }),
    usage: rhythm,
    convective: quantity('share of the heat of appliances that warms the air, not the surfaces', {
      min: 0,
      max: 1,
    }),
    ideal,
    neighbours: list('neighbours', neighbour, { min: 0, max: 32 }),
  },
  {
    optional: [
      'height',
      'walls',
      'roof',
      'ground',
      'overAir',
      'built',
      'layers',
      'glazing',
      'surfaces',
      'leakage',
      'infiltration',
      'ventilation',
      'furniture',
      'mass',
      'occupants',
      'presence',
      'equipment',
      'usage',
      'convective',
      'ideal',
      'neighbours',
    ],
  },
);
