interface TimeInputProps {
  readonly label: string;
  readonly type?: 'time' | 'date';
  /** `07:30` or `2026-11-28`; empty if none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the field loses focus, and on Enter. */
  readonly onLeave?: () => void;
}

/** An input for a time of day or a date; it is the browser's own. */
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
