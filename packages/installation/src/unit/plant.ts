/** What the machine does with the air: nothing, or carry heat out of the house or into it. */
export type Running = 'idle' | 'cool' | 'heat';

/** Where an evaporative cooler stands in its round of washing, running and draining. */
export type EvaporativePhase = 'off' | 'prewash' | 'drain' | 'run' | 'post drain' | 'post wash';

/** The water side of an evaporative cooler (interface 2.2.1). */
export interface EvaporativePlant {
  phase: EvaporativePhase;
  /** Seconds left of a phase that ends by itself. */
  left: number;
  /** Seconds of wet running since the tank was last drained. */
  undrained: number;
  /** Whether the pump wets the pads now. */
  wet: boolean;
  fanSeconds: number;
  pumpSeconds: number;
}

/** What the wire does not show of the ducted unit. */
export interface UnitPlant {
  running: Running;
  /** When `running` last began or ended, ms UTC: minimum run and off times count from here. */
  since: number;
  /** What auto mode last chose. */
  leaning: 'cool' | 'heat';
  /** Share 0..1 of what the machine can give now. */
  load: number;
  /** Airflow as a share of that at high fan; 0 = the fan stands. */
  fanSpeed: number;
  /** Share 0..1 of outside air in what the unit draws. */
  freshAir: number;
  /** Temperature in °C in the supply duct, where its sensor sits. */
  supply: number;
  /** Speed 0..3 fan auto ventilates at (`Ventilation`), and when it last changed, ms UTC. */
  ventStage: number;
  ventSince: number;
  /** When the sleep timer switches off, ms UTC; 0 = no timer. */
  sleepUntil: number;
  /** Seconds since every zone was closed (AutoOff); 0 while one is open. */
  closedSeconds: number;
  /** Seconds the fan ran since the filter was changed; whoever changes the filter sets 0. */
  filterSeconds: number;
  /** Code of the fault the unit has, 3 characters; '' = none. Set from outside: the unit then stops. */
  fault: string;
  /** None where the unit is no evaporative cooler. */
  evaporative: EvaporativePlant | null;
}
