import { type DuctedFile, type HouseFile, oncePerHouse } from '../house-schema/house.ts';

/**
 * The ducts of a house, zone by zone in the order of their index. A unit without zones has a duct without a damper to
 * each room instead.
 */
export interface Ducts {
  /** The room each zone blows into and measures, by its number. */
  readonly rooms: readonly number[];
  /** Share of the airflow of each zone with every damper open; their sum is 1. */
  readonly shares: readonly number[];
}

/** The area of a zone in m²: that of its room where the file does not say. */
export const areaOf = (house: HouseFile, zone: DuctedFile['zones'][number]): number =>
  zone.area ?? house.rooms.find(({ name }) => name === zone.room)?.area ?? 0;

/** A duct to a room: its airflow in L/s with every damper open, from the file, else the unit's airflow by area. */
interface Duct {
  readonly room: string;
  readonly airflow: number;
}

const findDucts = (house: HouseFile, { unit, zones }: DuctedFile): Duct[] => {
  const ends: { room: string; area: number; airflow?: number | undefined }[] =
    zones.length > 0
      ? zones.map((zone) => ({ room: zone.room, area: areaOf(house, zone), airflow: zone.airflow }))
      : house.rooms.map(({ name, area }) => ({ room: name, area }));
  const whole = ends.reduce((sum, { area }) => sum + area, 0);
  return ends.map(({ room, area, airflow }) => ({ room, airflow: airflow ?? (unit.airflow * area) / whole }));
};

/** The airflow of all ducts together in L/s with every damper open. */
export const capacityOf = (house: HouseFile, ducted: DuctedFile): number =>
  findDucts(house, ducted).reduce((sum, { airflow }) => sum + airflow, 0);

const findRoom = (house: HouseFile, room: string): number => {
  const place = house.rooms.findIndex(({ name }) => name === room);
  if (place < 0) throw new RangeError(`There is no room "${room}".`);
  return place;
};

/** The ducts of a house. Throws RangeError where a zone blows into a room the house does not have. */
export const ductsOf = oncePerHouse((house): Ducts => {
  const { ducted } = house;
  const ducts = ducted === undefined ? [] : findDucts(house, ducted);
  const whole = ducts.reduce((sum, { airflow }) => sum + airflow, 0);
  return {
    rooms: ducts.map(({ room }) => findRoom(house, room)),
    shares: ducts.map(({ airflow }) => airflow / whole),
  };
});
