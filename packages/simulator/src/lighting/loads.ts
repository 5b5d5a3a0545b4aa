import { lightingLimits } from '@plenum/protocol/lighting';
import { type HouseFile, oncePerHouse } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { LampPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import type { IndexedLamp, LampIndex } from './lamp-index.ts';
import { positionAt } from './motion.ts';
import { hasFaded, levelAt } from './switch.ts';

/** Heat that a cooler takes out of the room per W of electricity. */
const coolerEfficiency = 2.5;

/** Returns the electric power in W that a device draws at the end of a step. */
const drawOf = (draft: Draft, { place, device, watts, level, isReversed }: IndexedLamp): number => {
  const { lamps, hasPower } = draft.plant.lighting!;
  if (watts === 0 || !hasPower) return 0;
  if (device.isGarageDoor || device.isBlind) return lamps[place]!.direction === 0 ? 0 : watts;
  if (device.isThermostat) return lamps[place]!.isRunning ? watts : 0;
  return (watts * (isReversed ? 100 - level : level)) / 100;
};

const shadeOf = (plant: LampPlant, { device, file }: IndexedLamp, at: number): number =>
  device.isBlind ? (1 - positionAt(plant, 'CBLD', at) / 100) * file.shades : 0;

/**
 * Totals of all lamps of a house: their power in W, and the lamps that heat or shade their rooms, each with the number
 * of its room. Flat arrays, because every step adds up all of them.
 */
interface Sums {
  total: number;
  heaters: number;
  readonly heated: Int32Array;
  readonly heat: Float64Array;
  shades: number;
  readonly shaded: Int32Array;
  readonly shade: Float64Array;
}

const { lamps: most } = lightingLimits;

const sumsOf = oncePerHouse(
  (_: HouseFile): Sums => ({
    total: 0,
    heaters: 0,
    heated: new Int32Array(most),
    heat: new Float64Array(most),
    shades: 0,
    shaded: new Int32Array(most),
    shade: new Float64Array(most),
  }),
);

/** Adds up all lamps in a fixed order, so that the result is bit-identical for the same lamps. */
const addUp = (all: readonly IndexedLamp[], sums: Sums): void => {
  sums.total = 0;
  sums.heaters = 0;
  sums.shades = 0;
  for (const { draw, shade, device, file } of all) {
    sums.total += draw;
    if (draw !== 0 && !device.isGarageDoor) {
      sums.heated[sums.heaters] = file.room;
      sums.heat[sums.heaters++] = device.isCooler ? -coolerEfficiency * draw : draw;
    }
    if (shade !== 0) {
      sums.shaded[sums.shades] = file.room;
      sums.shade[sums.shades++] = shade;
    }
  }
};

/** Recomputes the power of the lamps whose power may have changed. Returns true if there were any. */
const settle = (draft: Draft, { all, unsettled }: LampIndex, at: number): boolean => {
  if (unsettled.length === 0) return false;
  const { lamps } = draft.plant.lighting!;
  let kept = 0;
  for (const lamp of unsettled) {
    if (all[lamp.place] !== lamp) continue;
    lamp.level = levelAt(draft, lamp.place, at);
    lamp.draw = drawOf(draft, lamp);
    const plant = lamps[lamp.place]!;
    lamp.shade = shadeOf(plant, lamp, at);
    lamp.isUnsettled = plant.direction !== 0 || !hasFaded(draft, lamp.place, at);
    if (lamp.isUnsettled) unsettled[kept++] = lamp;
  }
  unsettled.length = kept;
  return true;
};

/** Adds the heat of all lamps to their rooms, and applies the shading of the blinds. */
export function applyLoads(draft: Draft, index: LampIndex, { model: { house }, conditions, at }: Step): void {
  const sums = sumsOf(house);
  if (settle(draft, index, at)) addUp(index.all, sums);
  const { sensible } = conditions.supply;
  const { shade } = conditions.activity;
  for (let n = 0; n < sums.heaters; n++) sensible[sums.heated[n]!]! += sums.heat[n]!;
  for (let n = 0; n < sums.shades; n++)
    shade[sums.shaded[n]!] = Math.max(shade[sums.shaded[n]!]!, sums.shade[n]!);
  draft.plant.loads.lights = sums.total;
}
