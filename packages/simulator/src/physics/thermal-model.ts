import { createPlaceAir, standardPressure } from './air.ts';
import { createAirBalance } from './air-balance.ts';
import { createOccupancy } from './daily-profiles.ts';
import { createEnvelope } from './envelope/envelope.ts';
import { findBuoyancy } from './envelope/films.ts';
import { createShell } from './envelope/shell.ts';
import { createHeatBalance } from './heat-balance.ts';
import { createHeatFlowWriter } from './heat-flows.ts';
import { toNetwork } from './network.ts';
import { DEFAULT_ROOM, MOISTURE_BUFFER, PEOPLE_TO_AIR, PERSON_HEAT } from './room-defaults.ts';
import { createRoutine } from './routine.ts';
import { createSun, type FindSun } from './sun/sun.ts';
import { computeSunlight, createSunlight } from './sun/sunlight.ts';
import type { Conditions, RoomSpec, Site, Supply, ThermalModel, Weather } from './types.ts';
import { copyColumns, createClimateState, resizeState, toColumns } from './weather/climate-state.ts';

/** Temperature of the ground under a house in °C if its site has none. */
const GROUND = 17;
/** Interval in s after which constructions advance: a whole number of the usual steps. For others, the next longer one. */
const INTERVAL = 360;

const createSupply = (size: number): Supply => ({
  flow: new Float64Array(size),
  temperature: new Float64Array(size).fill(20),
  sent: new Float64Array(size),
  origin: new Float64Array(size).fill(20),
  humidity: new Float64Array(size).fill(0.008),
  co2: new Float64Array(size).fill(420),
  sensible: new Float64Array(size),
  moisture: new Float64Array(size),
  left: new Float64Array(size).fill(20),
  leftHumidity: new Float64Array(size).fill(0.008),
});

/** Settings of a thermal model: the length of its steps in s, and the mean air pressure in Pa if it is known. */
type Settings = { readonly step?: number; readonly pressure?: number; readonly findSun?: FindSun };

/**
 * Creates the thermal model of a house with these rooms at a site. Throws a RangeError with a sentence if the values of
 * a room are impossible. Deterministic: the same work, conditions and seconds give the same bits, regardless of earlier
 * computations.
 */
export function createThermalModel(
  rooms: readonly RoomSpec[],
  site: Site,
  { step = 30, pressure = standardPressure(site.altitude ?? 0), findSun = createSun(site) }: Settings = {},
): ThermalModel {
  const air = createPlaceAir(pressure);
  const network = toNetwork(rooms, air);
  const { size } = network;
  const envelope = createEnvelope(rooms);
  const shell = createShell(envelope, size, { ground: site.ground ?? GROUND, buoyancy: findBuoyancy(air) });
  const convective = Float64Array.from(rooms, (room) => room.convective ?? DEFAULT_ROOM.convective);
  const hasIdeal = [...rooms.keys()].filter((room) => rooms[room]!.ideal !== undefined);
  const heat = createHeatBalance(network, air, { convective, hasIdeal });
  const moveAir = createAirBalance(network, air);
  const keepBooks = createHeatFlowWriter({ network, envelope, air }, heat, shell.shares);
  const fillActivity = createOccupancy(rooms);
  const follow = createRoutine(rooms, air);
  const above = Int32Array.from(envelope.roofSpaces, ({ node }) => node);
  const aboveArea = Float64Array.from(envelope.roofSpaces, ({ area }) => area);
  const wholeAbove = aboveArea.reduce((sum, area) => sum + area, 0);
  const sun = { east: 0, north: 0, up: 0, space: 0 };
  const interval = step * Math.ceil(INTERVAL / step);
  const column = () => new Float64Array(size);
  const gains = { beam: column(), diffuse: column(), glow: column() };
  const before = column();

  const createConditions = (weather: Weather): Conditions => ({
    weather,
    sun: { east: 0, north: 0, up: 0, space: 0 },
    shell: { ...weather },
    sunlight: createSunlight(),
    windows: { beam: column(), diffuse: column() },
    ideal: { heat: column().fill(Number.NEGATIVE_INFINITY), cool: column().fill(Number.POSITIVE_INFINITY) },
    activity: {
      people: column(),
      equipment: column(),
      openWindow: column(),
      fans: column(),
      shade: column(),
    },
    supply: createSupply(size),
  });

  /** Adds the heat of a step that does not warm the air directly to what the surfaces of each room have collected. */
  const collect: ThermalModel['step'] = (work, { activity, windows }, seconds) => {
    const { people, equipment, shade } = activity;
    for (let room = 0; room < size; room++) {
      const open = seconds * (1 - shade[room]!);
      gains.beam[room] = open * windows.beam[room]!;
      gains.diffuse[room] = open * windows.diffuse[room]!;
      gains.glow[room] =
        seconds *
        ((1 - PEOPLE_TO_AIR) * PERSON_HEAT * people[room]! + (1 - convective[room]!) * equipment[room]!);
      work.warmth[room]! += seconds * heat.meanAir[room]!;
      work.beam[room]! += gains.beam[room]!;
      work.diffuse[room]! += gains.diffuse[room]!;
      work.glow[room]! += gains.glow[room]!;
    }
    work.elapsed[0]! += seconds;
  };

  return {
    names: rooms.map(({ name }) => name),
    size,
    air,
    volume: network.volume,
    interval,
    createState: (initial, elapsed = 0) =>
      createClimateState({ rooms: size, nodes: envelope.nodes }, initial, { elapsed, pressure }),
    toWork(state) {
      const work = { ...toColumns(state), inside: shell.createInside() };
      shell.refresh(work);
      return work;
    },
    copyToWork(state, work) {
      if (copyColumns(state, work)) shell.refresh(work);
    },
    resize: (state) => resizeState(state, { rooms: size, nodes: envelope.nodes }),
    storedIn: (work) =>
      work.air.reduce((sum, air, room) => sum + network.airCapacity[room]! * air, shell.storedIn(work)),
    roofSpace({ nodes }) {
      let sum = 0;
      for (let place = 0; place < above.length; place++)
        sum += aboveArea[place]! * (nodes[above[place]!]! + nodes[above[place]! + 1]!);
      return sum / (2 * wholeAbove);
    },
    vapourIn: ({ humidity }) =>
      humidity.reduce(
        (sum, ratio, room) => sum + ratio * network.volume[room]! * MOISTURE_BUFFER * air.density,
        0,
      ),
    createConditions,
    light(conditions, at, weather) {
      Object.assign(conditions.shell, weather);
      findSun(at, sun);
      computeSunlight(conditions.sunlight, sun, weather);
      shell.transmit(conditions.sunlight, conditions.windows);
    },
    prepare(conditions, { middle, seconds, local }) {
      findSun(middle, conditions.sun);
      fillActivity(conditions.activity, local);
      follow(conditions, local, seconds);
    },
    step(work, conditions, seconds, books) {
      if (books) before.set(work.air);
      heat.advance(work, conditions, seconds);
      conditions.supply.left.set(heat.meanAir);
      moveAir(work, conditions, { outsideAir: heat.outsideAir, seconds, books: books?.vapour });
      collect(work, conditions, seconds);
      if (books) {
        keepBooks(work, conditions, gains, { seconds, books });
        for (let room = 0; room < size; room++)
          books.stored[room] = network.airCapacity[room]! * (work.air[room]! - before[room]!);
        Object.assign(books.shell, { stored: 0, outside: 0, sky: 0, sun: 0, ground: 0, rooms: 0 });
      }
      if (work.elapsed[0]! >= interval) shell.advance(work, conditions, books?.shell);
    },
  };
}
