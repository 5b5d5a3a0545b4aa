import { type DuctedFile, type HouseFile, oncePerHouse } from '../house-schema/house.ts';

/**
 * The ducts of a house, one per zone in index order. A unit without zones has one duct to each room, without a damper.
 */
export interface Ducts {
  /** Number of the room that each zone blows into and measures. */
  readonly rooms: readonly number[];
  /** Share of each zone in the airflow when every damper is open. The shares add up to 1. */
  readonly shares: readonly number[];
}

/** Returns the area of a zone in m², or the area of its room if the file does not specify one. */
export const areaOf = (house: HouseFile, zone: DuctedFile['zones'][number]): number =>
  zone.area ?? house.rooms.find(({ name }) => name === zone.room)?.area ?? 0;

/**
 * A duct to a room. The file sets its airflow in L/s with every damper open. If the file has none, the duct gets a
 * share of the unit's airflow in proportion to its area.
 */
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

/** Returns the airflow of all ducts together, in L/s, with every damper open. */
export const capacityOf = (house: HouseFile, ducted: DuctedFile): number =>
  findDucts(house, ducted).reduce((sum, { airflow }) => sum + airflow, 0);

const findRoom = (house: HouseFile, room: string): number => {
  const place = house.rooms.findIndex(({ name }) => name === room);
  if (place < 0) throw new RangeError(`There is no room "${room}".`);
  return place;
};

/** Returns the ducts of a house. Throws a RangeError if a zone blows into a room that the house does not have. */
export const ductsOf = oncePerHouse((house): Ducts => {
  const { ducted } = house;
  const ducts = ducted === undefined ? [] : findDucts(house, ducted);
  const whole = ducts.reduce((sum, { airflow }) => sum + airflow, 0);
  return {
    rooms: ducts.map(({ room }) => findRoom(house, room)),
    shares: ducts.map(({ airflow }) => airflow / whole),
  };
});
