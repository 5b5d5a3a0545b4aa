/** Compass direction that an outside wall or window faces. */
export type Facing = 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';

/**
 * One outside wall of a room: gross area in m², of which `window` m² are glass; `shade` 0..1 is the share of sun kept
 * off the glass by eaves and curtains.
 */
type OutsideWall = {
  readonly facing: Facing;
  readonly area: number;
  readonly window?: number;
  readonly shade?: number;
};

/** Insulation of a room's envelope: U-values in W/m²K, solar heat gain coefficient and absorptance 0..1. */
export type Insulation = {
  readonly wall: number;
  readonly window: number;
  readonly roof: number;
  readonly floor: number;
  readonly partition: number;
  readonly solarGain: number;
  readonly absorptance: number;
};

/** Share 0..1 of a peak value for each hour of a day (24 entries), with linear interpolation between them. */
export type DailyProfile = { readonly weekday: readonly number[]; readonly weekend: readonly number[] };

/** Name of a predefined daily profile, see `daily-profiles.ts`. */
export type ProfileName =
  | 'living'
  | 'bedroom'
  | 'kitchen'
  | 'office'
  | 'bathroom'
  | 'service'
  | 'cooking'
  | 'evening'
  | 'washing'
  | 'always'
  | 'never';

/** A room on the other side of an inside wall: `area` m² of shared wall, `door` m³/s of air exchanged through it. */
type Neighbour = { readonly room: string; readonly area: number; readonly door?: number };

/** Weight of a room's structure: a class, or its heat capacity in kJ/K. */
export type ThermalMass = 'light' | 'medium' | 'heavy' | number;

/**
 * One room of a house file. Everything except name and area has a plausible default.
 *
 * Areas m², height m, `roof` and `ground` m² of ceiling under the roof and floor on the ground (default 0), `leakage`
 * air changes per hour at 3.35 m/s of wind and equal temperatures, `occupants` maximum number of people, `equipment`
 * maximum W. A shared wall is given once, in either of its two rooms.
 */
export type RoomSpec = {
  readonly name: string;
  readonly area: number;
  readonly height?: number;
  readonly walls?: readonly OutsideWall[];
  readonly roof?: number;
  readonly ground?: number;
  readonly insulation?: Partial<Insulation>;
  readonly leakage?: number;
  readonly mass?: ThermalMass;
  readonly occupants?: number;
  readonly presence?: ProfileName | DailyProfile;
  readonly equipment?: number;
  readonly usage?: ProfileName | DailyProfile;
  readonly neighbours?: readonly Neighbour[];
};

/** Location of a house: degrees north and east, and the temperature of the ground under it in °C. */
export type Site = { readonly latitude: number; readonly longitude: number; readonly ground?: number };

/**
 * The air and sky outside at one time. temperature °C, humidityRatio kg of vapour per kg of dry air, relativeHumidity
 * 0..100 %, beam W/m² on a plane facing the sun, diffuse W/m² on a horizontal plane, wind m/s, rain mm/h, cloud 0..1,
 * co2 ppm.
 */
export type Weather = {
  temperature: number;
  humidityRatio: number;
  relativeHumidity: number;
  beam: number;
  diffuse: number;
  wind: number;
  rain: number;
  cloud: number;
  co2: number;
};

/**
 * Returns the weather at a time (ms UTC). Times can be in any order, and the next call may reuse the returned object.
 */
export type WeatherSource = (at: number) => Weather;

/** State of a house as plain data: per room air °C, structure °C, humidity ratio kg/kg and CO2 ppm. */
export type ClimateState = {
  readonly air: number[];
  readonly mass: number[];
  readonly humidity: number[];
  readonly co2: number[];
};

/** Working copy of a `ClimateState` that `step` changes in place. Created by `toWork`, converted back by `toState`. */
export type ClimateWork = {
  readonly air: Float64Array;
  readonly mass: Float64Array;
  readonly humidity: Float64Array;
  readonly co2: Float64Array;
};

/**
 * The air that the plant supplies to each room. The same volume of room air leaves.
 *
 * flow m³/s with its temperature °C, humidity ratio kg/kg and co2 ppm; sensible W (heat > 0, cool < 0) and moisture
 * kg/s (adds > 0, dries < 0) come from units in the room itself (splits, fan-coils).
 */
export type Supply = {
  readonly flow: Float64Array;
  readonly temperature: Float64Array;
  readonly humidity: Float64Array;
  readonly co2: Float64Array;
  readonly sensible: Float64Array;
  readonly moisture: Float64Array;
};

/**
 * Activity in each room: people present, W of equipment running, m³/s of outside air through open windows, share 0..1
 * of the sun blocked by blinds.
 */
export type Activity = {
  readonly people: Float64Array;
  readonly equipment: Float64Array;
  readonly openWindow: Float64Array;
  readonly shade: Float64Array;
};

/** All influences on a house during one step. `irradiance` is W/m² in the order of `SURFACES`. */
export type Conditions = {
  weather: Weather;
  readonly irradiance: Float64Array;
  readonly activity: Activity;
  readonly supply: Supply;
};

/** Heat in J that entered each room during one step, by source. `stored` is the increase of the heat in the room. */
export type HeatFlows = {
  readonly stored: Float64Array;
  readonly walls: Float64Array;
  readonly windows: Float64Array;
  readonly ground: Float64Array;
  readonly sun: Float64Array;
  readonly people: Float64Array;
  readonly equipment: Float64Array;
  readonly infiltration: Float64Array;
  readonly neighbours: Float64Array;
  readonly supply: Float64Array;
  readonly roomUnits: Float64Array;
};

/** Local wall-clock time for daily profiles: hour 0..24 with its fraction, and whether it is a weekend. */
export type LocalTime = { readonly hour: number; readonly weekend: boolean };

/**
 * Thermal model of a house. It holds only coefficients; every changing number is in the `work` passed to it. `prepare`
 * fills irradiance and activity for a time (ms UTC, ideally the middle of the coming step). `step` advances `work` by
 * some seconds (intended: 5 to 120) and, if `books` is given, stores the heat flows of the step in it.
 */
export type ThermalModel = {
  readonly names: readonly string[];
  readonly size: number;
  readonly volume: Float64Array;
  createConditions(weather: Weather): Conditions;
  prepare(conditions: Conditions, at: number, local: LocalTime): void;
  step(work: ClimateWork, conditions: Conditions, seconds: number, books?: HeatFlows): void;
};
