import { controlZoneOf, isProblem, leaderOf, type Status, unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { activityWord, describeStatus, type StatusText } from '../../reading/house/status.ts';
import { formatSetpoint, formatTemperature } from '../../reading/number/temperature.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useAccountContext } from '../account-context.tsx';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/**
 * Describes the status of a unit. If the cloud has not received the zone that controls the unit, the setpoint is
 * unknown, so only the unit's activity is described.
 */
const describe = (unit: Unit, leader: Zone | undefined, status: Status, text: StatusText): string =>
  leader !== undefined || controlZoneOf(unit) === undefined || isProblem(status) || status.code === 'unknown'
    ? text.label
    : activityWord(status.activity);

/**
 * Shows the indoor temperature of a house and the activity of its unit in large type, with the room that controls the
 * unit.
 */
export function Glance({ unit, leader: controlling }: { unit: Unit; leader: Zone | undefined }) {
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  const zones = controlling === undefined ? [] : [controlling];
  const status = unitStatus(unit, zones);
  const text = describeStatus(status, scale);
  const leader = leaderOf(unit, zones);
  return (
    <div className="glance" data-activity={text.activity}>
      <p className="glance__value num">
        <span className="hidden">{t('house.indoors')} </span>
        {formatTemperature(unit.Temp, scale)}
        <span className="glance__degree">°</span>
      </p>
      <p className="glance__words">{describe(unit, controlling, status, text)}</p>
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
}
