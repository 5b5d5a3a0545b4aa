import type { DatagramOf } from '@plenum/protocol/component';
import { controlZoneOf, isProblem, type Status, unitStatus } from '@plenum/protocol/status';
import { activityWord, describeStatus } from '../../reading/status.ts';
import { formatTemperature, type Scale } from '../../reading/temperature.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useAccountContext } from '../context/account-context.tsx';

/** The status of a unit; only what it does where a zone controls it, since the setpoint of that zone is not known here. */
const describe = (unit: DatagramOf<'unit'>, status: Status, scale: Scale): string =>
  controlZoneOf(unit) === undefined || isProblem(status) || status.code === 'unknown'
    ? describeStatus(status, scale).label
    : activityWord(status.activity);

/** The indoor temperature of a house and what its unit does, in large type. */
export const Glance = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  const status = unitStatus(unit, []);
  return (
    <div className="glance" data-activity={status.activity}>
      <p className="glance__value num">
        <span className="hidden">{t('house.indoors')} </span>
        {formatTemperature(unit.Temp, scale)}
        <span className="glance__degree">°</span>
      </p>
      <p className="glance__words">{describe(unit, status, scale)}</p>
    </div>
  );
};
