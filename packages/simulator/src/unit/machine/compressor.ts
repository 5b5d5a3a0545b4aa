import type { CompressorPlant } from '../../model/state.ts';
import { defrostShare, type HeatPump, type HeatPumpDemand } from '../../physics/index.ts';

/** Length of a de-icing in s. */
const DEICING = 300;

/** Counts the compressor's running time, runs and de-icings in one step at a share 0..1 of its capacity. */
export function runCompressor(
  compressor: CompressorPlant,
  {
    pump,
    demand,
    share,
    seconds,
  }: { pump: HeatPump; demand: HeatPumpDemand; share: number; seconds: number },
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
  compressor.frost += seconds * defrostShare(pump, demand);
  if (compressor.frost < DEICING) return;
  compressor.frost -= DEICING;
  compressor.deiced++;
}
