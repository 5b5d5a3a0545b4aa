import type { HouseFile } from '../house/house.ts';
import { oncePerHouse } from '../house/house.ts';
import type { Draft } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { followLamps, type IndexedLamp, type LampIndex } from './lamp-index.ts';
import { positionAt } from './motion.ts';
import { hasFaded, levelAt } from './switch.ts';

/** Heat that a cooler takes out of the room for each W it draws. */
const coolerEfficiency = 2.5;

/** The electric W that a device draws at the end of a step. */
const drawOf = (
  draft: Draft,
  { place, plant: lamp, device, watts, isReversed }: IndexedLamp,
  at: number,
): number => {
  if (watts === 0 || !draft.plant.lighting!.hasPower) return 0;
  if (device.isGarageDoor || device.isBlind) return lamp.direction === 0 ? 0 : watts;
  if (device.isThermostat) return lamp.isRunning ? watts : 0;
  const level = levelAt(draft, place, at);
  return (watts * (isReversed ? 100 - level : level)) / 100;
};

const shadeOf = ({ plant, device, file }: IndexedLamp, at: number): number =>
  device.isBlind ? (1 - positionAt(plant, 'CBLD', at) / 100) * file.shades : 0;

/** What all lamps of a house do together: W in all, W of heat and shade in the rooms, each with the number of its room. */
interface Sums {
  total: number;
  readonly heat: { room: number; watts: number }[];
  readonly shade: { room: number; share: number }[];
}

const sumsOf = oncePerHouse((_: HouseFile): Sums => ({ total: 0, heat: [], shade: [] }));

/** Adds up all lamps in their order, so that the same lamps give the same bits. */
const addUp = (all: readonly IndexedLamp[], sums: Sums): void => {
  sums.total = 0;
  sums.heat.length = 0;
  sums.shade.length = 0;
  for (const { draw, shade, device, file } of all) {
    const { room } = file;
    sums.total += draw;
    if (draw !== 0 && !device.isGarageDoor)
      sums.heat.push({ room, watts: device.isCooler ? -coolerEfficiency * draw : draw });
    if (shade !== 0) sums.shade.push({ room, share: shade });
  }
};

/** Computes what the lamps draw that may draw something else than before; returns whether there are any. */
const settle = (draft: Draft, { all, unsettled }: LampIndex, at: number): boolean => {
  if (unsettled.length === 0) return false;
  let kept = 0;
  for (const lamp of unsettled) {
    if (all[lamp.place] !== lamp) continue;
    lamp.draw = drawOf(draft, lamp, at);
    lamp.shade = shadeOf(lamp, at);
    lamp.isUnsettled = lamp.plant.direction !== 0 || !hasFaded(draft, lamp.place, at);
    if (lamp.isUnsettled) unsettled[kept++] = lamp;
  }
  unsettled.length = kept;
  return true;
};

/** Adds the heat of all lamps to their rooms, and the shade of the blinds; `loads.lights` is what they draw in W. */
export const applyLoads = (draft: Draft, index: LampIndex, { house, conditions, at }: Step): void => {
  followLamps(index, draft);
  const sums = sumsOf(house);
  if (settle(draft, index, at)) addUp(index.all, sums);
  const { sensible } = conditions.supply;
  const { shade } = conditions.activity;
  for (const { room, watts } of sums.heat) sensible[room]! += watts;
  for (const { room, share } of sums.shade) shade[room] = Math.max(shade[room]!, share);
  draft.plant.loads.lights = sums.total;
};
