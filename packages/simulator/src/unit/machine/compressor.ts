import type { CompressorPlant } from '../../model/state.ts';
import { defrostFactor, type HeatPumpDemand } from '../../physics/index.ts';

/**
 * Loss of capacity to frost, summed over seconds of heating, after which the unit de-ices: forty minutes of the worst
 * frost.
 */
const DEICE_AFTER = 40 * 60 * 0.14;

/** Counts the compressor's running time, runs and de-icings in one step at a share 0..1 of its capacity. */
export function runCompressor(
  compressor: CompressorPlant,
  { demand, share, seconds }: { demand: HeatPumpDemand; share: number; seconds: number },
): void {
  const starts = compressor.share === 0 && share > 0;
  compressor.share = share;
  if (share === 0) return;
  compressor.seconds += seconds;
  if (demand.mode === 'cool') {
    if (starts) compressor.cooled++;
    return;
  }
  if (starts) compressor.heated++;
  compressor.frost += seconds * (1 - defrostFactor(demand.outdoor, demand.outdoorHumidity));
  if (compressor.frost < DEICE_AFTER) return;
  compressor.frost -= DEICE_AFTER;
  compressor.deiced++;
}
