import { unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { ToggleButton } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { describeStatus } from '../../reading/house/status.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale, useSendCommand } from '../context/house-context.tsx';
import './phone-head.css';

/**
 * The header of the overview on a phone, which stays in view: the temperature, the state of the unit, and its switch.
 */
export const PhoneHead = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const scale = useScale();
  const command = useSendCommand();
  const status = unitStatus(unit, useAll('zone'));
  const isOn = unit.SysOn === 1;
  return (
    <section className="phone-head card unit" data-activity={status.activity} aria-label={t('house.indoors')}>
      <span className="phone-head__value num">{formatTemperature(unit.Temp, scale)}°</span>
      <span className="phone-head__mode">{describeStatus(status, scale).label}</span>
      <ToggleButton
        className="unit__power"
        isSelected={isOn}
        onChange={(on) => command('SysOn', on ? 1 : 0)}
        aria-label={t('house.onOff', { state: t(isOn ? 'house.on' : 'house.off') })}
      >
        <Icon name="power" />
        {isOn ? t('house.on') : t('house.off')}
      </ToggleButton>
    </section>
  );
};
