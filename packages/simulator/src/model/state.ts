import type { Datagrams } from '@plenum/protocol/component';
import type { SetException } from '@plenum/protocol/schedule';
import type { ClimateState, WeatherOverride } from '../physics/index.ts';

/**
 * A house at one time: its visible and its hidden state. Never changed in place; survives JSON bit for bit. Bridges
 * store states, so the member names are a file format.
 */
export interface State {
  /** Milliseconds since 1970-01-01 UTC, a whole number of steps. */
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly plant: Readonly<Plant>;
}

/**
 * The state that is not on the wire: the air, the machines, their timers and faults. `zones`, `splits`,
 * `splitFavourites`, `vrfs` and `vrfFavourites` are in the order of their datagrams.
 */
export interface Plant {
  climate: ClimateState;
  unit: UnitPlant | undefined;
  zones: ZonePlant[];
  /** Exceptions of ducted and split favourites: their behaviour on certain dates instead of their weekly runs. */
  exceptions: readonly SetException[];
  splits: RoomUnitPlant[];
  splitFavourites: FavouritePlant[];
  vrfs: VrfPlant[];
  vrfFavourites: FavouritePlant[];
  irrigation: IrrigationPlant | undefined;
  power: PowerPlant | undefined;
  lighting: LightingPlant | undefined;
  loads: Loads;
  knobs: SimulationControls;
}

/** The ducted unit. */
export interface UnitPlant {
  running: Running;
  /** Time at which `running` last began or ended, in ms UTC. Minimum run and off times count from here. */
  since: number;
  /** Direction that auto mode last chose. */
  leaning: 'cool' | 'heat';
  /** Share 0..1 of its current capacity. */
  load: number;
  /** Integral term 0..1 of its controller. */
  integral: number;
  /** Airflow as a share of that at high fan; 0 = the fan is off. */
  fanSpeed: number;
  /** Share 0..1 of outside air in the air that the unit draws. */
  freshAir: number;
  /** Temperature in °C at the sensor in the supply duct. */
  supply: number;
  /** Time until which the limit switch keeps the gas burner off, in ms UTC; 0 if it has not opened. */
  limitUntil: number;
  /** Speed 0..3 at which fan auto ventilates (`Ventilation`), and the time of its last change in ms UTC. */
  ventStage: number;
  ventSince: number;
  /** Time at which the sleep timer switches off, in ms UTC; 0 = no timer. */
  sleepUntil: number;
  /** Seconds since every zone was closed (AutoOff); 0 while one is open. */
  closedSeconds: number;
  /** Seconds since the fan first ran with this filter. Changing the filter sets 0. */
  filterSeconds: number;
  /** Index of the favourite that was started last, if the system has been on since; -1 = none. */
  favourite: number;
  /** 3-character code of the fault that stops the unit; '' = none. Set by an override. */
  fault: string;
  /** Wiring of the dampers' motors: `ReverseDampers` when the house was created. */
  wiredReversed: number;
  /** Number of the brand that the controller detected (`AcUnitBrand` when the house was created). */
  brand: number;
  /** Index of the zone with a wireless sensor in pairing mode; -1 = none. Set by an override. */
  pairing: number;
  /** Seconds that the unit has run. */
  runSeconds: number;
  /** Heat in J and vapour in kg of air that left the rooms in the last step which the unit has not yet drawn. */
  returnHeat: number;
  returnVapour: number;
  compressor: CompressorPlant;
  /** `null` for a unit that is not an evaporative cooler. */
  evaporative: EvaporativePlant | null;
}

/** The compressor of the ducted unit, and its counters since it was installed. */
export interface CompressorPlant {
  /** Share 0..1 of its current capacity at which it ran in the last step: `load`, within the limits of the unit. */
  share: number;
  seconds: number;
  cooled: number;
  heated: number;
  deiced: number;
  /** Seconds of heating since it last de-iced, each weighted by the share of time that defrosting takes. */
  frost: number;
}

/** Creates a compressor that has not run yet. */
export const createCompressorPlant = (): CompressorPlant => ({
  share: 0,
  seconds: 0,
  cooled: 0,
  heated: 0,
  deiced: 0,
  frost: 0,
});

/** Activity of the machine: idle, or carrying heat out of the house or into it. */
export type Running = 'idle' | 'cool' | 'heat';

/** The water side of an evaporative cooler (interface 2.2.1). */
export interface EvaporativePlant {
  phase: EvaporativePhase;
  /** Seconds left of a phase that ends automatically. */
  left: number;
  /** Seconds of wet running since the tank was last drained. */
  undrained: number;
  /** True if the pump wets the pads. */
  wet: boolean;
  fanSeconds: number;
  pumpSeconds: number;
  /** Fan speed 1..100 set by hand until a fan setting is chosen; 0 = none. */
  speed: number;
  /** Seconds that the automatic fan has run at its highest speed. */
  fastSeconds: number;
}

/** Phase of an evaporative cooler's cycle of washing, running and draining. */
export type EvaporativePhase = 'off' | 'prewash' | 'drain' | 'run' | 'post drain' | 'post wash';

/** One zone of the ducted system. */
export interface ZonePlant {
  /** Actual position of the damper, 0..100 % open. */
  position: number;
  /** The target position of its motor, 0..100 % in steps of 5. */
  target: number;
  /** Integral term 0..1 of the controller of an automatic damper. */
  integral: number;
  /** True if the damper is stuck. Set by an override; the controller detects it when it drives the damper (DmpFlt). */
  damperStuck: boolean;
  /** True if the sensor has failed (SensorFault). Set by an override. */
  sensorFault: boolean;
  /** Charge 0..1 of the sensor's battery. Changing the battery sets 1. Always 1 for a sensor without one. */
  battery: number;
  /** Strength 0..1 of the sensor's radio; 0 = out of range. Always 1 for a wired sensor. */
  radio: number;
  /** Seconds between two readings that the sensor sends; 0 = one per minute. */
  interval: number;
}

/** The machine of a wall split or a fan-coil. */
export interface RoomUnitPlant {
  /** Index of the favourite that last switched it on, if it has been on since; -1 = none. */
  favourite: number;
  /** Time at which the sleep timer ends, in ms UTC; 0 = no timer. */
  sleepEnd: number;
  /** Current activity. Dry mode acts as cool. */
  acting: 'off' | 'fan' | 'cool' | 'heat';
  /** Share 0..1 of its capacity at which the compressor runs. */
  load: number;
  /** Integral term 0..1 of its controller. */
  integral: number;
  /** Time from which the compressor may start again, in ms UTC. */
  restartAt: number;
  /** Time of the next run of its controller, in ms UTC; 0, which every command sets, means in the next step. */
  controlAt: number;
  /** Conditions of the last run of its heat pump: room °C and kg/kg, outdoor °C, airflow m³/s. */
  air: number;
  humidity: number;
  outdoor: number;
  airflow: number;
  /** Results of that run: W and kg/s into the room, electric W. */
  sensible: number;
  moisture: number;
  power: number;
  /** 3-character code of the fault that stops it; '' = none. Set by an override. */
  fault: string;
  /** True if its module cannot reach it. Set by an override. */
  silent: boolean;
}

/** A fan-coil. The mirror of the ducted system (unit 0) also has one, which stays off. */
export interface VrfPlant extends RoomUnitPlant {
  /** True if the remote sensor is out of range, so the unit measures its own return air instead. */
  sensorLost: boolean;
}

/**
 * The part of a favourite that the six integers of its entries do not show (interface 2.6): the sleep timer it starts,
 * by unit index.
 */
export interface FavouritePlant {
  sleeps: number[];
}

/** The irrigation controller. */
interface IrrigationPlant {
  run: StationRun | null;
  /** Programs queued until the run ends, in the order in which they became due. */
  waiting: number[];
  byHand: ManualRun[];
  /**
   * StationError of each station's wire: 0 none, 1 open, 2 short. Set by an override; shown when the station is next
   * started.
   */
  faults: number[];
  /** The output module 1..3 that does not respond; 0 = none. Each drives eight stations. Set by an override. */
  controllerFault: number;
}

/** One station of one program, or of the test. */
export interface StationRun {
  /** Program 0..8, or null in test mode. */
  program: number | null;
  /** The station that waters; -1 before the first. */
  station: number;
  /** Watering time of that station, ms, and the number of parts into which soak pauses divide it. */
  water: number;
  parts: number;
  /** Parts begun, counted from 1. */
  part: number;
  soaking: boolean;
  /** End of this part or pause, in ms UTC. */
  ends: number;
}

/** A station watering in manual mode: its previous mode, and the end of the run in ms UTC. */
interface ManualRun {
  station: number;
  mode: number;
  ends: number;
}

/**
 * The power monitor: for each of its devices, the charge 0..1 of the battery, and a flag for a device that an override
 * silenced.
 */
export interface PowerPlant {
  devices: { charge: number; silent: boolean }[];
  /** Undefined if the house has no tank. */
  hotWater?: HotWaterPlant | undefined;
}

/**
 * The hot water tank: its temperature in °C, and a flag that is set from the time it reaches its setpoint until it has
 * cooled by 3 K.
 */
export interface HotWaterPlant {
  temperature: number;
  isHot: boolean;
}

/** The lighting. `lamps` and `switches` are in the order of their datagrams. */
export interface LightingPlant {
  lamps: LampPlant[];
  switches: SwitchPlant[];
  /** True if the lighting system has power. Set by an override. */
  hasPower: boolean;
  /** Kind of device that waits to be paired (`LightingPairing`); 0 = none. Set by an override. */
  pairing: number;
}

/**
 * The occupancy sensor of a wall switch. `sawPeople` is true while people count as present. `emptySince` is the time in
 * ms UTC since which the sensor has seen nobody; 0 = it sees people.
 */
export interface SwitchPlant {
  readonly sawPeople: boolean;
  readonly emptySince: number;
}

/** The state of a lamp that its datagram does not show. Replaced when it changes, because most lamps rarely do. */
export interface LampPlant {
  /**
   * The number of its kind (`DeviceTypeChange`). The text in the datagram does not distinguish heating from cooling.
   */
  readonly type: number;
  /** Target brightness 0..100 of its fade, the brightness at the start, and the start of the fade in ms UTC. */
  readonly level: number;
  readonly fadeFrom: number;
  readonly fadeAt: number;
  /**
   * Garage door or blind: position when the movement began, 0 shut to 100 open; direction, -1 shutting, 0 still, 1
   * opening; start of the movement in ms UTC.
   */
  readonly position: number;
  readonly direction: -1 | 0 | 1;
  readonly lastDirection: -1 | 1;
  readonly movesSince: number;
  /** True if the door is obstructed. Set by an override. */
  readonly blocked: boolean;
  /** Start of its alarm in ms UTC, 0 = no alarm; and end of its snooze. */
  readonly alarmSince: number;
  readonly snoozedUntil: number;
  /**
   * Time at which its room was last occupied, in ms UTC, and current occupancy. While people are there, the time is
   * that of an earlier visit.
   */
  readonly occupiedAt: number;
  readonly isEmpty: boolean;
  /** Temperature controller: true while its heater or cooler runs. */
  readonly isRunning: boolean;
  /** The values that it showed when power failed; null while there is power. */
  readonly before: { readonly On: number; readonly Pwrd: number } | null;
}

/** Current power of the simulated loads, in W. `unit` is the ducted unit without its indoor fan, which is `fan`. */
export interface Loads {
  unit: number;
  fan: number;
  splits: number;
  vrf: number;
  pump: number;
  appliances: number;
  lights: number;
  hotWater: number;
}

/** Creates the sensor of a switch that has not seen people yet. */
export const createSwitchPlant = (): SwitchPlant => ({ sawPeople: false, emptySince: 0 });

/** Values that overrides hold in place of the simulated ones. */
export interface SimulationControls {
  /** Weather values that replace those of the weather source. */
  weather: WeatherOverride;
  /** People follow their daily profiles, stay at home or stay away. */
  people: 'rhythm' | 'home' | 'away';
  /** Numbers of the rooms whose windows are open. */
  openWindows: readonly number[];
  /** Positions and load that a test of controllers holds in place of the controller's. */
  held?: Held;
}

/**
 * Values that a test of controllers holds in place of the controller: the position 0..100 % open of the damper of each zone, in
 * their order, and the load 0..1 of the compressor; null where the controller decides.
 */
export interface Held {
  readonly dampers: readonly (number | null)[];
  readonly load: number | null;
}

/** Creates controls without any override. */
export const createSimulationControls = (): SimulationControls => ({
  weather: {},
  people: 'rhythm',
  openWindows: [],
});
