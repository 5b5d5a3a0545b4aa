import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';

/** True if the unit is of the brand to which the settings `UnitBrandA` belong. */
export const isBrandA = ({ AcUnitBrand }: Pick<DatagramOf<'unit'>, 'AcUnitBrand'>): boolean =>
  AcUnitBrand === enumerations.unitBrand.values['brand A'];
