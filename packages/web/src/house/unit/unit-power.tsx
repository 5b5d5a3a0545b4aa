import type { DatagramOf } from '@plenum/protocol/component';
import { ToggleButton } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../context/house-context.tsx';

/** Switches the unit on and off. */
export const UnitPower = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const command = useSendCommand();
  const isOn = unit.SysOn === 1;
  return (
    <ToggleButton
      className="unit__power"
      isSelected={isOn}
      onChange={(on) => command('SysOn', on ? 1 : 0)}
      aria-label={t('house.onOff', { state: t(isOn ? 'house.on' : 'house.off') })}
    >
      <Icon name="power" />
      {isOn ? t('house.on') : t('house.off')}
    </ToggleButton>
  );
};
