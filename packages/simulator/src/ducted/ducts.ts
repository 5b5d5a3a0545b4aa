import { type DuctedFile, type HouseFile, oncePerHouse } from '../house-schema/house.ts';
import { underRoofSpace } from '../physics/index.ts';

/**
 * The ducts of a house, one per zone in index order. A unit without zones has one duct to each room, without a damper.
 */
export interface Ducts {
  /** Number of the room that each zone blows into and measures. */
  readonly rooms: readonly number[];
  /** Share of each zone in the airflow when every damper is open. The shares add up to 1. */
  readonly shares: readonly number[];
  /** W/K from the air in each duct to the roof space, and from the air in the return duct. */
  readonly losses: readonly number[];
  readonly returnLoss: number;
  /** Share 0..1 of its air that the supply loses to the roof space, and that the return draws from there. */
  readonly leakage: number;
}

/**
 * Area in m² of the supply ducts, and of a return duct, per m² of floor that they serve (ANSI/ASHRAE 152, as the defaults
 * of OpenStudio-HPXML).
 */
const SUPPLY_AREA = 0.27;
const RETURN_AREA = 0.05;
/** Resistance of insulation in m²K/W as sold, if a file has none: the least that may be sold in Australia. */
const INSULATION = 1;
/**
 * Effective resistance in m²K/W of insulated round ducts with the air around them, by that of their insulation: a
 * constant and a factor (Palmiter and Kruse 2006, "True R-values of round residential ductwork", as in OpenStudio-HPXML).
 */
const SUPPLY_RESISTANCE = [0.395, 0.5619] as const;
const RETURN_RESISTANCE = [0.359, 0.7053] as const;
/** Leakage in % if a file has none: the mean of houses that Lawrence Berkeley National Laboratory measured. */
const LEAKAGE = 10;

/** Returns the area of a zone in m², or the area of its room if the file does not specify one. */
export const areaOf = (house: HouseFile, zone: DuctedFile['zones'][number]): number =>
  zone.area ?? house.rooms.find(({ name }) => name === zone.room)?.area ?? 0;

/**
 * A duct to a room. The file sets its airflow in L/s with every damper open. If the file has none, the duct gets a
 * share of the unit's airflow in proportion to its area.
 */
interface Duct {
  readonly room: string;
  readonly area: number;
  readonly airflow: number;
}

const findDucts = (house: HouseFile, { unit, zones }: DuctedFile): Duct[] => {
  const ends: { room: string; area: number; airflow?: number | undefined }[] =
    zones.length > 0
      ? zones.map((zone) => ({ room: zone.room, area: areaOf(house, zone), airflow: zone.airflow }))
      : house.rooms.map(({ name, area }) => ({ room: name, area }));
  const whole = ends.reduce((sum, { area }) => sum + area, 0);
  return ends.map(({ room, area, airflow }) => ({
    room,
    area,
    airflow: airflow ?? (unit.airflow * area) / whole,
  }));
};

/** Returns the airflow of all ducts together, in L/s, with every damper open. */
export const capacityOf = (house: HouseFile, ducted: DuctedFile): number =>
  findDucts(house, ducted).reduce((sum, { airflow }) => sum + airflow, 0);

const findRoom = (house: HouseFile, room: string): number => {
  const place = house.rooms.findIndex(({ name }) => name === room);
  if (place < 0) throw new RangeError(`There is no room "${room}".`);
  return place;
};

const conductance = (area: number, [films, factor]: readonly [number, number], insulation: number): number =>
  area / (films + factor * insulation);

/**
 * Returns the losses of ducts. The part of a duct that lies in the roof space is the part of its room's ceiling below it;
 * the rest is inside, where nothing is lost.
 */
const findLosses = (house: HouseFile, ducts: readonly Duct[]) => {
  const { insulation = INSULATION, leakage = LEAKAGE, inside = false } = house.ducted?.ducts ?? {};
  const exposed = ducts.map(({ room, area }) => {
    const spec = house.rooms.find(({ name }) => name === room);
    return spec === undefined || inside ? 0 : area * Math.min(1, underRoofSpace(spec) / spec.area);
  });
  const whole = ducts.reduce((sum, { area }) => sum + area, 0);
  const above = exposed.reduce((sum, area) => sum + area, 0);
  return {
    losses: exposed.map((area) => conductance(SUPPLY_AREA * area, SUPPLY_RESISTANCE, insulation)),
    returnLoss: conductance(RETURN_AREA * above, RETURN_RESISTANCE, insulation),
    leakage: above === 0 ? 0 : ((leakage / 100) * above) / whole,
  };
};

/** Returns the ducts of a house. Throws a RangeError if a zone blows into a room that the house does not have. */
export const ductsOf = oncePerHouse((house): Ducts => {
  const { ducted } = house;
  const ducts = ducted === undefined ? [] : findDucts(house, ducted);
  const whole = ducts.reduce((sum, { airflow }) => sum + airflow, 0);
  return {
    rooms: ducts.map(({ room }) => findRoom(house, room)),
    shares: ducts.map(({ airflow }) => airflow / whole),
    ...findLosses(house, ducts),
  };
});
