import { unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { isStopped } from '../../reading/house/on-off.ts';
import { describeStatus } from '../../reading/house/status.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale } from '../house-context.tsx';
import { UnitPower } from '../unit/unit-power.tsx';
import './phone-head.css';

/**
 * The header of the overview on a phone, which stays in view: the temperature, the state of the unit, and its switch.
 */
export function PhoneHead({ unit }: { unit: DatagramOf<'unit'> }) {
  const scale = useScale();
  const { activity, label } = describeStatus(unitStatus(unit, useAll('zone')), scale);
  return (
    <section className="phone-head card unit" data-activity={activity} aria-label={t('house.indoors')}>
      <span className="phone-head__value num">{formatTemperature(unit.Temp, scale)}°</span>
      <span className="phone-head__mode">{!isStopped(unit) && label}</span>
      <UnitPower unit={unit} />
    </section>
  );
}
