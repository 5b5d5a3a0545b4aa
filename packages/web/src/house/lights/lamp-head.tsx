import type { DatagramOf } from '@plenum/protocol/component';
import { Toggle } from '../../design/field/toggle.tsx';
import { toHash } from '../frame/routes.ts';
import { useSendCommand } from '../house-context.tsx';

interface LampHeadProps {
  readonly lamp: DatagramOf<'lamp'>;
  readonly isDisabled?: boolean;
}

/** The name of a lamp, which links to its sheet, and its switch. */
export function LampHead({ lamp: { Index: No, Name: name, On }, isDisabled }: LampHeadProps) {
  const command = useSendCommand();
  return (
    <div className="lights__head">
      <h3 className="lights__name">
        <a href={toHash('lights', 'lamp', No)}>{name}</a>
      </h3>
      <Toggle
        label={name}
        isLabelHidden
        isOn={On === 1}
        {...(isDisabled !== undefined && { isDisabled })}
        onChange={(on) => command('LiOn', { No, On: on ? 1 : 0 })}
      />
    </div>
  );
}
