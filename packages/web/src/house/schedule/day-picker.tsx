import { type Weekday, weekdays } from '@plenum/protocol/field';
import { ToggleButton } from 'react-aria-components';
import { dayName } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';

interface DayPickerProps {
  readonly days: Readonly<Record<Weekday, number>>;
  readonly onChange: (days: Readonly<Record<Weekday, number>>) => void;
}

export const DayPicker = ({ days, onChange }: DayPickerProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
  <div className="days" role="group" aria-label={t('schedule.days')}>
    {weekdays.map((day) => (
      <ToggleButton
        key={day}
        className="days__day"
        isSelected={days[day] === 1}
        onChange={(isOn) => onChange({ ...days, [day]: isOn ? 1 : 0 })}
      >
        {dayName(day)}
      </ToggleButton>
    ))}
  </div>
);
