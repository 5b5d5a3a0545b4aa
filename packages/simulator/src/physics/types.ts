import type { PlaceAir } from './air.ts';
import type { Glazing } from './construction/glazing.ts';
import type { Layer } from './construction/layers.ts';
import type { FloorName, PartitionName, RoofName, WallName, WindowName } from './construction/library.ts';

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

/** Constructions of a room by their names in `construction/library.ts`. */
type BuiltSpec = {
  readonly wall?: WallName;
  readonly roof?: RoofName;
  readonly floor?: FloorName;
  readonly partition?: PartitionName;
  readonly window?: WindowName;
};

/** Constructions of a room by their layers, from outside to inside; they replace those of `built`. */
type LayersSpec = {
  readonly wall?: readonly Layer[];
  readonly roof?: readonly Layer[];
  readonly floor?: readonly Layer[];
  readonly partition?: readonly Layer[];
};

/** A setpoint in °C at a time of day such as `07:00`. */
type SetpointAt = { readonly at: string; readonly setpoint: number };

/**
 * An ideal heater and cooler: it gives the air of the room exactly the heat that keeps it at its setpoint. Setpoints
 * change linearly from each time of the list to the next, every day; two setpoints at one time are a jump.
 */
export type IdealSpec = { readonly heat?: readonly SetpointAt[]; readonly cool?: readonly SetpointAt[] };

/** A fan that brings a `flow` of outside air in m³/h into a room from one time of day to another. */
type VentilationSpec = { readonly from: string; readonly to: string; readonly flow: number };

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

/**
 * A room beside another, or above or below it: `area` m² of shared wall or floor, `door` m³/s of air exchanged with it.
 */
type Neighbour = {
  readonly room: string;
  readonly area: number;
  readonly side?: 'beside' | 'above' | 'below';
  readonly door?: number;
};

/** Weight of a room's structure, which selects its constructions (`BUILT`). */
export type ThermalMass = 'light' | 'medium' | 'heavy';

/**
 * One room of a house file. Everything except name and area has a plausible default.
 *
 * Areas m², height m; `roof` m² of ceiling under the roof, `ground` m² of floor on the ground and `overAir` m² of floor
 * above outside air (default 0). What is left of floor, ceiling and walls borders on rooms that are as warm. `leakage`
 * air changes per hour, at 3.35 m/s of wind and equal temperatures unless the infiltration is steady; `occupants`
 * maximum number of people; `equipment` maximum W, of which the share `convective` warms the air; `furniture` kJ/K per m²
 * of floor. A shared wall is given once, in either of its two rooms.
 */
export type RoomSpec = {
  readonly name: string;
  readonly area: number;
  readonly height?: number;
  readonly walls?: readonly OutsideWall[];
  readonly roof?: number;
  readonly ground?: number;
  readonly overAir?: number;
  readonly mass?: ThermalMass;
  readonly built?: BuiltSpec;
  readonly layers?: LayersSpec;
  readonly glazing?: Glazing;
  readonly surfaces?: { readonly absorptance?: number; readonly emissivity?: number };
  readonly leakage?: number;
  readonly infiltration?: 'weather' | 'steady';
  readonly ventilation?: readonly VentilationSpec[];
  readonly furniture?: number;
  readonly occupants?: number;
  readonly presence?: ProfileName | DailyProfile;
  readonly equipment?: number;
  readonly usage?: ProfileName | DailyProfile;
  readonly convective?: number;
  readonly ideal?: IdealSpec;
  readonly neighbours?: readonly Neighbour[];
};

/**
 * Location of a house: degrees north and east, altitude in m (default 0), and the temperature of the ground under it in
 * °C.
 */
export type Site = {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number;
  readonly ground?: number;
};

/**
 * The air and sky outside at one time. temperature °C, humidityRatio kg of vapour per kg of dry air, relativeHumidity
 * 0..100 %, beam W/m² on a plane facing the sun, diffuse W/m² on a horizontal plane, infrared W/m² from the sky on a
 * horizontal plane, wind m/s at 10 m, rain mm/h, cloud 0..1, co2 ppm.
 */
export type Weather = {
  temperature: number;
  humidityRatio: number;
  relativeHumidity: number;
  beam: number;
  diffuse: number;
  infrared: number;
  wind: number;
  rain: number;
  cloud: number;
  co2: number;
};

/**
 * The sun as a unit vector in the site's own axes (up < 0: below the horizon) and the irradiance in W/m² above the
 * atmosphere.
 */
export type Sun = { east: number; north: number; up: number; space: number };

/**
 * Sun on each of `SURFACES`: W/m² from the direction of the sun, W/m² from the rest of the sky and the ground, and the
 * cosine of the angle of incidence of the former.
 */
export type Sunlight = {
  readonly beam: Float64Array;
  readonly diffuse: Float64Array;
  readonly cosine: Float64Array;
};

/**
 * The heat exchange of the inner faces of a house during an interval, derived from a state. Per room: `conductance` W/K
 * and `heat` W
 * of the exchange with the air (heat - conductance × air). Per face: `films`, its share of that conductance, and
 * `infrared`, the W that it receives from the other faces.
 */
export type Inside = {
  readonly conductance: Float64Array;
  readonly heat: Float64Array;
  readonly films: Float64Array;
  readonly infrared: Float64Array;
};

/** Initial conditions of a house: °C everywhere, 0..100 % relative humidity, ppm of CO2. */
export type InitialClimate = {
  readonly temperature?: number;
  readonly relativeHumidity?: number;
  readonly co2?: number;
};

/**
 * Returns the weather at a time (ms UTC). Times can be in any order, and the next call may reuse the returned object.
 */
export type WeatherSource = (at: number) => Weather;

/**
 * State of a house as plain data. Per room: air °C, humidity ratio kg/kg and CO2 ppm. `nodes` are the °C of all nodes of
 * all constructions (`Envelope`). They advance every few minutes; until then, `elapsed` s have passed, and each room has
 * collected the integral of its air in Ks (`warmth`), and J of heat on its surfaces: from the sun directly (`beam`) and
 * scattered (`diffuse`), and from people and appliances (`glow`). `settled` is the mean °C of the air in the last such
 * interval.
 */
export type ClimateState = {
  readonly air: number[];
  readonly humidity: number[];
  readonly co2: number[];
  readonly nodes: number[];
  readonly warmth: number[];
  readonly beam: number[];
  readonly diffuse: number[];
  readonly glow: number[];
  readonly settled: number[];
  readonly elapsed: number;
};

/**
 * Working copy of a `ClimateState` that `step` changes in place. `ThermalModel.toWork` creates it, and `toState` converts
 * it back. `elapsed` has one element: as a number, its changes from integers to fractions would slow all access to the
 * object down. `shell` is a state with the same `nodes` and `settled`, undefined after they advanced.
 */
export type ClimateWork = { readonly inside: Inside; shell: ClimateState | undefined } & {
  readonly [Key in keyof ClimateState]: Float64Array;
};

/**
 * The air that the plant supplies to each room. The same volume of room air leaves.
 *
 * flow m³/s with its temperature °C, humidity ratio kg/kg and co2 ppm; of which the unit sent `sent` m³/s at `origin` °C
 * into the ducts; sensible W (heat > 0, cool < 0) and moisture
 * kg/s (adds > 0, dries < 0) come from units in the room itself (splits, fan-coils). A step writes the mean °C (`left`) and
 * kg/kg of the air that left the room in it.
 */
export type Supply = {
  readonly flow: Float64Array;
  readonly temperature: Float64Array;
  readonly sent: Float64Array;
  readonly origin: Float64Array;
  readonly humidity: Float64Array;
  readonly co2: Float64Array;
  readonly sensible: Float64Array;
  readonly moisture: Float64Array;
  readonly left: Float64Array;
  readonly leftHumidity: Float64Array;
};

/**
 * Activity in each room: people present, W of equipment running, m³/s of outside air through open windows and from
 * fans, share 0..1 of the sun blocked by blinds.
 */
export type Activity = {
  readonly people: Float64Array;
  readonly equipment: Float64Array;
  readonly openWindow: Float64Array;
  readonly fans: Float64Array;
  readonly shade: Float64Array;
};

/**
 * All influences on a house during one step. `sun` and `weather` are those of its middle. `shell` is the weather around the constructions and `sunlight` the sun on
 * them, both for the interval in which they advance. `ideal` are the setpoints in °C of ideal heaters and coolers.
 */
export type Conditions = {
  weather: Weather;
  readonly sun: Sun;
  readonly shell: Weather;
  readonly sunlight: Sunlight;
  /** The sun in W that the windows of each room let in, without blinds. */
  readonly windows: { readonly beam: Float64Array; readonly diffuse: Float64Array };
  readonly ideal: { readonly heat: Float64Array; readonly cool: Float64Array };
  readonly activity: Activity;
  readonly supply: Supply;
};

/**
 * Heat in J that entered the air and the surfaces of each room during one step, by source. `stored` is the increase of
 * the heat in its air and furniture. A construction gives heat to a room when more leaves its surface than falls on it:
 * a floor in the sun takes heat. `structure` are inside walls. `supply` is the heat of the air as it leaves the unit, and
 * `ducts` what the air gained on its way.
 */
export type HeatFlows = {
  readonly stored: Float64Array;
  readonly walls: Float64Array;
  readonly roof: Float64Array;
  readonly floor: Float64Array;
  readonly windows: Float64Array;
  readonly structure: Float64Array;
  readonly sun: Float64Array;
  readonly people: Float64Array;
  readonly equipment: Float64Array;
  readonly infiltration: Float64Array;
  readonly neighbours: Float64Array;
  readonly supply: Float64Array;
  readonly ducts: Float64Array;
  readonly roomUnits: Float64Array;
  readonly ideal: Float64Array;
  /** Heat in J that the constructions of the house gained during the step, by what is on their other side. */
  readonly shell: ShellFlows;
  readonly vapour: VapourFlows;
  readonly unit: UnitFlows;
};

/**
 * Vapour in kg that entered the air and the furniture of each room during one step, by source; `condensed` is that which
 * condensed on cold surfaces, below 0.
 */
export type VapourFlows = {
  readonly stored: Float64Array;
  readonly people: Float64Array;
  readonly infiltration: Float64Array;
  readonly neighbours: Float64Array;
  readonly supply: Float64Array;
  readonly roomUnits: Float64Array;
  readonly condensed: Float64Array;
};

/**
 * Heat in J and vapour in kg that entered the air of the ducted unit and its ducts during one step: from its coil, burner
 * or pads, from its fan, from the roof space through the walls and leaks of the ducts, and from outside in exchange for
 * used air. Their sum is what the rooms gained and what the unit has not yet drawn of the air that left them.
 */
export type UnitFlows = {
  coil: number;
  fan: number;
  roofSpace: number;
  outside: number;
  coilVapour: number;
  roofSpaceVapour: number;
  outsideVapour: number;
};

/**
 * Heat in J that the constructions of a house gained: from outside air, sky, sun and ground, and from the rooms. They
 * gain it when they advance, every few minutes. `stored` is the increase of the heat in them.
 */
export type ShellFlows = {
  stored: number;
  outside: number;
  sky: number;
  sun: number;
  ground: number;
  rooms: number;
};

/** Local wall-clock time for daily profiles: hour 0..24 with its fraction, and whether it is a weekend. */
export type LocalTime = { readonly hour: number; readonly weekend: boolean };

/** A step by its middle in ms UTC, its length in s, and the local time at its end. */
export type StepTime = { readonly middle: number; readonly seconds: number; readonly local: LocalTime };

/**
 * Thermal model of a house. It holds only coefficients; every changing number is in the `work` passed to it. `light`
 * sets weather and sun on the constructions, for the interval in which they advance (the time is its middle). `prepare`
 * sets sun, activity, fans and setpoints for a step with a middle in ms UTC that ends at a local time. `step` advances `work` by some seconds
 * (intended: 5 to 120) and, if `books` is given, stores the heat flows of the step in it. Constructions advance at the
 * end of a step, when `interval` s have passed since they last did.
 */
export type ThermalModel = {
  readonly names: readonly string[];
  readonly size: number;
  readonly air: PlaceAir;
  readonly volume: Float64Array;
  readonly interval: number;
  createState(initial?: InitialClimate, elapsed?: number): ClimateState;
  toWork(state: ClimateState): ClimateWork;
  /** Overwrites a working copy with a state. */
  copyToWork(state: ClimateState, work: ClimateWork): void;
  /** Returns a state of another number of rooms for this house. An added room is as the mean of the others. */
  resize(state: ClimateState): ClimateState;
  /** Returns the temperature of the air below the roof in °C, NaN if the house has no such space. */
  roofSpace(work: ClimateWork): number;
  /** Returns the vapour in kg in air and furniture. */
  vapourIn(work: ClimateWork): number;
  /** Returns the heat in J in air, furniture and constructions, with what surfaces have collected, relative to 0 °C. */
  storedIn(work: ClimateWork): number;
  createConditions(weather: Weather): Conditions;
  light(conditions: Conditions, at: number, weather: Weather): void;
  prepare(conditions: Conditions, step: StepTime): void;
  step(work: ClimateWork, conditions: Conditions, seconds: number, books?: HeatFlows): void;
};
