import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { UnitPlant } from '../model/state.ts';

const { 'one gas': one, 'two gas, two cool': two } = enumerations.gasHeat.values;
const { 'non-gas heat': nonGasHeat } = enumerations.sysFan.values;

type Unit = DatagramOf<'unit'>;

/**
 * True if the unit heats with a gas burner (interface 2.2, GasHeat.Type). It cools like any other unit. With SysFan
 * "non-gas heat" the burner stays off and the heat pump heats.
 */
export const burnsGas = ({ SysFan, GasHeat: { Type } }: Unit): boolean =>
  (Type === one || Type === two) && SysFan !== nonGasHeat;

/**
 * Difference between supply and return air, in K, below which the fan may stop because the machine is neither hot nor
 * cold.
 */
export const PURGED = 2;

/** True while a gas burner that was switched off hot is still being cooled. Dampers and fan stop only after that. */
export const coolsDown = (unit: Unit, { supply, fanSpeed, fault }: UnitPlant): boolean =>
  unit.SysOn === 0 && burnsGas(unit) && fault === '' && fanSpeed > 0 && supply > unit.Temp / 100 + PURGED;
