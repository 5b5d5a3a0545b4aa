import { HEAT_PUMPS } from '../physics/index.ts';

/**
 * The machine behind a wall split or a fan-coil, as plain data.
 *
 * `sleepEnd` is the instant (ms UTC) its sleep timer ends, 0 without one. `acting` is what it does now; dry acts as
 * cool. `load` 0..1 is the share of its capacity the compressor runs at, `integral` 0..1 the memory of its
 * controller, `restartAt` the instant before which the compressor rests. `controlAt` is the instant it looks at its
 * room again; 0 = in the next step, which every command sets. `air` °C, `humidity` kg/kg, `outdoor` °C and `airflow`
 * m³/s are what the last run of its heat pump worked with; `sensible` W, `moisture` kg/s and `power` W (electric)
 * what came out. The simulator may set `fault`, the 3-character code of a machine that stands still ('' = none),
 * and `silent`, a unit its module cannot reach.
 */
export interface TerminalPlant {
  sleepEnd: number;
  acting: 'off' | 'fan' | 'cool' | 'heat';
  load: number;
  integral: number;
  restartAt: number;
  controlAt: number;
  air: number;
  humidity: number;
  outdoor: number;
  airflow: number;
  sensible: number;
  moisture: number;
  power: number;
  fault: string;
  silent: boolean;
}

/** A machine that stands still and draws its standby power. */
export const createTerminalPlant = (kind: 'split' | 'vrf'): TerminalPlant => ({
  sleepEnd: 0,
  acting: 'off',
  load: 0,
  integral: 0,
  restartAt: 0,
  controlAt: 0,
  air: 0,
  humidity: 0,
  outdoor: 0,
  airflow: 0,
  sensible: 0,
  moisture: 0,
  power: HEAT_PUMPS[kind].standby,
  fault: '',
  silent: false,
});

/** What a favourite's six integers do not show (interface 2.6): the sleep timer it starts, by unit index. */
export interface FavouritePlant {
  sleeps: number[];
}
