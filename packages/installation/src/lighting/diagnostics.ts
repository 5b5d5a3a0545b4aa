import { type Draft, showReading } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { LampIndex } from './lamp-index.ts';
import { levelAt } from './switch.ts';

/** Minutes between two readings of the diagnostics of lamps. */
const diagnosticsEvery = 5;

/** Shows the diagnostics of lamps. What few clients read, and a large house has 128 of, is as fresh as a real lamp's. */
export const showDiagnostics = (draft: Draft, { all }: LampIndex, { at, climate, civil }: Step): void => {
  if (civil.minute % diagnosticsEvery !== 0) return;
  const { hasPower } = draft.plant.lighting!;
  for (const { place, file } of all) {
    const level = Math.round(levelAt(draft, place, at));
    const Temp = Math.round(climate.air[file.room]! + level / 4) * 100;
    const Powered = hasPower ? draft.datagrams.lamp[place]!.Pwrd : 0;
    const shown = draft.datagrams.lampDiagnostics[place]!;
    if (shown.Temp === Temp && shown.TempBrightness === level && shown.Powered === Powered) continue;
    showReading(draft, 'lampDiagnostics', place, { Temp, TempBrightness: level, LightPerCent: level, Powered });
  }
};
