import { checkHouse, type HouseFile } from '@plenum/simulator';
import { createSeededRandom, type SeededRandom } from '@plenum/testbed/seeded-random';
import { must } from './must.ts';

export const seasons = ['winter', 'summer'] as const;
export type Season = (typeof seasons)[number];

/** Climates by name: place, weather, and the size of a unit in kW for each m². Denver is a recorded year (TMY3). */
export const climates = {
  coast: {
    place: { latitude: -33.8, longitude: 151.1, timeZone: 'Australia/Sydney', ground: 18 },
    size: 0.08,
    climate: { mean: 17, seasonal: 6, daily: 5, fronts: 4, humidity: 63, cloud: 0.45 },
  },
  inland: {
    place: { latitude: -35.3, longitude: 149.1, timeZone: 'Australia/Sydney', ground: 14 },
    size: 0.1,
    climate: { mean: 13, seasonal: 8, daily: 7, fronts: 4, humidity: 60, cloud: 0.4 },
  },
  continental: {
    place: { latitude: 48.2, longitude: 11.6, timeZone: 'Europe/Berlin', ground: 11 },
    size: 0.13,
    climate: { mean: 11, seasonal: 10, daily: 5, fronts: 5, humidity: 70, cloud: 0.55 },
  },
  denver: {
    place: { latitude: 39.83, longitude: -104.65, altitude: 1650, timeZone: 'America/Denver', ground: 11 },
    size: 0.12,
    climate: { epw: 'denver-725650-tmy3.epw' },
  },
} as const;
export type ClimateName = keyof typeof climates;

const names = ['Living', 'Kitchen', 'Study', 'Bedroom 1', 'Bedroom 2', 'Bedroom 3', 'Den', 'Hall'];
const facings = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const rhythms = {
  Living: ['living', 'evening'],
  Kitchen: ['kitchen', 'cooking'],
  Study: ['office', 'office'],
  Den: ['living', 'evening'],
  Hall: ['never', 'evening'],
} as Record<string, [string, string]>;
const half = (value: number): number => Math.round(value * 2) / 2;
const between = (random: SeededRandom, low: number, high: number): number =>
  low + random.fraction() * (high - low);

/** Generates a house with a ducted unit of five to eight zones and three favourites for its season. */
export function generateHouse(seed: number, climateName: ClimateName, season: Season): HouseFile {
  const random = createSeededRandom(seed);
  const { place, climate, size } = climates[climateName];
  const count = random.integer(5, 8);
  const mass = random.pick(['light', 'medium', 'heavy'] as const);
  const rooms = names.slice(0, count).map((name, index) => {
    const area = Math.round(between(random, name === 'Living' ? 28 : 11, name === 'Living' ? 45 : 22));
    const [presence, usage] = rhythms[name] ?? ['bedroom', 'evening'];
    const first = random.integer(0, 7);
    const walls = [0, 2].slice(0, random.integer(1, 2)).map((turn) => {
      const wall = Math.round(Math.sqrt(area) * 2.6);
      return {
        facing: facings[(first + turn) % 8]!,
        area: wall,
        window: Math.round(wall * between(random, 0.12, 0.35)),
        shade: 0.4,
      };
    });
    return {
      name,
      area,
      roof: random.fraction() < 0.6 ? area : 0,
      ground: random.fraction() < 0.6 ? area : 0,
      mass,
      walls,
      occupants: random.integer(0, 2),
      presence,
      equipment: Math.round(between(random, 20, 250)),
      usage,
      ...(index + 1 < count && {
        neighbours: [
          {
            room: names[index + 1]!,
            area: Math.round(between(random, 6, 12)),
            door: between(random, 0.01, 0.06),
          },
        ],
      }),
    };
  });
  const floor = rooms.reduce((sum, { area }) => sum + area, 0);
  const cooling = half(floor * size * between(random, 0.8, 1.2));
  const mode = season === 'winter' ? 'heat' : 'cool';
  const target = () => half(season === 'winter' ? between(random, 20, 22) : between(random, 23, 25));
  const favourite = (
    name: string,
    start: string,
    stop: string,
    days: string[],
    isIn: (index: number) => boolean,
  ) => ({
    name,
    enabled: true,
    start,
    stop,
    days,
    mode,
    fan: 'auto',
    zones: rooms.map((_, index) =>
      index === count - 1
        ? { mode: 'constant' }
        : isIn(index)
          ? { mode: 'auto', setpoint: target() }
          : { mode: 'close' },
    ),
  });
  const everyDay = ['M', 'Tu', 'W', 'Th', 'F', 'Sa', 'Su'];
  const workdays = everyDay.slice(0, 5);
  const wake = random.pick(['06:00', '06:30', '07:00']);
  const home =
    season === 'winter' ? random.pick(['16:00', '17:00', '17:30']) : random.pick(['14:30', '15:30', '16:30']);
  const house = checkHouse({
    name: `House ${seed}`,
    seed,
    step: 30,
    place,
    climate,
    rooms,
    ducted: {
      unit: {
        cooling,
        heating: half(cooling * 1.12),
        airflow: Math.round(cooling * 58),
        returnAir: 'zones',
        ecoMin: 16,
        ecoMax: 28,
        on: false,
        mode,
        fan: 'auto',
        setpoint: 22,
        settings: { AcUnitBrand: 22 },
      },
      zones: rooms.map(({ name }, index) =>
        index === count - 1
          ? { name, room: name, type: 'constant', sensor: 'wired', setpoint: 21, minAir: 10 }
          : { name, room: name, type: 'auto', setpoint: season === 'winter' ? 21 : 24 },
      ),
      favourites: [
        favourite('Morning', wake, '08:30', workdays, (index) => index < 2 || index === 3),
        favourite('Evening', home, '22:00', workdays, (index) => index < 3 || index >= 4),
        favourite('Weekend', '08:00', '22:00', ['Sa', 'Su'], () => true),
      ],
    },
    power: { devices: [{ name: 'Meter', channels: [{ name: 'Unit', measures: 'ducted unit' }] }] },
  });
  return must(house);
}

/** Beginning of the 14 days of learning in each season: midnight at the place of the climate. */
export const seasonStarts: Record<Season, Record<ClimateName, number>> = {
  winter: {
    coast: Date.UTC(2025, 5, 15, 14),
    inland: Date.UTC(2025, 5, 15, 14),
    continental: Date.UTC(2025, 0, 6, 23),
    denver: Date.UTC(2025, 0, 7, 7),
  },
  summer: {
    coast: Date.UTC(2025, 0, 5, 13),
    inland: Date.UTC(2025, 0, 5, 13),
    continental: Date.UTC(2025, 6, 6, 22),
    denver: Date.UTC(2025, 6, 7, 6),
  },
};
