import type { DatagramOf } from '@plenum/protocol/component';
import { ToggleButton } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { onOffWord } from '../../reading/house/on-off.ts';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../house-context.tsx';

/** Switches the unit on and off. */
export function UnitPower({ unit }: { unit: DatagramOf<'unit'> }) {
  const command = useSendCommand();
  const state = onOffWord(unit);
  return (
    <ToggleButton
      className="unit__power"
      isSelected={unit.SysOn === 1}
      onChange={(on) => command('SysOn', on ? 1 : 0)}
      aria-label={t('house.onOff', { state })}
    >
      <Icon name="power" />
      {state}
    </ToggleButton>
  );
}
