import { Switch } from 'react-aria-components';
import { kept } from '../kept.tsx';
import './toggle.css';

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  /** The accessible name, for a toggle whose visible label is elsewhere. */
  readonly isLabelHidden?: boolean;
}

export const Toggle = kept(
  ({ label, isOn, onChange, isDisabled = false, isLabelHidden = false }: ToggleProps) => (
    <Switch
      className="toggle"
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      <span className="toggle__track" />
      {!isLabelHidden && label}
    </Switch>
  ),
);
