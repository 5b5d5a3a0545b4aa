import type { TerminalPlant } from '../terminal/plant.ts';

/**
 * What a VRF fan-coil does not show. The simulator may set `sensorLost`, a remote sensor out of reach: the unit then
 * measures at its own return air. The mirror of the ducted system (unit 0) has one too, which stands still.
 */
export interface VrfPlant extends TerminalPlant {
  sensorLost: boolean;
}
