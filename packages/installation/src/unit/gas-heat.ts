import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

const { 'one gas': one, 'two gas, two cool': two } = enumerations.gasHeat.values;

const { 'non-gas heat': nonGasHeat } = enumerations.sysFan.values;

type Unit = DatagramOf<'unit'>;

const minute = 60_000;
/** Share of its heat a burner of two stages gives in the first. */
const FIRST_STAGE = 0.65;

/**
 * Whether the unit heats by a gas burner (interface 2.2, GasHeat.Type); it cools as any other. With SysFan "non-gas
 * heat" the burner stays off, and the heat pump heats.
 */
export const burnsGas = ({ SysFan, GasHeat: { Type } }: Unit): boolean =>
  (Type === one || Type === two) && SysFan !== nonGasHeat;

/**
 * Share 0..1 of its heat the burner gives, `need` hundredths of a degree below the setpoint, `lasted` ms after it lit.
 *
 * Of two stages the second comes once the first has burnt for `StageDelay` and it is colder by `StageOffset` than the
 * `start` of the first, and stays until the setpoint is reached.
 */
export const findGasLoad = (
  { GasHeat: { Type, StageOffset, StageDelay } }: Unit,
  { load, need, start, lasted }: { load: number; need: number; start: number; lasted: number },
): number => {
  if (Type === one) return 1;
  if (load === 1) return need > 0 ? 1 : FIRST_STAGE;
  return lasted >= StageDelay * minute && need >= start + StageOffset * 10 ? 1 : FIRST_STAGE;
};
