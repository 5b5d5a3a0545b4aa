import assert from 'node:assert/strict';
import { checkCommand } from '@plenum/protocol/command';
import { type DatagramOf, nothingInstalled } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { advanceState } from '../advance.ts';
import { applyCommand } from '../apply.ts';
import type { DuctedFile, HouseFile } from '../house-schema/house.ts';
import { changesBetween } from '../model/draft.ts';
import { createHouseModel, type HouseModel } from '../model/house-model.ts';
import type { Plant, State } from '../model/state.ts';
import { createSimulationControls } from '../model/state.ts';
import { createEnvelope } from '../physics/envelope/envelope.ts';
import type { InitialClimate, RoomSpec, WeatherOverride } from '../physics/index.ts';
import { createSchedules } from '../schedule/create.ts';
import { createZones } from '../zone/create.ts';
import { createUnit } from './create.ts';

/** Monday 2026-06-01 05:00 in Sydney (then UTC+10). */
export const start = Date.parse('2026-05-31T19:00:00Z');
export const MINUTE = 60_000;

/** Values of the interface's enumerations under the names the tests use (interface 2.1). */
export const mode = { none: 0, cool: 1, heat: 2, vent: 3, dry: 4, auto: 5, exhaust: 6, pumpOnly: 7 };
export const fan = { none: 0, low: 1, medium: 2, high: 3, auto: 4, top: 5 };
export const zoneMode = { open: 1, close: 2, auto: 3, override: 4, constant: 5 };

/** Zones 0 and 1 are automatic, 2 opens and closes, 3 is constant. */
export const LIVING = 0;
export const BEDROOM = 1;
export const KITCHEN = 2;
export const HALL = 3;

const outside = (area: number, facing: 'N' | 'S', window: number) => [{ facing, area, window }] as const;

const rooms: RoomSpec[] = [
  {
    name: 'Living',
    area: 30,
    walls: outside(25, 'N', 6),
    roof: 30,
    neighbours: [{ room: 'Hall', area: 10 }],
  },
  {
    name: 'Bedroom',
    area: 14,
    walls: outside(15, 'S', 3),
    roof: 14,
    neighbours: [{ room: 'Hall', area: 8 }],
  },
  { name: 'Kitchen', area: 16, walls: outside(12, 'S', 2), roof: 16 },
  { name: 'Hall', area: 8, roof: 8 },
];

const unit: DuctedFile['unit'] = {
  cooling: 8,
  heating: 9,
  airflow: 450,
  on: true,
  mode: 'cool',
  fan: 'high',
  setpoint: 22,
  returnAir: 'return air',
};

const zones: DuctedFile['zones'] = [
  { name: 'Living', room: 'Living', type: 'auto' },
  { name: 'Bedroom', room: 'Bedroom', type: 'auto', sensor: 'iSense' },
  { name: 'Kitchen', room: 'Kitchen', type: 'open/close' },
  { name: 'Hall', room: 'Hall', type: 'constant', mode: 'close' },
];

export interface Setting {
  readonly unit?: Partial<DuctedFile['unit']>;
  readonly zones?: DuctedFile['zones'];
  readonly favourites?: DuctedFile['favourites'];
  readonly ducts?: DuctedFile['ducts'];
  /** True for a house without a ducted air conditioner. */
  readonly without?: boolean;
  readonly seed?: number;
  readonly step?: number;
  readonly at?: number;
  /** Air of the house at the start. */
  readonly air?: InitialClimate;
  /** Weather outdoors, constant for the whole test. */
  readonly weather?: WeatherOverride;
}

const toHouse = ({ seed = 1, step = 30, without = false, ...setting }: Setting): HouseFile => {
  const { favourites, ducts } = setting;
  const ducted: DuctedFile = {
    unit: { ...unit, ...setting.unit },
    zones: setting.zones ?? zones,
    ...(favourites !== undefined && { favourites }),
    ...(ducts !== undefined && { ducts }),
  };
  return {
    name: 'Test house',
    seed,
    step,
    place: { latitude: -33.87, longitude: 151.21, timeZone: 'Australia/Sydney' },
    rooms: rooms as unknown as HouseFile['rooms'],
    ...(!without && { ducted }),
  };
};

const createStart = (model: HouseModel, { at = start, air = {}, weather = {} }: Setting): State => {
  const { house, thermal } = model;
  const climate = thermal.createState(air, (at / 1000) % thermal.interval);
  const made = createUnit(house, climate);
  const { datagrams, plant } = createZones(house, climate);
  const rest = {
    splits: [],
    splitFavourites: [],
    vrfs: [],
    vrfFavourites: [],
    irrigation: undefined,
    power: undefined,
    lighting: undefined,
  };
  const loads = { unit: 0, fan: 0, splits: 0, vrf: 0, pump: 0, appliances: 0, lights: 0, hotWater: 0 };
  return {
    at,
    datagrams: {
      ...nothingInstalled,
      ...made.datagrams,
      ...datagrams,
      ...createSchedules(house, datagrams.zone),
    },
    plant: {
      ...rest,
      ...made.plant,
      ...plant,
      exceptions: [],
      climate,
      loads,
      knobs: { ...createSimulationControls(), weather },
    },
  };
};

/**
 * Creates a house of four rooms with a ducted air conditioner. The test controls its clock, weather and installer
 * settings.
 */
export function createDucted(setting: Setting = {}) {
  const house = toHouse(setting);
  const model = createHouseModel(house);
  let state = createStart(model, setting);

  return {
    house,
    get state() {
      return state;
    },
    unit: () => state.datagrams.unit[0]!,
    zone: (place: number) => state.datagrams.zone[place]!,
    favourite: (place: number) => state.datagrams.schedule[place]!,
    faults: () => state.datagrams.faults[0]!.Faults,
    plant: () => state.plant.unit!,
    loads: () => state.plant.loads,
    air: (place: number) => state.plant.climate.air[place]!,

    /** Sends a command in wire format. Returns `OK` or the sentence of the refusal. */
    command(body: Record<string, unknown>): string {
      const checked = checkCommand(body);
      if (!checked.ok) return toSentence(checked.refusal);
      const applied = applyCommand(model, state, checked.value, state.at);
      if (!applied.ok) return toSentence(applied.refusal);
      state = applied.value;
      return 'OK';
    },

    /** Sends a command. Returns the datagrams that were replaced. */
    changes(body: Record<string, unknown>): string[] {
      const before = state.datagrams;
      const answer = this.command(body);
      return answer === 'OK'
        ? changesBetween(before, state.datagrams).map(({ kind, index }) => `${kind} ${index}`)
        : [answer];
    },

    /** Changes settings of the unit or of a zone that only the installer can change. */
    install(members: Partial<DatagramOf<'unit'>>, zone?: Partial<DatagramOf<'zone'>>, place = 0) {
      const { datagrams } = state;
      const changed = datagrams.zone.map((each, n) => (n === place ? { ...each, ...zone } : each));
      state = {
        ...state,
        datagrams: { ...datagrams, unit: [{ ...datagrams.unit[0]!, ...members }], zone: changed },
      };
    },

    /** Changes plant state that clients do not see, as an override does. */
    override(change: (plant: Plant) => void) {
      const plant = structuredClone(state.plant) as Plant;
      change(plant);
      state = { ...state, plant };
    },

    /** Sets the temperature of a room with its walls, in °C. */
    warm(place: number, temperature: number) {
      this.override(({ climate }) => {
        climate.air[place] = temperature;
        climate.settled[place] = temperature;
        climate.warmth[place] = temperature * climate.elapsed;
        for (const { room, first, chain } of createEnvelope(house.rooms).parts)
          if (room === place) climate.nodes.fill(temperature, first, first + chain.capacities.length);
      });
    },

    /** Commands a mode of a zone. */
    setMode(Index: number, Mode: number) {
      assert.equal(this.command({ ZoneMode: { Index, Mode } }), 'OK');
    },

    /** Lets some minutes pass. */
    advance(minutes: number) {
      state = advanceState(model, state, state.at + minutes * MINUTE);
    },

    /** Lets some minutes pass one by one. Returns the result of `read` after each. */
    sample<T>(minutes: number, read: () => T): T[] {
      const samples: T[] = [];
      for (let n = 0; n < minutes; n++) {
        this.advance(1);
        samples.push(read());
      }
      return samples;
    },
  };
}
