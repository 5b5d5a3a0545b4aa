import type { DatagramOf } from '@plenum/protocol/component';
import { warningsOf } from '../../reading/warning.ts';
import { useScale } from '../context/house-context.tsx';
import { toHash } from '../frame/routes.ts';
import { WarningList } from '../warning/warning-list.tsx';

/** The warnings of the unit, with a link to what can be done. */
export const UnitWarnings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const warnings = warningsOf('unit', unit, useScale());
  if (warnings.length === 0) return null;
  return (
    <div className="unit__warnings">
      <WarningList warnings={warnings} />
      <a className="small" href={toHash('overview', 'unit', 0)}>
        What to do
      </a>
    </div>
  );
};
