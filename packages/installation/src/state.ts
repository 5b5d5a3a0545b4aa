import type { Datagrams } from '@plenum/protocol/component';
import type { IrrigationPlant } from './irrigation/plant.ts';
import type { ClimateState } from './physics/types.ts';
import type { PowerPlant } from './power/plant.ts';
import type { SimulationControls } from './simulation-controls.ts';
import type { SplitPlant } from './split/plant.ts';
import type { FavouritePlant } from './terminal/plant.ts';
import type { UnitPlant } from './unit/plant.ts';
import type { VrfPlant } from './vrf/plant.ts';
import type { ZonePlant } from './zone/plant.ts';

/** What the simulated loads draw now, in W; `unit` is the ducted unit without its indoor fan, which is `fan`. */
export interface Loads {
  unit: number;
  fan: number;
  splits: number;
  vrf: number;
  pump: number;
  appliances: number;
}

/**
 * What the wire does not show: machines, timers and the air itself. Plain data that survives JSON bit for bit.
 * `zones`, `splits`, `splitFavourites`, `vrfs` and `vrfFavourites` stand in the order of their datagrams.
 */
export interface Plant {
  climate: ClimateState;
  unit: UnitPlant | undefined;
  zones: ZonePlant[];
  splits: SplitPlant[];
  splitFavourites: FavouritePlant[];
  vrfs: VrfPlant[];
  vrfFavourites: FavouritePlant[];
  irrigation: IrrigationPlant | undefined;
  power: PowerPlant | undefined;
  loads: Loads;
  /** Under the key that stored states have for it. */
  knobs: SimulationControls;
}

/** A house at an instant: what its clients see and what they do not. Never changed in place. */
export interface State {
  /** Milliseconds since 1970-01-01 UTC; a whole number of steps since then. */
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly plant: Readonly<Plant>;
}
