import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { seedOf } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { noise } from '../physics/index.ts';
import type { IndexedLamp } from './lamp-index.ts';
import { setLamp } from './switch.ts';

type Lamp = DatagramOf<'lamp'>;

const { lightEffect } = enumerations;

const minute = 60_000;
/** Daylight in W/m² on a horizontal plane at which a lamp with automatic brightness is off. */
const brightDay = 250;
/**
 * The evening hours in which holiday lighting simulates people at home, in minutes of the day, and the interval between
 * its changes.
 */
const evening = { from: 17 * 60 + 30, to: 23 * 60, slot: 20 } as const;
const holidayStream = 900;
const candleStream = 1030;
/** Minutes in which the rotating colour effect goes once through all colours. */
const turnTime = 6;

/** Returns a pure colour by its angle on the colour wheel in degrees: 0 red, 120 green, 240 blue. */
const toColour = (angle: number): Pick<Lamp, 'R' | 'G' | 'B'> => {
  const share = (peak: number) => {
    const away = Math.abs(((((angle - peak) % 360) + 540) % 360) - 180);
    return Math.round(255 * Math.max(0, Math.min(1, 2 - away / 60)));
  };
  return { R: share(0), G: share(120), B: share(240) };
};

/** Returns the members of a lamp that its effect sets in this step, or undefined if the effect is constant. */
const membersOf = (place: number, { Fx, On }: Lamp, step: Step): Partial<Lamp> | undefined => {
  const {
    model: { house },
    at,
    conditions,
    civil,
  } = step;
  const slot = Math.floor(at / (step.seconds * 1000));
  switch (Fx) {
    case lightEffect.values.candle:
      return { Brig: 25 + Math.round(25 * noise(seedOf(house), candleStream + place, slot)) };
    case lightEffect.values.rotate:
      return { ...toColour(((at / minute) % turnTime) * (360 / turnTime)), Rgb: 1 };
    case lightEffect.values.circadian:
      return { Temp: Math.round(100 - 90 * Math.max(0, Math.min(1, conditions.sun.up / 0.7))), Rgb: 0 };
    case lightEffect.values['automatic brightness']: {
      const daylight = conditions.weather.beam * Math.max(0, conditions.sun.up) + conditions.weather.diffuse;
      return { Brig: Math.round(100 * Math.max(0, 1 - daylight / brightDay)) };
    }
    case lightEffect.values.holiday: {
      const isEvening = civil.minute >= evening.from && civil.minute < evening.to;
      const draw = noise(
        seedOf(house),
        holidayStream + place,
        civil.day * 100 + Math.floor(civil.minute / evening.slot),
      );
      const on = isEvening && draw > 0.45 ? 1 : 0;
      return on === On ? undefined : { On: on };
    }
    default:
      return undefined;
  }
};

/** Shows the effect of a lamp in its state at the end of a step. */
export function animate(draft: Draft, { place }: IndexedLamp, step: Step): void {
  const changed = membersOf(place, draft.datagrams.lamp[place]!, step);
  if (changed !== undefined) setLamp(draft, place, changed, step.at);
}
