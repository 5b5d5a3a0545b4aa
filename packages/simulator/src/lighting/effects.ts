import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

const { lightEffect } = enumerations;

/** Fields that an effect sets immediately. The other effects set fields as time passes. */
const settings: Readonly<Record<number, Partial<DatagramOf<'lamp'>>>> = {
  [lightEffect.values.reading]: { On: 1, Rgb: 0, Brig: 100, Temp: 30 },
  [lightEffect.values.relaxing]: { On: 1, Rgb: 0, Brig: 40, Temp: 85 },
  [lightEffect.values.candle]: { On: 1, Rgb: 0, Brig: 35, Temp: 100 },
  [lightEffect.values.rotate]: { On: 1, Rgb: 1 },
};

/** Returns the fields that an effect sets immediately. */
export const effectSettings = (effect: number): Partial<DatagramOf<'lamp'>> => settings[effect] ?? {};
