import { enumerations } from '@plenum/protocol/field';
import { type Abilities, abilitiesOf, type DeviceType, deviceTypes } from '@plenum/protocol/lighting';
import { type HouseFile, oncePerHouse, roomNumbers } from '../house-schema/house.ts';

const { deviceType } = enumerations;

const wattsOf = {
  CL5: 9,
  CDM: 60,
  CACDSW: 60,
  CACR: 100,
  CGPO: 150,
  CVFC: 100,
  CACRTC: 1000,
  CGPOTC: 1000,
  CVFCTC: 1000,
  CGDO: 350,
  CACRGD: 350,
  CVFCGD: 350,
  CBLD: 120,
} as const satisfies Record<DeviceType, number>;

const coolers: ReadonlySet<number> = new Set([
  deviceType.values['relay as cooling controller'],
  deviceType.values['outlet as cooling controller'],
  deviceType.values['voltage-free relay as cooling controller'],
]);

/** What a step needs to know of a kind of device. */
export interface DeviceFacts extends Abilities {
  /** W when fully on, or of its motor, where the house file does not say. */
  readonly watts: number;
  /** A temperature controller that switches a cooler and not a heater. */
  readonly isCooler: boolean;
}

/** What a step needs to know of each kind of device, by its number. */
export const devices = Object.entries(deviceTypes).reduce<DeviceFacts[]>((all, [number, type]) => {
  all[Number(number)] = {
    ...abilitiesOf(type),
    watts: wattsOf[type],
    isCooler: coolers.has(Number(number)),
  };
  return all;
}, []);

/** Where a device is and what its house file says of it. */
export interface LampPlace {
  /** The number of its room. */
  readonly room: number;
  readonly power: number | undefined;
  /** Share of the sun in its room that a shut blind keeps out. */
  readonly shades: number;
}

/** What a house file says of its lamps, by number. */
export const lampPlaces = oncePerHouse((house: HouseFile): readonly LampPlace[] => {
  const rooms = roomNumbers(house);
  return (house.lighting?.lamps ?? []).map(({ room, power, shades }) => ({
    room: rooms.get(room) ?? 0,
    power,
    shades: shades ?? 0.8,
  }));
});

/** A lamp that was paired while the house ran is in the first room. */
export const elsewhere: LampPlace = { room: 0, power: undefined, shades: 0 };
