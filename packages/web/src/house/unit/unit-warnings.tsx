import type { DatagramOf } from '@plenum/protocol';
import { Icon } from '../../design/icon.tsx';
import { errorOf } from '../../reading/activity.ts';
import { toHash } from '../frame/place.ts';

const warningsOf = (unit: DatagramOf<'unit'>): readonly string[] => {
  const error = errorOf(unit.ACError);
  return [
    ...(error === undefined
      ? []
      : [
          `Fault ${error}: the unit has stopped and reports this code; its manual or installer knows the cause.`,
        ]),
    ...(unit.Warnings.trim() === 'filter' ? ['The air filter is due to be cleaned.'] : []),
    ...(unit.LockStatus === 1 ? ['The wall controller is locked; this page is not.'] : []),
    ...(unit.EcoLock === 1
      ? [`Economy lock: targets stay within ${unit.EcoMin / 100} and ${unit.EcoMax / 100} °C.`]
      : []),
  ];
};

/** What needs a look at the unit, with what it means. */
export const UnitWarnings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const warnings = warningsOf(unit);
  if (warnings.length === 0) return null;
  const isFaulty = errorOf(unit.ACError) !== undefined;
  return (
    <div className="warnings" data-activity={isFaulty ? 'alert' : 'idle'}>
      <ul>
        {warnings.map((warning) => (
          <li key={warning} className="warnings__one">
            <Icon name="warning" />
            {warning}
          </li>
        ))}
      </ul>
      {isFaulty && (
        <a className="small" href={toHash('overview', 'faults', 0)}>
          Earlier faults
        </a>
      )}
    </div>
  );
};
