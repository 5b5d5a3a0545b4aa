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

/** Facts about a kind of device that a step needs. */
export interface DeviceFacts extends Abilities {
  /** Power in W when fully on, or of its motor, for house files that omit it. */
  readonly watts: number;
  /** True for a temperature controller that switches a cooler rather than a heater. */
  readonly isCooler: boolean;
}

/** The facts of each kind of device, by its number. */
export const devices = Object.entries(deviceTypes).reduce<DeviceFacts[]>((all, [number, type]) => {
  all[Number(number)] = {
    ...abilitiesOf(type),
    watts: wattsOf[type],
    isCooler: coolers.has(Number(number)),
  };
  return all;
}, []);

/** The room of a device and its properties in the house file. */
export interface LampPlace {
  /** Number of its room. */
  readonly room: number;
  readonly power: number | undefined;
  /** Share of the sun that a shut blind keeps out of its room. */
  readonly shades: number;
}

/** Returns the properties of lamps in the house file, by number. */
export const lampPlaces = oncePerHouse((house: HouseFile): readonly LampPlace[] => {
  const rooms = roomNumbers(house);
  return (house.lighting?.lamps ?? []).map(({ room, power, shades }) => ({
    room: rooms.get(room) ?? 0,
    power,
    shades: shades ?? 0.8,
  }));
});

/** A lamp that was paired while the house was running is in the first room. */
export const elsewhere: LampPlace = { room: 0, power: undefined, shades: 0 };
