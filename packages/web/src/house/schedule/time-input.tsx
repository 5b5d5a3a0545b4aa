interface TimeInputProps {
  readonly label: string;
  readonly type?: 'time' | 'date';
  /** `07:30` or `2026-11-28`; empty if none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the field is left, and on Enter. */
  readonly onLeave?: () => void;
}

/** A time of day or a date, in the browser's own input. */
export const TimeInput = ({ label, type = 'time', value, onChange, onLeave }: TimeInputProps) => (
  <label className="field">
    <span className="field__label">{label}</span>
    <input
      className="input num"
      type={type}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
      onKeyDown={({ key }) => key === 'Enter' && onLeave?.()}
    />
  </label>
);
