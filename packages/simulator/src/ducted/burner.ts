import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { UnitPlant } from '../model/state.ts';

const { 'one gas': one, 'two gas, two cool': two } = enumerations.gasHeat.values;
const { 'non-gas heat': nonGasHeat } = enumerations.sysFan.values;

type Unit = DatagramOf<'unit'>;

/**
 * Whether the unit heats by a gas burner (interface 2.2, GasHeat.Type); it cools as any other. With SysFan "non-gas
 * heat" the burner stays off, and the heat pump heats.
 */
export const burnsGas = ({ SysFan, GasHeat: { Type } }: Unit): boolean =>
  (Type === one || Type === two) && SysFan !== nonGasHeat;

/** Difference in K of supply and return air down to which the fan carries off what the machine has warmed or cooled. */
export const PURGED = 2;

/** Whether a gas burner that was switched off while it was hot is still cooled: dampers and fan stop after that. */
export const coolsDown = (unit: Unit, { supply, fanSpeed, fault }: UnitPlant): boolean =>
  unit.SysOn === 0 && burnsGas(unit) && fault === '' && fanSpeed > 0 && supply > unit.Temp / 100 + PURGED;
