import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { Running, UnitPlant } from '../../model/state.ts';
import { hasRested, moveLoad, switchTo } from './thermostat.ts';

const { cool, heat, dry, auto } = enumerations.sysMode.values;

/** Returns the activity of a machine in the mode of its unit, whose controller does not decide. */
const activityIn = ({ SysMode }: DatagramOf<'unit'>, { leaning }: UnitPlant): Running => {
  if (SysMode === cool || SysMode === dry) return 'cool';
  if (SysMode === heat) return 'heat';
  return SysMode === auto ? leaning : 'idle';
};

/**
 * Runs the machine for one step at the load 0..1 that a test of controllers holds, in place of the thermostat. A
 * compressor that stopped rests for `AnticycleTime` before it starts again, and takes minutes to reach its load. A load
 * of 0 stops it.
 */
export function runAtLoad(
  unit: DatagramOf<'unit'>,
  plant: UnitPlant,
  load: number,
  { from, seconds }: { readonly from: number; readonly seconds: number },
): void {
  const activity = load > 0 ? activityIn(unit, plant) : 'idle';
  if (plant.running === 'idle') {
    if (activity !== 'idle' && hasRested(unit, plant, from)) switchTo(plant, activity, from);
    // From cooling to heating it goes through idle.
  } else if (plant.running !== activity) switchTo(plant, 'idle', from);
  if (plant.running === 'idle') plant.load = 0;
  else moveLoad(plant, load, seconds);
}
