import { controlZoneOf, isProblem, leaderOf, type Status, unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { activityWord, describeStatus } from '../../reading/house/status.ts';
import { formatSetpoint, formatTemperature, type Scale } from '../../reading/number/temperature.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useAccountContext } from '../context/account-context.tsx';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/**
 * The status of a unit; only what it does where a zone should control it that the cloud has not sent, since the setpoint of that
 * zone is not known then.
 */
const describe = (unit: Unit, leader: Zone | undefined, status: Status, scale: Scale): string =>
  leader !== undefined || controlZoneOf(unit) === undefined || isProblem(status) || status.code === 'unknown'
    ? describeStatus(status, scale).label
    : activityWord(status.activity);

/** The indoor temperature of a house and what its unit does, in large type, and the room that leads the unit. */
export const Glance = ({ unit, leader: controlling }: { unit: Unit; leader: Zone | undefined }) => {
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  const zones = controlling === undefined ? [] : [controlling];
  const status = unitStatus(unit, zones);
  const leader = leaderOf(unit, zones);
  return (
    <div className="glance" data-activity={status.activity}>
      <p className="glance__value num">
        <span className="hidden">{t('house.indoors')} </span>
        {formatTemperature(unit.Temp, scale)}
        <span className="glance__degree">°</span>
      </p>
      <p className="glance__words">{describe(unit, controlling, status, scale)}</p>
      {leader !== undefined && unit.SysOn === 1 && (
        <p className="glance__leader quiet small">
          {t('bridge.leads', {
            name: leader.Name,
            temperature: formatTemperature(leader.Temp, scale),
            setpoint: formatSetpoint(leader.Setpoint, scale),
          })}
        </p>
      )}
    </div>
  );
};
