import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

/** Whether the unit is of the brand whose settings `UnitBrandA` has. */
export const isBrandA = ({ AcUnitBrand }: Pick<DatagramOf<'unit'>, 'AcUnitBrand'>): boolean =>
  AcUnitBrand === enumerations.unitBrand.values['brand A'];
