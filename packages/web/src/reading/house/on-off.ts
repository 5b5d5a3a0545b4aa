import { faultCodeOf } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';

type Unit = DatagramOf<'unit'>;

/** True if a unit is switched on and a fault has stopped it. */
export const isStopped = ({ SysOn, ACError }: Unit): boolean =>
  SysOn === 1 && faultCodeOf(ACError) !== undefined;

/** Returns the text of the switch of a unit. */
export function onOffWord(unit: Unit): string {
  if (isStopped(unit)) return t('house.stopped');
  return unit.SysOn === 1 ? t('house.on') : t('house.off');
}
