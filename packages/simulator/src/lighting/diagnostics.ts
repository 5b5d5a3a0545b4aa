import { type Draft, showReading } from '../model/draft.ts';
import { toReading } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import type { LampIndex } from './lamp-index.ts';

/** Minutes between two readings of the diagnostics of lamps. */
const diagnosticsEvery = 5;
/** Lamps measure whole degrees, here in hundredths. */
const resolution = 100;

/**
 * Shows the diagnostics of lamps. They are updated only as often as those of a real lamp, because few clients read them
 * and a large house has 128 lamps.
 */
export function showDiagnostics(draft: Draft, { all }: LampIndex, { climate, civil }: Step): void {
  if (civil.minute % diagnosticsEvery !== 0) return;
  const { lamp, lampDiagnostics } = draft.datagrams;
  const { lamps } = draft.plant.lighting!;
  for (const { place, file, level: exact } of all) {
    const level = Math.round(exact);
    const shown = lampDiagnostics[place]!;
    const Temp = toReading(shown.Temp, 100 * (climate.air[file.room]! + level / 4), resolution);
    const Powered = lamp[place]!.Pwrd;
    const OccupancyReading = lamps[place]!.isEmpty ? 0 : 1;
    if (
      shown.Temp === Temp &&
      shown.TempBrightness === level &&
      shown.Powered === Powered &&
      shown.OccupancyReading === OccupancyReading
    )
      continue;
    showReading(draft, 'lampDiagnostics', place, {
      Temp,
      TempBrightness: level,
      LightPerCent: level,
      Powered,
      OccupancyReading,
    });
  }
}
