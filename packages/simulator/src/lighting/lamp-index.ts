import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type HouseFile, oncePerHouse } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { LampPlant } from '../model/state.ts';
import { type DeviceFacts, devices, elsewhere, type LampPlace, lampPlaces } from './devices.ts';

type Lamp = DatagramOf<'lamp'>;

const { lightEffect } = enumerations;

/** A lamp in the index. Its datagram is read again only if it was replaced. */
export interface IndexedLamp {
  readonly place: number;
  readonly file: LampPlace;
  device: DeviceFacts;
  /** All possible automatic events of the lamp, as a set of the bits of `concern`. */
  concerns: number;
  /** Power in W when fully on, or of its motor; 0 if the lamp was removed. */
  watts: number;
  isReversed: boolean;
  /** True if its power or opening may change in the next step. */
  isUnsettled: boolean;
  /** Brightness 0..100, power in W, and the share of the sun that a blind keeps out of its room. */
  level: number;
  draw: number;
  shade: number;
}

/**
 * Bits for the possible automatic events of a lamp. There are none for a garage door or a lamp without power at the
 * wall.
 */
const concern = { lives: 1, wakes: 2, dims: 4, shows: 8, regulates: 16, moves: 32 } as const;

/**
 * An index of the lamps of a house by their possible events, so that a step visits only the lamps it affects. The index
 * contains only data derived from the state: it follows the datagrams of one draft after the other, and is rebuilt for
 * a draft that does not continue the one before.
 */
export interface LampIndex {
  readonly all: IndexedLamp[];
  /** The datagrams of the lamps at the last read. */
  readonly shown: Lamp[];
  /** Lamps with an alarm, lamps that dim in an empty room, lamps with an effect, and temperature controllers. */
  readonly waking: IndexedLamp[];
  readonly dimming: IndexedLamp[];
  readonly animated: IndexedLamp[];
  readonly regulating: IndexedLamp[];
  /** Doors and blinds. */
  readonly moving: IndexedLamp[];
  /** The rooms with lamps that react when people come or go. */
  readonly rooms: LitRoom[];
  /** Lamps whose power is computed in this step. */
  readonly unsettled: IndexedLamp[];
  draft: Draft | undefined;
  isGrouped: boolean;
}

/** A room by its number, and its lamps. */
interface LitRoom {
  readonly room: number;
  readonly lamps: IndexedLamp[];
  /** True if the room was occupied in the last step; undefined before the first one. */
  isOccupied: boolean | undefined;
}

const indexes = oncePerHouse(
  (): LampIndex => ({
    all: [],
    shown: [],
    waking: [],
    dimming: [],
    animated: [],
    regulating: [],
    moving: [],
    rooms: [],
    unsettled: [],
    draft: undefined,
    isGrouped: false,
  }),
);

/** Marks a lamp whose power has to be computed in this step. */
export function unsettle({ unsettled }: LampIndex, lamp: IndexedLamp): void {
  if (lamp.isUnsettled) return;
  lamp.isUnsettled = true;
  unsettled.push(lamp);
}

const concernsOf = (
  plant: LampPlant,
  { device }: IndexedLamp,
  { Att, Pwrd, Alar, Fx, D1, D2 }: Lamp,
): number => {
  const moves = device.isGarageDoor || device.isBlind ? concern.moves : 0;
  if (Att === 0 || Pwrd === 0 || device.isGarageDoor) return moves;
  const wakes = Alar === 1 || plant.alarmSince > 0 || plant.snoozedUntil > 0;
  return (
    concern.lives |
    moves |
    (wakes ? concern.wakes : 0) |
    (D1 > 0 || D2 > 0 ? concern.dims : 0) |
    (Fx === lightEffect.values.none ? 0 : concern.shows) |
    (device.isThermostat ? concern.regulates : 0)
  );
};

const read = (index: LampIndex, draft: Draft, lamp: IndexedLamp): void => {
  const shown = draft.datagrams.lamp[lamp.place]!;
  const plant = draft.plant.lighting!.lamps[lamp.place]!;
  const device = devices[plant.type]!;
  index.shown[lamp.place] = shown;
  lamp.device = device;
  lamp.watts = shown.Att === 0 ? 0 : (lamp.file.power ?? device.watts);
  lamp.isReversed = shown.ReverseOutput === 1;
  const concerns = concernsOf(plant, lamp, shown);
  if (concerns !== lamp.concerns) index.isGrouped = false;
  lamp.concerns = concerns;
  unsettle(index, lamp);
};

const create = (place: number, { type }: LampPlant, file: LampPlace): IndexedLamp => ({
  place,
  file,
  device: devices[type]!,
  concerns: 0,
  watts: 0,
  isReversed: false,
  isUnsettled: false,
  level: 0,
  draw: 0,
  shade: 0,
});

/** Rebuilds the index for the lamps of another draft. */
const open = (index: LampIndex, draft: Draft, house: HouseFile): void => {
  const { all } = index;
  const { lamps } = draft.plant.lighting!;
  const files = lampPlaces(house);
  index.draft = draft;
  all.length = Math.min(all.length, lamps.length);
  for (let place = 0; place < lamps.length; place++) {
    all[place] ??= create(place, lamps[place]!, files[place] ?? elsewhere);
    read(index, draft, all[place]!);
  }
};

const group = (index: LampIndex): void => {
  const { all, rooms } = index;
  const having = (list: IndexedLamp[], bit: number): void => {
    list.length = 0;
    for (const lamp of all) if ((lamp.concerns & bit) !== 0) list.push(lamp);
  };
  having(index.waking, concern.wakes);
  having(index.dimming, concern.dims);
  having(index.animated, concern.shows);
  having(index.regulating, concern.regulates);
  having(index.moving, concern.moves);
  rooms.length = 0;
  for (const lamp of all) {
    if ((lamp.concerns & concern.lives) === 0) continue;
    const { room } = lamp.file;
    const known = rooms.find((each) => each.room === room);
    if (known === undefined) rooms.push({ room, lamps: [lamp], isOccupied: undefined });
    else known.lamps.push(lamp);
  }
  index.isGrouped = true;
};

/** Reads the datagrams that were replaced since the last read. */
export function followLamps(index: LampIndex, draft: Draft): void {
  const { all, shown } = index;
  const { lamp } = draft.datagrams;
  for (let place = 0; place < all.length; place++)
    if (lamp[place] !== shown[place]) read(index, draft, all[place]!);
  if (!index.isGrouped) group(index);
}

/** Returns the lamps of a draft as `followLamps` last read them, or reads them if the draft is new. */
export function lampIndex(draft: Draft, house: HouseFile): LampIndex {
  const index = indexes(house);
  if (index.draft === draft) return index;
  if (index.draft?.plant === draft.before) {
    index.draft = draft;
    followLamps(index, draft);
    return index;
  }
  open(index, draft, house);
  group(index);
  return index;
}
