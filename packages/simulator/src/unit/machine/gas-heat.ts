import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { UnitPlant } from '../../model/state.ts';

const { 'one gas': one } = enumerations.gasHeat.values;

type Unit = DatagramOf<'unit'>;

const minute = 60_000;
/** Share of its heat that a two-stage burner gives in the first stage. */
const FIRST_STAGE = 0.65;

/** Time for which the limit switch stays open after the airflow through the burner was too low, in ms. */
const LIMIT = 4 * minute;

/** Opens the limit switch at a time (ms UTC): the burner stops, and the fan cools it. */
export function openLimit(plant: UnitPlant, at: number): void {
  plant.limitUntil = at + LIMIT;
}

/** True if the limit switch keeps the burner off at a time (ms UTC). */
export const isLimited = ({ limitUntil }: UnitPlant, at: number): boolean => at < limitUntil;

/**
 * Returns the share 0..1 of its heat that the burner delivers, `need` hundredths of a degree below the setpoint,
 * `lasted` ms after its start. The second of two stages starts once the first has burnt for `StageDelay` and the
 * temperature is `StageOffset` lower than at the `start` of the first, and stays on until the setpoint is reached.
 */
export function findGasLoad(
  { GasHeat: { Type, StageOffset, StageDelay } }: Unit,
  { load, need, start, lasted }: { load: number; need: number; start: number; lasted: number },
): number {
  if (Type === one) return 1;
  if (load === 1) return need > 0 ? 1 : FIRST_STAGE;
  return lasted >= StageDelay * minute && need >= start + StageOffset * 10 ? 1 : FIRST_STAGE;
}
