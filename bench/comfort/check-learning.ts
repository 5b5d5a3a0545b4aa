import {
  type HouseFit,
  hasFullDemand,
  observe,
  type RoomFit,
  rateAt,
  signOf,
  type Way,
} from '@plenum/bridge';
import { enumerations } from '@plenum/protocol/field';
import type { HouseFile, Simulator, State } from '@plenum/simulator';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { generateHouse, type Season, seasonStarts, seasons } from './generate-house.ts';
import { learnHouse, minute } from './learn-house.ts';
import { must } from './must.ts';

const hour = 60 * minute;
const learningDays = 14;
const truthDays = 14;
const truthsPerRoom = 10;
/** Share by which the rate of a room may differ from the truth. */
const tolerance = 0.15;
/** Change in K over which the truth is measured, the least change, and the longest time. */
const truthChange = 3;
const leastTruth = 1;
const longestTruth = hour;
const zoneAuto = enumerations.zoneMode.values.auto;

/** Change of a room by the unit alone at full power, in K/h, and the conditions at that time. */
interface Truth {
  readonly rate: number;
  readonly sharing: number;
  readonly outdoor: number;
  readonly inside: number;
}

/** One room of a house: what was learnt, and the truths in relation to it. */
interface RoomCheck {
  readonly fit: RoomFit;
  readonly truths: readonly { readonly ratio: number; readonly isCovered: boolean }[];
}

interface HouseCheck {
  readonly known: readonly RoomCheck[];
  readonly unknown: number;
  readonly fit: HouseFit;
}

/** Returns the zones that a favourite sets to auto. */
const zonesOf = ({ datagrams }: State, favourite: number): readonly number[] =>
  datagrams.zone
    .map(({ Index }) => Index)
    .filter((index) => datagrams.schedule[favourite]!.Zones[index]!.Mode === zoneAuto);

/** Starts a favourite in a copy, with setpoints out of reach. */
const atFullPower = (simulator: Simulator, state: State, favourite: number, way: Way): State => {
  const started = must(simulator.apply(state, { name: 'FavouriteSet', body: favourite + 1 }));
  const Setpoint = way === 'heat' ? 3000 : 1500;
  return zonesOf(state, favourite).reduce(
    (copy, Index) => must(simulator.apply(copy, { name: 'ZoneSetpoint', body: { Index, Setpoint } })),
    started,
  );
};

/** Measures each room of a favourite in two copies of a state: one at full power, one with the unit off. */
const measureTruth = (
  simulator: Simulator,
  state: State,
  favourite: number,
  way: Way,
): ReadonlyMap<number, Truth> => {
  let off = must(simulator.apply(state, { name: 'SysOn', body: 0 }));
  let on = atFullPower(simulator, off, favourite, way);
  const begun = new Map<number, { at: number; effect: number; sharing: number; steps: number }>();
  const found = new Map<number, Truth>();
  for (const until = state.at + 2 * hour; on.at < until; ) {
    on = simulator.advance(on, on.at + minute / 2);
    off = simulator.advance(off, off.at + minute / 2);
    const seen = observe(on.at, on.datagrams)!;
    for (const room of seen.rooms) {
      const { index } = room;
      if (!hasFullDemand(seen, room) || found.has(index)) continue;
      const effect = signOf(way) * (on.plant.climate.air[index]! - off.plant.climate.air[index]!);
      const first = begun.get(index);
      if (first === undefined) {
        if (effect >= 0.2) begun.set(index, { at: on.at, effect, sharing: 0, steps: 0 });
        continue;
      }
      first.sharing += seen.sharing;
      first.steps++;
      const change = effect - first.effect;
      if (change < truthChange && on.at - first.at < longestTruth) continue;
      if (change < leastTruth) continue;
      found.set(index, {
        rate: change / ((on.at - first.at) / hour),
        sharing: first.sharing / first.steps,
        outdoor: seen.outdoor!,
        inside: off.plant.climate.air[index]! + (signOf(way) * effect) / 2,
      });
    }
  }
  return found;
};

/** Lets a house learn for 14 days and compares what it learnt with copies of its state in the 14 days after. */
const checkHouse = (house: HouseFile, seed: number, from: number, way: Way): HouseCheck => {
  const {
    simulator,
    fit,
    state: learnt,
  } = learnHouse(house, { weather: undefined, from, days: learningDays });
  let state = learnt;
  const random = createSeededRandom(seed).fork('truth');
  const times = Array.from(
    { length: truthsPerRoom },
    () => state.at + Math.floor(random.fraction() * truthDays * 1440) * minute,
  ).toSorted((a, b) => a - b);
  const known = fit.rooms
    .filter((one) => one.way === way)
    .map((one) => ({ fit: one, truths: [] as RoomCheck['truths'][number][] }));
  const favourites = state.datagrams.schedule.filter(({ Name }) => Name !== '').map(({ Index }) => Index);
  for (const at of times) {
    state = simulator.advance(state, at);
    const measured = favourites.map((favourite) => measureTruth(simulator, state, favourite, way));
    for (const { fit: room, truths } of known) {
      const isNearer = (a: Truth, b: Truth) =>
        Math.abs(a.sharing - room.usual.sharing) - Math.abs(b.sharing - room.usual.sharing);
      const options = favourites.flatMap((favourite, place) =>
        zonesOf(state, favourite).includes(room.room) ? (measured[place]!.get(room.room) ?? []) : [],
      );
      const truth = options.toSorted(isNearer)[0];
      if (truth === undefined) continue;
      const { value, low, high } = rateAt(room, truth, fit);
      truths.push({ ratio: truth.rate / value, isCovered: truth.rate >= low && truth.rate <= high });
    }
  }
  return { known, unknown: state.datagrams.zone.length - known.length, fit };
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const describeRoom = ({ fit: { room, rate, usual, dead }, truths }: RoomCheck): string => {
  const ratios = truths.map(({ ratio }) => ratio);
  return (
    `  zone ${room}: ${rate.value.toFixed(1)} K/h (${rate.low.toFixed(1)} to ${rate.high.toFixed(1)}) of ${rate.count} recoveries ` +
    `with ${usual.sharing.toFixed(1)} zones at ${usual.outdoor.toFixed(0)} °C, dead time ${dead?.value ?? '?'} s; ` +
    `truth ${percent(middle(ratios))} of it (${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))})`
  );
};

/** Prints what generated houses learn in 14 days and how far that is from the truth in the 14 days after. */
export function checkLearning({
  houses = 12,
  seed = 100,
}: {
  readonly houses?: number;
  readonly seed?: number;
}): void {
  const checks: HouseCheck[] = [];
  for (let place = 0; place < houses; place++) {
    const climate = (['coast', 'inland', 'continental'] as const)[place % 3]!;
    const season: Season = seasons[Math.floor(place / 3) % 2]!;
    const house = generateHouse(seed + place, climate, season);
    const check = checkHouse(
      house,
      seed + place,
      seasonStarts[season][climate],
      season === 'winter' ? 'heat' : 'cool',
    );
    checks.push(check);
    const { known, unknown, fit } = check;
    console.log(
      `house ${seed + place}, ${climate}, ${season}: ${known.length} zones known, ${unknown} not yet; ` +
        `time constant ${fit.timeConstant?.value.toFixed(0) ?? '?'} h`,
    );
    for (const room of known) if (room.truths.length > 0) console.log(describeRoom(room));
  }
  const rooms = checks.flatMap(({ known }) => known).filter(({ truths }) => truths.length > 0);
  const truths = rooms.flatMap((room) => room.truths);
  const near = rooms.filter(
    (room) => Math.abs(1 / middle(room.truths.map(({ ratio }) => ratio)) - 1) <= tolerance,
  );
  console.log(
    `${near.length} of ${rooms.length} zones (${percent(near.length / rooms.length)}) within ${percent(tolerance)} of the truth; ` +
      `the 90 % interval covers ${percent(truths.filter(({ isCovered }) => isCovered).length / truths.length)} of ${truths.length} truths; ` +
      `${checks.reduce((sum, { unknown }) => sum + unknown, 0)} zones not yet known`,
  );
}
